import type { Db } from './db.ts'

/** Shared between threads: how many writes of the connection that goes first wait or are under way. */
export type SharedTurn = SharedArrayBuffer

/** One that nobody has taken yet. */
export const newTurn = (): SharedTurn => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

const turns = new WeakMap<Db, Int32Array<SharedTurn>>()

/**
 * From now on this connection's transactions go before those of a thread that is given this. SQLite itself knows no turns:
 * against one that writes again and again a connection would try for a long time, and hold its thread meanwhile.
 */
export function goFirst(db: Db): SharedTurn {
  const shared = newTurn()
  turns.set(db, new Int32Array(shared))
  return shared
}

/** Runs what writes, while those that go second hold back. */
export function inTurn<T>(db: Db, run: () => T): T {
  const turn = turns.get(db)
  if (turn === undefined) return run()
  Atomics.add(turn, 0, 1)
  try {
    return run()
  } finally {
    if (Atomics.sub(turn, 0, 1) === 1) Atomics.notify(turn, 0)
  }
}

/** How the one that goes second sees it. */
export interface SecondTurn {
  /** The other one wants to write: end soon. */
  isWanted(): boolean
  /** Holds the thread until the other one has written. */
  wait(): void
}

/** For a connection that shares its file with none. */
export const ownTurn: SecondTurn = { isWanted: () => false, wait: () => undefined }

/** For the thread that was given `goFirst`'s. */
export function goSecond(shared: SharedTurn): SecondTurn {
  const turn = new Int32Array(shared)
  return {
    isWanted: () => Atomics.load(turn, 0) > 0,
    wait() {
      for (let writes = Atomics.load(turn, 0); writes > 0; writes = Atomics.load(turn, 0)) Atomics.wait(turn, 0, writes)
    },
  }
}
