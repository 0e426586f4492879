import { expect, it } from 'vitest'
import { compareGrowth } from '#main/insight/performance/compare-growth.ts'
import { dayMs } from '#shared/durations.ts'

const at = (day: number): number => day * dayMs
const own = [0, 1, 2, 5].map((day) => ({ at: at(day), growth: 1 + day / 10, followsGap: false }))

it('both lines begin with 1 on their first common day, and missing days are gaps', () => {
  const prices = [1, 2, 5, 6].map((day) => ({ at: at(day), value: 200 + day }))
  const found = compareGrowth(own, prices, { from: at(0), to: at(6) })
  expect(found.own.map(({ growth }) => growth)).toEqual([1, 1.2 / 1.1, 1.5 / 1.1])
  expect(found.points.map(({ at: time, followsGap }) => [time / dayMs, followsGap])).toEqual([
    [1, false],
    [2, false],
    [5, true],
  ])
  expect(found).toMatchObject({ total: 205 / 201 - 1, ownTotal: 1.5 / 1.1 - 1, coveredShare: 2 / 6 })
  expect(found.gaps).toEqual([
    { from: at(0), to: at(1) },
    { from: at(2), to: at(4) },
    { from: at(5), to: at(6) },
  ])
})

it('without a common day nothing is compared', () => {
  expect(compareGrowth(own, [], { from: at(0), to: at(6) })).toMatchObject({ total: null, ownTotal: null, points: [] })
})
