import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Client } from 'pg'
import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { Db } from '../sqlite/db.ts'
import { connectTo } from './connection/connect.ts'
import { explainDatabaseError, MirrorError } from './connection/mirror-error.ts'
import { readSettings, type Surroundings } from './connection/settings.ts'
import { instantText } from './copy-text.ts'
import { lockKeys } from './locks.ts'
import { noteMirror } from './noted-mirrors.ts'
import { migrate } from './schema/migrate.ts'
import { openSource, type MirroredProfile, type MirrorSource } from './source.ts'
import { instrumentUnits, quoteUnits, recordedEquityUnits, recordedQuoteUnits } from './statements/market-units.ts'
import { mirrorSubject } from './statements/mirror-subject.ts'
import {
  accountSubject,
  instrumentSubject,
  quoteSubject,
  recordedEquitySubject,
  recordedQuoteSubject,
  type Subject,
  type Unit,
} from './statements/subject.ts'
import { copyInto, noteParts, readParts, writeAtOnce, type Moved } from './target.ts'
import { createIncoming, incomingTarget, mergeIncoming, readMissing, removeRows } from './transactions/merge.ts'
import { StoredParts, type StoredPart } from './transactions/stored-parts.ts'

const subject = 'transaction'
/** Rows in one transaction of PostgreSQL. A kill loses at most one transaction. */
const rowsInBatch = 50_000

interface TransactionRun {
  readonly client: Client
  readonly writer: number
  /** A snapshot of the cache. */
  readonly db: Db
  /** The time of the snapshot, in PostgreSQL's format. */
  readonly at: string
  /** Called between parts. Throws to stop the run. */
  readonly pause: () => Promise<void>
}

/**
 * Sends the parts of the history that changed since this writer's last run. Each batch is one transaction with its
 * fingerprints, so that the next run continues where a killed run ended.
 */
async function mirrorTransactions(run: TransactionRun): Promise<Moved> {
  const { client, writer, db, pause } = run
  const stored = new StoredParts(db)
  await client.query(createIncoming)
  const known = await readParts(client, writer, subject)
  const moved = { sent: 0, removed: 0 }
  let batch: StoredPart[] = []
  const flush = async (): Promise<void> => {
    const { sent, removed } = await sendParts(run, stored, batch)
    moved.sent += sent
    moved.removed += removed
    batch = []
  }
  for (const part of stored.list()) {
    await pause()
    if (known.get(part.part) !== part.fingerprint) batch.push(part)
    known.delete(part.part)
    if (batch.reduce((total, { count }) => total + count, 0) >= rowsInBatch) await flush()
  }
  for (const part of known.keys()) batch.push({ part, count: 0, fingerprint: '' })
  if (batch.length > 0) await flush()
  await client.query('DROP TABLE incoming')
  return moved
}

function sendParts(
  { client, writer, at }: TransactionRun,
  stored: StoredParts,
  parts: readonly StoredPart[],
): Promise<Moved> {
  return writeAtOnce(client, async () => {
    await copyInto(client, incomingTarget, copyAll(stored, parts))
    await mergeIncoming(client, writer)
    const missing = await readMissing(
      client,
      writer,
      parts.map(({ part }) => part),
    )
    const removed = missing.filter((row) => stored.isRemoved(row.accountId, row.id, row.at))
    await removeRows(client, writer, removed, at)
    // If missing rows are not known to be removed, the next run checks their part again.
    const isOpen = removed.length < missing.length
    await noteParts(client, writer, subject, new Map(parts.map((part) => [part.part, fingerprintOf(part, isOpen)])))
    return { sent: parts.reduce((total, { count }) => total + count, 0), removed: removed.length }
  })
}

const fingerprintOf = ({ count, fingerprint }: StoredPart, isOpen: boolean): string | null =>
  isOpen ? '' : count === 0 ? null : fingerprint

function* copyAll(stored: StoredParts, parts: readonly StoredPart[]): Generator<string> {
  for (const { part, count } of parts) if (count > 0) yield* stored.copyText(part)
}

/** A profile on a computer. */
interface WriterIdentity {
  readonly identity: string
  readonly profile: string
  readonly computer: string
}

