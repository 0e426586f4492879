import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { AppError } from '#shared/errors.ts'
import { booked, dayMs, HistoryService } from '../../../../fakes/history-service.ts'
import { runs } from '../../../../runs.ts'
import { startSync } from '../../harness.ts'

const accountIds = ['1900001', 'TRQD05:989213']
const signal = new AbortController().signal
const now = Date.UTC(2026, 2, 2, 9)

/** Rows scattered over years, and bursts of more rows than some caps allow. */
const anyTimes = fc
  .record({
    scattered: fc.array(fc.tuple(fc.nat(2_000), fc.nat(86_399)), { minLength: 40, maxLength: 260 }),
    bursts: fc.array(fc.tuple(fc.nat(2_000), fc.constantFrom(0, 1, 600), fc.constantFrom(25, 70, 130)), {
      maxLength: 3,
    }),
  })
  .map(({ scattered, bursts }) => [
    ...scattered.map(([day, second]) => now - day * dayMs - (second + 60) * 1_000),
    ...bursts.flatMap(([day, spread, size]) =>
      Array.from({ length: size }, (_, i) => now - day * dayMs - (90 + Math.floor((i * spread) / size)) * 1_000),
    ),
  ])

const caps = [200, 130, 64, 40, 20] as const
const anyTruncation = fc.record({
  order: fc.constantFrom('newest' as const, 'oldest' as const, 'shuffled' as const),
  kept: fc.constantFrom('newest' as const, 'oldest' as const, 'any' as const),
  isEndInclusive: fc.boolean(),
})
/**
 * Each change: the number of responses after which the cap changes, and the new cap. Each kill: the number of responses
 * after which the process ends.
 */
const anyChanges = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...caps)), { maxLength: 4 })
const anyKills = fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 4 })

type Truncation = typeof anyTruncation extends fc.Arbitrary<infer T> ? T : never

function start(
  times: readonly (readonly number[])[],
  truncation: Truncation,
  changes: readonly (readonly [number, number])[],
) {
  const sync = startSync()
  const service = new HistoryService({ cap: caps[0], ...truncation })
  for (const [i, accountId] of accountIds.entries())
    service.addRows(
      accountId,
      (times[i] ?? []).map((at, id) => booked(id, at)),
    )
  let responses = 0
  const starts = changes.map(([, cap], i) => ({
    at: changes.slice(0, i + 1).reduce((sum, [count]) => sum + count, 0),
    cap,
  }))
  let left = Infinity
  service.beforeResponse = () => {
    if (left-- <= 0) throw new AppError('cancelled', 'Killed')
    responses++
    const cap = starts.findLast(({ at }) => at < responses)?.cap
    if (cap !== undefined) service.options = { ...service.options, cap }
  }
  sync.broker.responses.listTransactions = service.respond

  /** Simulates one process. It ends when everything is read, or after `maxResponses` responses. */
  async function runProcess(maxResponses: number): Promise<void> {
    left = maxResponses
    const history = new HistorySync(sync.context)
    try {
      for (const accountId of accountIds) await history.readRecent(accountId, { purpose: 'held', signal })
      for (let step = 0; ; step++) {
        expect(step).toBeLessThan(3_000)
        if ((await history.readFurther(accountIds, { purpose: 'background', signal })) === 'nothing') return
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  function expectAllRowsStored(): void {
    for (const accountId of accountIds) {
      const gaps = sync.cache.history.gaps(accountId)
      const missing = service
        .allRows(accountId)
        .filter(
          ({ id, at }) =>
            !sync.cache.transactions.get(accountId, id) && !gaps.some(({ from, to }) => from <= at && at < to),
        )
      expect(missing.map(({ id, at }) => ({ id, at }))).toEqual([])
      const covered = sync.cache.coverage.list(accountId)
      expect(covered.at(-1)?.to).toBeGreaterThanOrEqual(now)
      expect(covered.length).toBeLessThanOrEqual(1 + gaps.length)
    }
  }
  return { ...sync, service, runProcess, expectAllRowsStored, settle: () => (service.beforeResponse = () => undefined) }
}

test('falling caps lose no row, for every order of rows and whenever the process ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anyTimes, anyTimes),
      anyTruncation,
      anyChanges,
      anyKills,
      async (times, truncation, changes, kills) => {
        const falling = changes.toSorted(([, a], [, b]) => b - a)
        const { runProcess, expectAllRowsStored } = start(times, truncation, falling)
        for (const responses of [...kills, Infinity]) await runProcess(responses)
        // Coverage of the last days may have been removed after they were read. These days are read each minute.
        await runProcess(Infinity)
        expectAllRowsStored()
      },
    ),
    { numRuns: runs(20) },
  )
}, 60_000)

test('after caps that rise and fall, every row is stored within a month', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anyTimes, anyTimes),
      anyTruncation,
      anyChanges,
      anyKills,
      async (times, truncation, changes, kills) => {
        const { runProcess, expectAllRowsStored, settle, clock } = start(times, truncation, changes)
        for (const responses of [...kills, Infinity]) await runProcess(responses)
        settle()
        await clock.advance(29 * dayMs)
        await runProcess(Infinity)
        expectAllRowsStored()
      },
    ),
    { numRuns: runs(20) },
  )
}, 60_000)
