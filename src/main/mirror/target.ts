import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { lockKeys } from './locks.ts'

/** The numbers of rows sent and removed for a subject. */
export interface Moved {
  readonly sent: number
  readonly removed: number
}

/** Sends rows in the text format of COPY. */
export async function copyInto(
  client: Client,
  target: string,
  text: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const stream = client.query(from(`COPY ${target} FROM STDIN`))
  await pipeline(Readable.from(text, { objectMode: true, highWaterMark: 4 }), stream)
}

/**
 * Runs `work` in one transaction that writes the mirror. These transactions run one after the other, also across computers, so
 * that each sees the results of the ones before it, and none waits for locked rows.
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

/** The parts of a subject that a writer has sent: fingerprints by part. */
export async function readParts(client: Client, writer: number, subject: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ part: string; fingerprint: string }>(
    'SELECT part, fingerprint FROM tidemark.part WHERE writer = $1 AND subject = $2',
    [writer, subject],
  )
  return new Map(rows.map(({ part, fingerprint }) => [part, fingerprint]))
}

/** Stores the fingerprints of sent parts; `null` removes one. Call in the transaction that sends them. */
export async function noteParts(
  client: Client,
  writer: number,
  subject: string,
  parts: ReadonlyMap<string, string | null>,
): Promise<void> {
  const gone = [...parts].filter(([, fingerprint]) => fingerprint === null).map(([part]) => part)
  const sent = [...parts].flatMap(([part, fingerprint]) => (fingerprint === null ? [] : [{ part, fingerprint }]))
  await client.query('DELETE FROM tidemark.part WHERE writer = $1 AND subject = $2 AND part = ANY($3)', [
    writer,
    subject,
    gone,
  ])
  await client.query(
    `INSERT INTO tidemark.part (writer, subject, part, fingerprint)
     SELECT $1, $2, part, fingerprint FROM unnest($3::text[], $4::text[]) AS sent (part, fingerprint)
     ON CONFLICT (writer, subject, part) DO UPDATE SET fingerprint = excluded.fingerprint`,
    [writer, subject, sent.map(({ part }) => part), sent.map(({ fingerprint }) => fingerprint)],
  )
}
