import type { Db } from './db.ts'

/**
 * Shared between threads: the number of current and waiting writes of the connection with priority, the next turn of the
 * other connections, and the turn that may write now.
 */
export type WritePriority = SharedArrayBuffer

const [firstWrites, nextTurn, currentTurn] = [0, 1, 2]

/** A thread that has ended does not end its turn: after this time only the lock of SQLite decides. */
const longestTurnMs = 20_000

/** A new counter, which no connection uses yet. */
export const createWritePriority = (): WritePriority => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)

type Guard = <T>(run: () => T) => T

const guards = new WeakMap<Db, { readonly guard: Guard; isRunning: boolean }>()

/** Lets `guard` run every transaction of a connection, from before it begins. */
export const guardWrites = (db: Db, guard: Guard): void => void guards.set(db, { guard, isRunning: false })

/** Runs a transaction as the guard of its connection allows; one within another is part of it. */
export function withGuard<T>(db: Db, run: () => T): T {
  const known = guards.get(db)
  if (known === undefined || known.isRunning) return run()
  known.isRunning = true
  try {
    return known.guard(run)
  } finally {
    known.isRunning = false
  }
}

/**
 * Gives the transactions of this connection priority over those of the threads that get the result. SQLite has no
 * queue: without priority, a connection would retry for a long time next to one that writes continuously, and block its
 * thread meanwhile.
 */
export function goFirst(db: Db): WritePriority {
  const priority = createWritePriority()
  const shared = new Int32Array(priority)
  guardWrites(db, (run) => {
    Atomics.add(shared, firstWrites, 1)
    try {
      return run()
    } finally {
      if (Atomics.sub(shared, firstWrites, 1) === 1) Atomics.notify(shared, firstWrites)
    }
  })
  return priority
}

/** What a connection without priority asks within its transactions. */
export interface YieldingWriter {
  /** Another connection wants to write: end the transaction soon. */
  isWanted(): boolean
}

/** For a connection that is the only writer of its file. */
export const onlyWriter: YieldingWriter = { isWanted: () => false }

/**
 * For a connection of a thread that got the result of `goFirst`. Its transactions wait until the connection with priority
 * has written, and take turns with those of the other threads, in the order in which they ask.
 */
export function goSecond(db: Db, priority: WritePriority, patienceMs: number = longestTurnMs): YieldingWriter {
  const shared = new Int32Array(priority)
  guardWrites(db, (run) => {
    const turn = Atomics.add(shared, nextTurn, 1)
    waitForTurn(shared, turn, patienceMs)
    try {
      waitForFirst(shared)
      return run()
    } finally {
      endTurn(shared, turn)
    }
  })
  return {
    isWanted: () =>
      Atomics.load(shared, firstWrites) > 0 ||
      // More turns were given than the current one.
      isBefore(Atomics.load(shared, currentTurn) + 1, Atomics.load(shared, nextTurn)),
  }
}

/** Turns are numbered in 32 bits and begin again. */
const isBefore = (a: number, b: number): boolean => ((a - b) | 0) < 0

function waitForTurn(shared: Int32Array<WritePriority>, turn: number, patienceMs: number): void {
  const until = performance.now() + patienceMs
  for (;;) {
    const current = Atomics.load(shared, currentTurn)
    const leftMs = until - performance.now()
    if (!isBefore(current, turn) || leftMs <= 0) return
    Atomics.wait(shared, currentTurn, current, leftMs)
  }
}

function waitForFirst(shared: Int32Array<WritePriority>): void {
  for (let count = Atomics.load(shared, firstWrites); count > 0; count = Atomics.load(shared, firstWrites))
    Atomics.wait(shared, firstWrites, count)
}

function endTurn(shared: Int32Array<WritePriority>, turn: number): void {
  const next = (turn + 1) | 0
  for (;;) {
    const current = Atomics.load(shared, currentTurn)
    // The turn took too long, and a later one has ended.
    if (!isBefore(current, next)) return
    if (Atomics.compareExchange(shared, currentTurn, current, next) === current) break
  }
  Atomics.notify(shared, currentTurn)
}
