import type { Client } from 'pg'
import type { Db } from '../../sqlite/db.ts'
import { copyInto, noteParts, readParts, writeAtOnce, type Moved } from '../target.ts'
import { createIncoming, incomingTarget, mergeIncoming, readMissing, removeRows } from './merge.ts'
import { StoredParts, type StoredPart } from './stored-parts.ts'

const subject = 'transaction'
/** Rows in one transaction of PostgreSQL. A kill loses at most one transaction. */
const rowsInBatch = 50_000

export interface TransactionRun {
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
export async function mirrorTransactions(run: TransactionRun): Promise<Moved> {
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
