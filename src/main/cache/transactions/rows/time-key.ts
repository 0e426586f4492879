import type { Db } from '#main/sqlite/db.ts'
import { dayMs } from '#shared/durations.ts'

/** The number of keys per millisecond. More rows overflow into the keys of the next millisecond. */
export const keysPerMs = 1024

/**
 * A float represents the keys of times up to this one (UTC ms) exactly: the years 1691 to 2248. Other rows get the
 * first or the last keys; `at_ms` has their time.
 */
const maxMs = 8_790_000_000_000

const clampMs = (atMs: number): number => Math.min(maxMs, Math.max(-maxMs, Math.trunc(atMs)))

/** The first key of a time (UTC ms). Keys sort like times. */
export const firstKeyAt = (atMs: number): number => clampMs(atMs) * keysPerMs

/**
 * A key that is larger than the keys of all rows before this time, if no row overflowed by more than `maxOverflowMs`.
 */
export function keyBehind(atMs: number, maxOverflowMs: number): number {
  if (atMs > maxMs) return Number.MAX_SAFE_INTEGER
  return (clampMs(atMs) + maxOverflowMs + (atMs <= -maxMs ? 1 : 0)) * keysPerMs
}

/** Whether its key alone shows if a row is before this time. */
export const isKeyExact = (atMs: number, maxOverflowMs: number): boolean =>
  maxOverflowMs === 0 && Math.abs(atMs) < maxMs

/**
 * Finds free keys for rows of a time. A burst of more than 1024 rows in a millisecond (the service's times are whole
 * seconds) continues in the keys of the next milliseconds; `at_ms` stays exact. Start one finder per transaction.
 */
export function createKeyFinder(db: Db): () => (atMs: number) => number {
  const selectLast = db
    .prepare<[number, number], number | null>('SELECT max(key) FROM account_transaction WHERE key >= ? AND key < ?')
    .pluck()
  const recordOverflow = db.prepare<[number, number]>(
    'UPDATE transaction_overflow SET longest_ms = ? WHERE longest_ms < ?',
  )
  return () => {
    /** The next free key of each millisecond's block, whichever time the block's rows have. */
    const nextKeys = new Map<number, number>()
    /** The block in which the last free key for a time was found. */
    const lastBlocks = new Map<number, number>()
    const nextIn = (block: number): number =>
      nextKeys.get(block) ?? (selectLast.get(block, block + keysPerMs) ?? block - 1) + 1
    return (atMs) => {
      const first = firstKeyAt(atMs)
      let block = lastBlocks.get(first) ?? first
      let key = nextIn(block)
      while (key >= block + keysPerMs) {
        block += keysPerMs
        key = nextIn(block)
      }
      const overflowMs = (block - first) / keysPerMs
      if (overflowMs > 0 && block !== lastBlocks.get(first)) recordOverflow.run(overflowMs, overflowMs)
      nextKeys.set(block, key + 1)
      lastBlocks.set(first, block)
      return key
    }
  }
}

/** The UTC day of a time, counted from 1970. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs)

/** The month of a UTC day: twelve times its year, plus 0 to 11. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The beginning of a month in UTC ms; `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
export const firstMsOf = (month: number): number => new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1)
