import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { AppError } from '#shared/errors.ts'
import { booked, dayMs, HistoryService, type ServiceOptions } from '../../../fakes/history-service.ts'
import { runs } from '../../../runs.ts'
import { startSync } from '../harness.ts'

const accountIds = ['1900001', 'TRQD05:989213']
const signal = new AbortController().signal
const now = Date.UTC(2026, 2, 2, 9)

/** Groups of rows anywhere in eleven years, some within one second, some within an hour. */
const anyTimes = fc
  .array(
    fc.record({
      daysBack: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 4_000 })),
      second: fc.nat(86_399),
      size: fc.constantFrom(1, 1, 2, 5, 30, 90),
      spreadSeconds: fc.constantFrom(0, 1, 60, 3_600, 86_400),
    }),
    { maxLength: 14 },
  )
  .map((groups) =>
    groups.flatMap(({ daysBack, second, size, spreadSeconds }) =>
      Array.from(
        { length: size },
        (_, i) => now - daysBack * dayMs - (second + Math.floor((i * spreadSeconds) / size)) * 1_000,
      ),
    ),
  )

const anyOptions: fc.Arbitrary<ServiceOptions> = fc.record({
  cap: fc.constantFrom(2, 7, 20, 64, 100),
  order: fc.constantFrom('newest', 'oldest', 'shuffled'),
  kept: fc.constantFrom('newest', 'oldest', 'any'),
  isEndInclusive: fc.boolean(),
  widestMs: fc.constantFrom(Infinity, Infinity, 400 * dayMs),
})

test('for all rows and all ways of truncation, every row is stored in the end or its second is a known gap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anyTimes, anyTimes),
      anyOptions,
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
      async (times, options, killedAfter) => {
        const { cache, broker, context } = startSync()
        const service = new HistoryService(options)
        for (const [i, accountId] of accountIds.entries())
          service.addRows(
            accountId,
            (times[i] ?? []).map((at, id) => booked(id, at)),
          )
        broker.responses.listTransactions = service.respond

        // Each round is a new process with the same cache: everything in memory is lost.
        for (const responses of [...killedAfter, Infinity]) {
          const history = new HistorySync(context)
          let left = responses
          service.beforeResponse = () => {
            if (left-- <= 0) throw new AppError('cancelled', 'Killed')
          }
          try {
            for (const accountId of accountIds) await history.readRecent(accountId, { purpose: 'held', signal })
            for (let step = 0; ; step++) {
              expect(step).toBeLessThan(3_000)
              if ((await history.readFurther(accountIds, { purpose: 'background', signal })) === 'nothing') break
            }
          } catch (error) {
            if (!(error instanceof AppError)) throw error
          }
        }

        for (const accountId of accountIds) {
          const stored = new Set(
            cache.transactions
              .page({ accountId, before: null, limit: 1_000 })
              .rows.map(({ transaction }) => transaction.id),
          )
          const allRows = service.allRows(accountId)
          const gaps = cache.history.gaps(accountId)
          const isInGap = (at: number): boolean => gaps.some(({ from, to }) => from <= at && at < to)
          const missing = allRows.filter(({ id, at }) => !stored.has(id) && !isInGap(at))
          // If the service only responds for a single second, a response truncated at a small cap looks like a complete
          // one.
          const isDecidable = options.widestMs === Infinity && new Set(allRows.map(({ at }) => at)).size > 1
          if (isDecidable || (options.cap ?? 0) >= 50) expect(missing).toEqual([])
          for (const gap of isDecidable ? gaps : []) {
            const inGap = allRows.filter(({ at }) => gap.from <= at && at < gap.to)
            expect(inGap.length).toBeGreaterThanOrEqual(options.cap ?? 0)
          }
          expect(cache.history.beginning(accountId)).not.toBeNull()
        }
      },
    ),
    { numRuns: runs(150) },
  )
}, 60_000)
