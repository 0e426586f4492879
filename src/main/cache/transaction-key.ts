import type { Db } from '../sqlite/db.ts'

/** Rows of one millisecond before they run over into the next millisecond's keys. */
const keysPerMs = 1024

/** Keys stay exact in a float for these times, years 1691 to 2248; rows outside lie at the ends, their own time kept beside. */
const farthestMs = 8_790_000_000_000

const keyedMs = (atMs: number): number => Math.min(farthestMs, Math.max(-farthestMs, Math.trunc(atMs)))

/** The first key of a time (UTC ms): the time order of rows is the order of their keys. */
export const firstKeyAt = (atMs: number): number => keyedMs(atMs) * keysPerMs

/** The first key that no row before this time has, when no row ran over by more than `longestSpillMs`. */
export function keyBehind(atMs: number, longestSpillMs: number): number {
  if (atMs > farthestMs) return Number.MAX_SAFE_INTEGER
  return (keyedMs(atMs) + longestSpillMs + (atMs <= -farthestMs ? 1 : 0)) * keysPerMs
}

/** Keys tell exactly which rows lie before this time and which do not. */
export const isKeyExact = (atMs: number, longestSpillMs: number): boolean =>
  longestSpillMs === 0 && Math.abs(atMs) < farthestMs

/**
 * Finds free keys for rows of a time. A burst of more than 1024 rows in a millisecond (the service's times are whole
 * seconds) goes on in the keys behind, so that no row is lost; `at_ms` stays exact. Begin one finder a transaction.
 */
export function createKeyFinder(db: Db): () => (atMs: number) => number {
  const selectLast = db
    .prepare<[number, number], number | null>('SELECT max(key) FROM account_transaction WHERE key >= ? AND key < ?')
    .pluck()
  const noteSpill = db.prepare<[number, number]>('UPDATE transaction_spill SET longest_ms = ? WHERE longest_ms < ?')
  return () => {
    /** By the first key of a time: its next free key, where that lies in the block it was found in. */
    const next = new Map<number, number>()
    return (atMs) => {
      const first = firstKeyAt(atMs)
      const remembered = next.get(first)
      let block = first
      if (remembered !== undefined) {
        block = Math.floor((remembered - 1) / keysPerMs) * keysPerMs
        if (remembered < block + keysPerMs) {
          next.set(first, remembered + 1)
          return remembered
        }
      }
      for (; ; block += keysPerMs) {
        const last = selectLast.get(block, block + keysPerMs) ?? null
        if (last !== null && last + 1 >= block + keysPerMs) continue
        if (block > first) noteSpill.run((block - first) / keysPerMs, (block - first) / keysPerMs)
        const key = last === null ? block : last + 1
        next.set(first, key + 1)
        return key
      }
    }
  }
}
