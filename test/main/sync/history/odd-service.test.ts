import { expect, onTestFinished, test } from 'vitest'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { accelerate } from '../../../fakes/clock.ts'
import { OddService, type OddOptions, type OddRow, type Fault } from '../../../fakes/odd-service.ts'
import { startSync } from '../harness.ts'

const signal = new AbortController().signal
const accountIds = ['1900001', 'TRQD05:989213']

/** A pseudo-random number from 0 to 1 that depends only on the seed. */
const randomOf = (seed: number): number => {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
}

/** The text of an instant with `digits` digits of the second's fraction. */
const textOf = (at: number, digits: number, fraction: number): string => {
  const seconds = new Date(Math.floor(at / 1_000) * 1_000).toISOString().slice(0, 19)
  return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction.toFixed(9).slice(2, 2 + digits)}Z`
}

/** Rows of eight years with all special cases: fractions of seconds, duplicates, bursts, an empty year, unreadable rows. */
function oddRows(now: number, count: number, salt: number): OddRow[] {
  const rows = Array.from({ length: count }, (_, i): OddRow => {
    const share = randomOf(i * 7 + salt)
    const daysBack = share < 0.5 ? share * 1_500 : 365 + share * 2_500
    const at = now - 60_000 - Math.floor(daysBack * dayMs)
    const timestamp = textOf(at, i % 10, randomOf(i + salt))
    return { id: String(i), timestamp, name: `Row ${i}`, isMalformed: i % 97 === 13 }
  })
  const burst = (daysBack: number, size: number, digits: number): OddRow[] =>
    Array.from({ length: size }, (_, i) => ({
      id: `burst-${daysBack}-${i}`,
      timestamp: textOf(now - daysBack * dayMs, i % 2 === 0 ? digits : 0, randomOf(i)),
      name: 'At once',
    }))
  const [duplicate] = rows
  return [
    ...rows,
    ...burst(700, 180, 3),
    ...burst(3, 110, 0),
    ...burst(2_000, 130, 0),
    ...(duplicate === undefined ? [] : [{ ...duplicate, id: 'duplicate' }]),
  ]
}

async function start(options: OddOptions, count = 900) {
  const sync = startSync()
  const { clock, context, cache } = sync
  const service = new OddService(options, accountIds)
  await service.listen()
  for (const [i, id] of accountIds.entries()) service.addRows(id, oddRows(clock.now(), count, i * 1_000))
  const time = accelerate(clock, 10_000)
  const broker = createBroker({
    baseUrl: new URL(service.baseUrl),
    readSecret: async () => service.secret,
    budget: createBudget({ clock: time, limit: 1e6 }),
    clock: time,
    // The unit is ms of the accelerated clock.
    limits: { responseTimeoutMs: 1e9 },
  })
  onTestFinished(async () => {
    await broker.close()
    await service.close()
  })
  /** Simulates one process. It ends when everything is read, after `steps` steps, or with an error. */
  async function runProcess(steps = 2_000): Promise<boolean> {
    const history = new HistorySync({ ...context, broker })
    try {
      for (const id of accountIds) await history.readRecent(id, { purpose: 'held', signal })
      for (let step = 0; step < steps; step++)
        if ((await history.readFurther(accountIds, { purpose: 'background', signal })) === 'nothing') return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    return false
  }
  function stored(accountId: string) {
    const rows: { id: string; timestamp: string; name: string }[] = []
    for (let before: string | null = null; ;) {
      const page = cache.transactions.page({ accountId, before, limit: 500 })
      for (const { transaction } of page.rows)
        rows.push({ id: transaction.id, timestamp: transaction.atText, name: transaction.name })
      before = page.next
      if (before === null) return rows
    }
  }
  return {
    clock,
    cache,
    service,
    runProcess,
    /**
     * Compares row by row: missing rows must be in a known gap, and a gap must have more rows than a response contains.
     */
    expectAllRowsStored() {
      for (const id of accountIds) {
        const gaps = cache.history.gaps(id)
        const storedRows = new Map(stored(id).map((row) => [row.id, row]))
        const allRows = service.allRows(id)
        for (const gap of gaps) {
          expect(gap.to - gap.from).toBeLessThanOrEqual(1_000)
          expect(allRows.filter(({ at }) => gap.from <= at && at < gap.to).length).toBeGreaterThanOrEqual(
            service.options.cap,
          )
        }
        // A burst whose rows have fractions of seconds is no gap.
        expect(gaps.length).toBeLessThanOrEqual(2)
        const isInGap = (at: number) => gaps.some(({ from, to }) => from <= at && at < to)
        expect(allRows.filter((row) => !storedRows.has(row.id) && !isInGap(row.at))).toEqual([])
        const known = new Map(allRows.map(({ id: rowId, timestamp, name }) => [rowId, { id: rowId, timestamp, name }]))
        expect([...storedRows.values()]).toEqual([...storedRows.keys()].map((rowId) => known.get(rowId)))
        expect(cache.history.beginning(id)).not.toBeNull()
      }
    },
  }
}

test.each<OddOptions>([
  { cap: 100 },
  { cap: 100, order: 'asc', kept: 'oldest' },
  { cap: 100, order: 'asc', kept: 'newest', isEndInclusive: true },
  { cap: 100, order: 'desc', kept: 'oldest', isEndInclusive: true },
  { cap: 100, order: 'shuffled', kept: 'any' },
  { cap: 100, order: 'desc', kept: 'any' },
  { cap: 1_000, order: 'asc', kept: 'oldest' },
  { cap: 1_500 },
  { cap: 1_200, respectsLimit: false },
  { cap: 100, respectsLimit: false, openAccountDate: '2025-06-01T00:00:00Z' },
])('with the service %o every row is stored in the end, or its second is a known gap', async (options) => {
  const { runProcess, expectAllRowsStored } = await start(options)
  expect(await runProcess()).toBe(true)
  expectAllRowsStored()
})

test.each<{ name: string; faults: readonly Fault[] }>([
  { name: '429 and 503', faults: [{ status: 429 }, { status: 503 }] },
  { name: '500 and 504', faults: [{ status: 500 }, { status: 504 }] },
  { name: 'lost and truncated bodies', faults: ['reset', 'cut body', { slowMs: 20 }] },
])('bursts of $name with restarts in between lose no row', async ({ faults }) => {
  const faultAt = (count: number): Fault | null =>
    randomOf(count * 31) < 0.35 ? (faults[count % faults.length] ?? null) : null
  const { runProcess, expectAllRowsStored, service } = await start(
    { cap: 100, order: 'asc', kept: 'oldest', fault: faultAt },
    500,
  )
  let isDone = false
  for (let restarts = 0; restarts < 30 && !isDone; restarts++) isDone = await runProcess(1 + (restarts % 9))
  service.options = { ...service.options, fault: () => null }
  expect(await runProcess()).toBe(true)
  expectAllRowsStored()
})

test('late rows, recent or years old, and changed or moved rows are stored a day later', async () => {
  const { runProcess, expectAllRowsStored, service, clock } = await start(
    { cap: 100, order: 'asc', kept: 'oldest' },
    600,
  )
  expect(await runProcess()).toBe(true)
  const late = (days: number): OddRow => ({
    id: `late-${days}`,
    timestamp: textOf(clock.now() - days * dayMs, 0, 0),
    name: 'Booked late',
  })
  for (const id of accountIds) {
    const [first, second] = service.allRows(id)
    service.addRows(id, [1, 20, 300, 1_000, 3_500].map(late))
    if (first !== undefined) service.addRows(id, [{ ...first, name: 'Corrected' }])
    if (second !== undefined) service.addRows(id, [{ ...second, timestamp: textOf(clock.now() - 40 * dayMs, 0, 0) }])
  }
  await clock.advance(dayMs)
  expect(await runProcess()).toBe(true)
  expectAllRowsStored()
})
