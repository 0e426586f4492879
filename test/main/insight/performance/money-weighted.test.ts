import { expect, it } from 'vitest'
import { moneyWeighted } from '../../../../src/main/insight/performance/money-weighted.ts'
import { dayMs } from '../../../../src/shared/durations.ts'
import { dec } from '../../cache/open-cache.ts'

const from = Date.UTC(2022, 0, 1)
const year = { from, to: from + 365 * dayMs }
const read = (begin: string | null, end: string | null, flows: readonly (readonly [number, string])[] = []) =>
  moneyWeighted({
    ...{ ...year, begin: begin === null ? null : dec(begin), end: end === null ? null : dec(end) },
    flows: flows.map(([day, amount]) => ({ at: from + day * dayMs, amount: dec(amount) })),
  })

it('a growth from 100 to 110 in one year is a return of 10 %', () => {
  const found = read('100', '110')
  expect(found.reason).toBe(null)
  expect(found.roots[0]).toBeCloseTo(0.1, 12)
})

it('a missing rate has a reason', () => {
  expect(read(null, '1')).toEqual({ roots: [], reason: 'unknown-value' })
  expect(read('0', '0')).toEqual({ roots: [], reason: 'no-flows' })
  expect(read('0', '50', [[10, '40']])).toEqual({ roots: [], reason: 'short-period' })
  expect(read('100', '0')).toEqual({ roots: [-1], reason: null })
  expect(read('-100', '5').reason).toBe('no-rate')
})

it('several rates are all listed', () => {
  const found = moneyWeighted({
    ...{ from, to: from + 730 * dayMs, begin: dec('1000'), end: dec('-1320') },
    flows: [{ at: from + 365 * dayMs, amount: dec('-2300') }],
  })
  expect(found.reason).toBe('several-rates')
  expect(found.roots.map((root) => Math.round(root * 1000) / 1000)).toEqual([0.1, 0.2])
})
