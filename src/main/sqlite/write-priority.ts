import type { Db } from './db.ts'

/** Shared between threads: the number of current and waiting writes of the connection with priority. */
export type WritePriority = SharedArrayBuffer

/** A new counter, which no connection uses yet. */
export const createWritePriority = (): WritePriority => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

const priorities = new WeakMap<Db, Int32Array<WritePriority>>()

/**
 * Gives the transactions of this connection priority over those of the thread that gets the result. SQLite has no
 * queue: without priority, a connection would retry for a long time next to one that writes continuously, and block its
 * thread meanwhile.
 */
export function goFirst(db: Db): WritePriority {
  const priority = createWritePriority()
  priorities.set(db, new Int32Array(priority))
  return priority
}

/** Runs a write while connections without priority wait. */
export function withPriority<T>(db: Db, run: () => T): T {
  const writes = priorities.get(db)
  if (writes === undefined) return run()
  Atomics.add(writes, 0, 1)
  try {
    return run()
  } finally {
    if (Atomics.sub(writes, 0, 1) === 1) Atomics.notify(writes, 0)
  }
}

/** The waiting of a connection without priority, between its transactions. */
export interface YieldingWriter {
  /** The connection with priority wants to write: end the transaction soon. */
  isWanted(): boolean
  /** Blocks the thread until the connection with priority has written. */
  wait(): void
}

/** For a connection that is the only writer of its file. */
export const onlyWriter: YieldingWriter = { isWanted: () => false, wait: () => undefined }

/** For the thread that got the result of `goFirst`. */
export function goSecond(priority: WritePriority): YieldingWriter {
  const writes = new Int32Array(priority)
  return {
    isWanted: () => Atomics.load(writes, 0) > 0,
    wait() {
      for (let count = Atomics.load(writes, 0); count > 0; count = Atomics.load(writes, 0))
        Atomics.wait(writes, 0, count)
    },
  }
}
