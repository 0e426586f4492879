import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { lockKeys } from './locks.ts'

/** What a run moved of a subject. */
export interface Moved {
  readonly sent: number
  readonly removed: number
}

/** Sends rows in the text format of COPY. */
export async function copyInto(client: Client, target: string, text: Iterable<string>): Promise<void> {
  const stream = client.query(from(`COPY ${target} FROM STDIN`))
  await pipeline(Readable.from(text, { objectMode: true, highWaterMark: 4 }), stream)
}

/**
 * Runs `work` as one transaction that writes the mirror. Such transactions run one after the other, whoever runs them: each sees
 * what the ones before it decided, and no two wait for each other's rows.
 */
export async function writeAtOnce<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...lockKeys.write])
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** What a writer has sent of a subject: fingerprints by part. */
export async function readParts(client: Client, writer: number, subject: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ part: string; fingerprint: string }>(
    'SELECT part, fingerprint FROM tidemark.part WHERE writer = $1 AND subject = $2',
    [writer, subject],
  )
  return new Map(rows.map(({ part, fingerprint }) => [part, fingerprint]))
}

/** Notes what was sent; `null` forgets a part. In the transaction that sends it. */
export async function noteParts(
  client: Client,
  writer: number,
  subject: string,
  parts: ReadonlyMap<string, string | null>,
): Promise<void> {
  const gone = [...parts].filter(([, fingerprint]) => fingerprint === null).map(([part]) => part)
  const sent = [...parts].flatMap(([part, fingerprint]) => (fingerprint === null ? [] : [{ part, fingerprint }]))
  await client.query('DELETE FROM tidemark.part WHERE writer = $1 AND subject = $2 AND part = ANY($3)', [
    ...[writer, subject, gone],
  ])
  await client.query(
    `INSERT INTO tidemark.part (writer, subject, part, fingerprint)
     SELECT $1, $2, part, fingerprint FROM unnest($3::text[], $4::text[]) AS sent (part, fingerprint)
     ON CONFLICT (writer, subject, part) DO UPDATE SET fingerprint = excluded.fingerprint`,
    [writer, subject, sent.map(({ part }) => part), sent.map(({ fingerprint }) => fingerprint)],
  )
}
