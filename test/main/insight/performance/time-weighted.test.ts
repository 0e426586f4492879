import { expect, it } from 'vitest'
import { linkDays } from '../../../../src/main/insight/performance/time-weighted.ts'
import { dayMs } from '../../../../src/shared/durations.ts'

const from = 20_000 * dayMs
const at = (index: number): number => from + index * dayMs
const link = (values: readonly (number | null)[], flows: readonly number[] = values.slice(1).map(() => 0)) =>
  linkDays({ from, values, flows })

it('a flow counts from the start of its day', () => {
  expect(link([100, 110, 231], [0, 100])?.twr.total).toBeCloseTo(1.1 * (231 / 210) - 1, 12)
})

it('a window of several days has its money-weighted return', () => {
  const twr = link([100, null, null, 242], [0, 0, 0])?.twr
  expect(twr).toMatchObject({ coveredShare: 1 / 3, gaps: [{ from: at(0), to: at(2) }] })
  expect(twr?.total).toBeCloseTo(1.42, 12)
  // 100 for two days and 50 for one day: 100 g² + 50 g = 176 gives g = 1.1 for a day.
  expect(link([100, null, 176], [0, 50])?.twr.total).toBeCloseTo(1.1 ** 2 - 1, 9)
})

it('there is no growth before the first and after the last known value', () => {
  expect(link([null, 100, 150, null])?.twr).toEqual({
    ...{ total: 0.5, coveredShare: 2 / 3, from: at(1), to: at(2) },
    gaps: [
      { from: at(0), to: at(1) },
      { from: at(2), to: at(3) },
    ],
  })
  expect(link([null, 100, null])).toBe(null)
})

it('a window that begins with a value of zero has no return', () => {
  expect(link([0, 0, 0])?.twr.total).toBe(null)
  expect(link([0, 50, 60])?.twr).toMatchObject({ gaps: [{ from: at(0), to: at(1) }] })
  expect(link([0, 100, 110], [100, 0])?.twr.total).toBeCloseTo(0.1, 12)
})

it('drawdown and volatility need 60 covered days, and a drawdown is measured from the last peak', () => {
  const values = Array.from({ length: 62 }, (_, index) => 100 + index)
  expect(link(values.slice(0, 60))).toMatchObject({ drawdown: null, volatility: null, coveredDays: 59 })
  const fallen = [...values, 80.5]
  const found = link(fallen)
  expect(found?.drawdown).toMatchObject({ share: -0.5, peakAt: at(61), lowAt: at(62) })
  expect(found?.volatility).toBeGreaterThan(0)
})
