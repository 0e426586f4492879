import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCut } from '../../../src/renderer/transactions/find-cut.ts'

test('a cut near any rank is found in few counts, newest first and oldest first, however rows lie in time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 400 }),
      fc.nat(400),
      fc.boolean(),
      async (times, rank, isNewest) => {
        const rows = times.toSorted((a, b) => (isNewest ? b - a : a - b))
        let counts = 0
        const countAbove = async (at: number) => {
          counts += 1
          return rows.filter((time) => (isNewest ? time >= at : time < at)).length
        }
        const wanted = Math.min(rank, rows.length - 1)
        const cut = await findCut({
          rank: wanted,
          count: rows.length,
          first: rows[0]!,
          last: rows.at(-1)!,
          countAbove,
          toleranceRows: 5,
        })
        expect(counts).toBeLessThanOrEqual(12)
        // The rank is exact whatever was found.
        expect(cut.rank).toBe(cut.at === null ? 0 : await countAbove(cut.at))
      },
    ),
  )
})

test('in evenly spread rows the cut is within the tolerance', async () => {
  const count = 1_000_000
  const countAbove = async (at: number) => Math.min(count, Math.max(0, Math.floor((count * 1000 - at) / 1000)))
  for (const rank of [0, 1234, 500_000, 999_000]) {
    const cut = await findCut({ rank, count, first: count * 1000, last: 1000, countAbove, toleranceRows: 1000 })
    expect(Math.abs(cut.rank - rank)).toBeLessThanOrEqual(1000)
  }
})
