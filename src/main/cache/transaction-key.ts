import type { Db } from '../sqlite/db.ts'

/** Rows of one millisecond before they run over into the next millisecond's keys. */
const keysPerMs = 1024

/** Keys stay exact in a float for these times, years 1691 to 2248; rows outside lie at the ends, their own time kept beside. */
const farthestMs = 8_790_000_000_000

/** The first key of a time (UTC ms): the time order of rows is the order of their keys. */
const firstKeyAt = (atMs: number): number => Math.min(farthestMs, Math.max(-farthestMs, Math.trunc(atMs))) * keysPerMs

/**
 * Finds free keys for rows of a time. A burst of more than 1024 rows in a millisecond (the service's times are whole
 * seconds) goes on in the keys behind, so that no row is lost; `at_ms` stays exact. Begin one finder a batch.
 */
export function createKeyFinder(db: Db): () => (atMs: number) => number {
  const selectLast = db
    .prepare<[number, number], number | null>('SELECT max(key) FROM account_transaction WHERE key >= ? AND key < ?')
    .pluck()
  return () => {
    const lastBlocks = new Map<number, number>()
    return (atMs) => {
      const first = firstKeyAt(atMs)
      for (let block = lastBlocks.get(first) ?? first; ; block += keysPerMs) {
        const last = selectLast.get(block, block + keysPerMs) ?? null
        if (last !== null && last + 1 >= block + keysPerMs) continue
        lastBlocks.set(first, block)
        return last === null ? block : last + 1
      }
    }
  }
}
