import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Client } from 'pg'
import { m } from '#shared/messages/messages.js'
import { MirrorError } from './connection/mirror-error.ts'
import { lockKeys } from './locks.ts'

/** A profile on a computer. */
export interface WriterIdentity {
  readonly identity: string
  readonly profile: string
  readonly computer: string
}

const machineFile = '/etc/machine-id'
/** How long a run waits for the previous one. After a kill, a run ends in the database only when its last statement ends. */
const waitSeconds = 60

/** The identity of a profile's folder as a writer. A copy of the folder in another place is another writer. */
export function identify(directory: string, profileId: string): WriterIdentity {
  const machine = existsSync(machineFile) ? readFileSync(machineFile, 'utf8').trim() : ''
  const place = JSON.stringify([hostname(), machine, realpathSync(directory), profileId])
  return { identity: createHash('sha256').update(place).digest('hex'), profile: profileId, computer: hostname() }
}

/** Registers a writer and starts its run. Returns its key. Throws MirrorError while another run of this writer is active. */
export async function beginRun(client: Client, { identity, profile, computer }: WriterIdentity): Promise<number> {
  const { rows } = await client.query<{ writer: number }>(
    `INSERT INTO tidemark.writer (identity, profile, computer) VALUES ($1, $2, $3)
     ON CONFLICT (identity) DO UPDATE SET profile = excluded.profile, computer = excluded.computer RETURNING writer`,
    [identity, profile, computer],
  )
  const writer = rows[0]?.writer
  if (writer === undefined) throw new MirrorError(m.mirror_the_mirror_could_not_enter_this_profile)
  await client.query(`SET lock_timeout = '${String(waitSeconds)}s'`)
  await client.query('SELECT pg_advisory_lock($1, $2)', [...lockKeys.ofWriter(writer)])
  await client.query('RESET lock_timeout')
  await client.query('UPDATE tidemark.writer SET started_at = now() WHERE writer = $1', [writer])
  return writer
}

/** Records that all tables are complete for this run. */
export async function endRun(client: Client, writer: number, rowsReceived: number): Promise<void> {
  await client.query('UPDATE tidemark.writer SET finished_at = now(), rows_received = $2 WHERE writer = $1', [
    writer,
    rowsReceived,
  ])
  await client.query('SELECT pg_advisory_unlock($1, $2)', [...lockKeys.ofWriter(writer)])
}
