import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { runs } from '../../../runs.ts'
import { accountId, evenly, start } from './rig.ts'

const caps = [100, 64, 40] as const
const anyService = fc.record({
  cap: fc.constantFrom(...caps),
  order: fc.constantFrom('newest' as const, 'oldest' as const, 'shuffled' as const),
  kept: fc.constantFrom('newest' as const, 'oldest' as const, 'any' as const),
  isEndInclusive: fc.boolean(),
})
/** What happens to the service, and how long after what happened before. */
const anyStep = fc.record({
  afterMinutes: fc.constantFrom(1, 7, 90, 26 * 60),
  removed: fc.array(fc.nat(300), { maxLength: 8 }),
  returned: fc.array(fc.nat(300), { maxLength: 4 }),
  cap: fc.constantFrom(undefined, undefined, ...caps, 39, 63, 99),
})

test('whatever the service takes back, sends again and cuts off: only what it took back is withdrawn, and all of it in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.constantFrom(40, 150, 300), fc.constantFrom(3, 60, 700)),
      anyService,
      fc.array(anyStep, { minLength: 1, maxLength: 6 }),
      async ([rowCount, days], options, steps) => {
        const rig = start(options)
        const { service, clock, readAll, journal, cache } = rig
        const rows = evenly(clock.now(), rowCount, days)
        service.addRows(accountId, rows)
        await readAll()
        const taken = new Set<string>()
        const expectNoneTooMany = (): void => {
          for (const { transaction } of journal.withdrawn.list()) expect(taken).toContain(transaction.id)
        }
        for (const { afterMinutes, removed, returned, cap } of steps) {
          for (const id of removed.map(String)) taken.add(id)
          service.removeRows(accountId, removed.map(String))
          service.addRows(
            accountId,
            rows.filter(({ id }) => returned.includes(Number(id)) && taken.has(id)),
          )
          if (cap !== undefined) service.options = { ...service.options, cap }
          for (let left = 3; left > 0; left--) {
            await clock.advance((afterMinutes * minuteMs) / 3)
            await readAll()
            expectNoneTooMany()
          }
        }
        const kept = new Set(service.allRows(accountId).map(({ id }) => id))
        const isNoticed = (): boolean =>
          rows.every(({ id }) => kept.has(id) === (cache.transactions.get(accountId, id) !== null))
        // All periods are read again within some weeks, and each missing row as often as it must be.
        for (let [step, after] = [0, 0]; step < 140 && after < 12; step++) {
          await clock.advance(6 * hourMs)
          await readAll()
          expectNoneTooMany()
          after = isNoticed() ? after + 1 : 0
        }
        const withdrawn = journal.withdrawn.list().map(({ transaction }) => transaction.id)
        expect(withdrawn.filter((id) => kept.has(id))).toEqual([])
        const stored = rows.filter(({ id }) => cache.transactions.get(accountId, id) !== null).map(({ id }) => id)
        const gaps = cache.history.gaps(accountId)
        const isInGap = (id: string): boolean =>
          rows.some((row) => row.id === id && gaps.some(({ from, to }) => from <= row.at && row.at < to))
        expect(stored.filter((id) => !isInGap(id))).toEqual(
          rows.filter(({ id }) => kept.has(id) && !isInGap(id)).map(({ id }) => id),
        )
      },
    ),
    { numRuns: runs(25) },
  )
}, 120_000)
