import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHistory } from '../../../src/main/sync/history.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { booked, dayMs, HistoryService } from '../../fakes/history-service.ts'
import { startSync } from './harness.ts'

const accountIds = ['1900001', 'TRQD05:989213']
const signal = new AbortController().signal
const now = Date.UTC(2026, 2, 2, 9)

/** Rows all over the years, and bursts of more than some caps carry. */
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
const anyWay = fc.record({
  order: fc.constantFrom('newest' as const, 'oldest' as const, 'shuffled' as const),
  kept: fc.constantFrom('newest' as const, 'oldest' as const, 'any' as const),
  isEndInclusive: fc.boolean(),
})
/** After how many answers the cap is which; and after how many all in memory is lost. */
const anyChanges = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...caps)), { maxLength: 4 })
const anyKills = fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 4 })

type Way = typeof anyWay extends fc.Arbitrary<infer T> ? T : never

function start(times: readonly (readonly number[])[], way: Way, changes: readonly (readonly [number, number])[]) {
  const sync = startSync()
  const service = new HistoryService({ cap: caps[0], ...way })
  for (const [i, accountId] of accountIds.entries())
    service.put(
      accountId,
      (times[i] ?? []).map((at, id) => booked(id, at)),
    )
  let answers = 0
  const starts = changes.map(([, cap], i) => ({
    at: changes.slice(0, i + 1).reduce((sum, [one]) => sum + one, 0),
    cap,
  }))
  let left = Infinity
  service.beforeAnswer = () => {
    if (left-- <= 0) throw new AppError('cancelled', 'Killed')
    answers++
    const cap = starts.findLast(({ at }) => at < answers)?.cap
    if (cap !== undefined) service.options = { ...service.options, cap }
  }
  sync.broker.answers.listTransactions = service.answer

  /** A life of the process: until all is read, or so many answers came. */
  async function live(most: number): Promise<void> {
    left = most
    const history = createHistory(sync.context)
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

  function expectTruth(): void {
    for (const accountId of accountIds) {
      const gaps = sync.cache.history.gaps(accountId)
      const missing = service
        .truth(accountId)
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
  return { ...sync, service, live, expectTruth, settle: () => (service.beforeAnswer = () => undefined) }
}

test('caps that fall whenever they like cost no row, however the service sorts and whenever the process ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyTimes, anyTimes), anyWay, anyChanges, anyKills, async (times, way, changes, kills) => {
      const falling = changes.toSorted(([, a], [, b]) => b - a)
      const { live, expectTruth } = start(times, way, falling)
      for (const answers of [...kills, Infinity]) await live(answers)
      // The last days may have been taken back after they were read: they are read each minute.
      await live(Infinity)
      expectTruth()
    }),
    { numRuns: 20 },
  )
}, 60_000)

test('whatever became of caps that rise and fall, within a month all is here', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyTimes, anyTimes), anyWay, anyChanges, anyKills, async (times, way, changes, kills) => {
      const { live, expectTruth, settle, clock } = start(times, way, changes)
      for (const answers of [...kills, Infinity]) await live(answers)
      settle()
      await clock.advance(29 * dayMs)
      await live(Infinity)
      expectTruth()
    }),
    { numRuns: 20 },
  )
}, 60_000)
