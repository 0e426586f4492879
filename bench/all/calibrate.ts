import { performance } from 'node:perf_hooks'
import Database from 'better-sqlite3'

/**
 * The time of fixed work in ms, some hundreds: arithmetic and texts, random access to memory, and SQLite. Times of benches are
 * divided by it, so that they are comparable between moments and computers. A change here makes every baseline worthless.
 */
export function calibrate(): number {
  const startedAt = performance.now()
  const sum = compute() + walkMemory() + query()
  // The results are used, so that the compiler keeps the work.
  if (!Number.isFinite(sum)) throw new Error('The calibration computed no number.')
  return performance.now() - startedAt
}

/** Numbers from 0 (inclusive) to 2³² (exclusive), always the same. */
function createDraw(): () => number {
  let state = 7
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
}

function compute(): number {
  const draw = createDraw()
  const counts = new Map<string, bigint>()
  for (let i = 0; i < 100_000; i++) {
    const text = JSON.stringify({ symbol: `S${draw() % 2_000}@MISX`, amount: draw() / 100 })
    const { symbol, amount } = JSON.parse(text) as { symbol: string; amount: number }
    counts.set(symbol, (counts.get(symbol) ?? 0n) + BigInt(Math.round(amount)) * 1_000_000_000n)
  }
  return Number([...counts.values()].sort((a, b) => (a < b ? -1 : 1)).at(-1))
}

function walkMemory(): number {
  const draw = createDraw()
  const cells = new Int32Array(4_000_000)
  for (let i = 0; i < 2_000_000; i++) cells[draw() % cells.length] = i
  return cells.sort()[cells.length >> 1] ?? 0
}

function query(): number {
  const draw = createDraw()
  const db = new Database(':memory:')
  db.exec(
    'CREATE TABLE row (id INTEGER PRIMARY KEY, symbol TEXT, amount INTEGER); CREATE INDEX by_symbol ON row (symbol)',
  )
  const insert = db.prepare('INSERT INTO row (symbol, amount) VALUES (?, ?)')
  db.transaction(() => {
    for (let i = 0; i < 40_000; i++) insert.run(`S${draw() % 500}`, draw() % 100_000)
  })()
  const sums = db.prepare('SELECT symbol, sum(amount) AS total FROM row GROUP BY symbol ORDER BY total').all()
  db.close()
  return sums.length
}