const machineFile = '/etc/machine-id'
/** How long a run waits for the previous one. After a kill, a run ends in the database only when its last statement ends. */
const waitSeconds = 60

/** The identity of a profile's folder as a writer. A copy of the folder in another place is another writer. */
function identify(directory: string, profileId: string): WriterIdentity {
  const machine = existsSync(machineFile) ? readFileSync(machineFile, 'utf8').trim() : ''
  const place = JSON.stringify([hostname(), machine, realpathSync(directory), profileId])
  return { identity: createHash('sha256').update(place).digest('hex'), profile: profileId, computer: hostname() }
}

/** Registers a writer and starts its run. Returns its key. Throws MirrorError while another run of this writer is active. */
async function beginRun(client: Client, { identity, profile, computer }: WriterIdentity): Promise<number> {
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
async function endRun(client: Client, writer: number, rowsReceived: number): Promise<void> {
  await client.query('UPDATE tidemark.writer SET finished_at = now(), rows_received = $2 WHERE writer = $1', [
    writer,
    rowsReceived,
  ])
  await client.query('SELECT pg_advisory_unlock($1, $2)', [...lockKeys.ofWriter(writer)])
}

interface MirrorOptions {
  /** A connection text of libpq, without a password. */
  readonly to: string
  readonly surroundings: Surroundings
  readonly profile: MirroredProfile
  /** UTC ms. */
  readonly now: () => number
  /** Called between parts. Lets other work run; throws to stop the run. */
  readonly pause: () => Promise<void>
}

/** The result of a run, by subject. */
export interface MirroredSubject {
  readonly subject: string
  /** The number of rows in parts that differ from the parts that this writer sent last. */
  readonly sent: number
  readonly removed: number
}

/** With a larger clock difference, an old row could replace a newer one. */
const maxClockDifferenceMs = 5 * minuteMs

/**
 * Updates PostgreSQL to the content of a profile's cache and journal at this moment. Sends the changes since the last run of
 * this profile. Throws MirrorError; `invalid` for a wrong connection text; StorageError when the profile cannot be read.
 */
export async function mirror({ to, surroundings, profile, now, pause }: MirrorOptions): Promise<MirroredSubject[]> {
  const client = await connectTo(readSettings(to, surroundings), surroundings)
  try {
    await compareClocks(client, now)
    await migrate(client)
    noteMirror(profile.paths.directory, to)
    const writer = await beginRun(client, identify(profile.paths.directory, profile.profile.id))
    const source = openSource(profile, now())
    try {
      const done = await mirrorAll({ client, writer, pause }, source)
      await endRun(
        client,
        writer,
        done.reduce((total, { sent }) => total + sent, 0),
      )
      return done
    } finally {
      source.close()
    }
  } catch (error) {
    throw explainDatabaseError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Run {
  readonly client: Client
  readonly writer: number
  readonly pause: () => Promise<void>
}

async function mirrorAll(run: Run, { db, cache, journal, at, accounts }: MirrorSource): Promise<MirroredSubject[]> {
  const { sent, removed } = await mirrorTransactions({ ...run, db, at: instantText(at) })
  const done: MirroredSubject[] = [{ subject: 'transaction', sent, removed }]
  const send = async (subject: Subject, units: Iterable<Unit>): Promise<void> => {
    done.push({ subject: subject.name, ...(await mirrorSubject(run, subject, units)) })
  }
  await send(accountSubject, accounts())
  await send(quoteSubject, quoteUnits(db, cache))
  await send(instrumentSubject, instrumentUnits(db, cache, journal.quotes.symbols()))
  await send(recordedEquitySubject, recordedEquityUnits(journal))
  await send(recordedQuoteSubject, recordedQuoteUnits(journal))
  return done
}

/** Compares this clock with the clock of the database, because read times decide between computers. Throws MirrorError. */
async function compareClocks(client: Client, now: () => number): Promise<void> {
  const { rows } = await client.query<{ now: string }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS now',
  )
  const difference = now() - Number(rows[0]?.now)
  if (Math.abs(difference) > maxClockDifferenceMs)
    throw new MirrorError(
      (difference > 0 ? m.mirror_this_clock_is_ahead : m.mirror_this_clock_is_behind)({
        minutes: Math.round(Math.abs(difference) / minuteMs),
      }),
    )
}
