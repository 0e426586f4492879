import { expect, it } from 'vitest'
import { moneyWeighted } from '#main/insight/performance/money-weighted.ts'
import { dayMs } from '#shared/durations.ts'
import { dec } from '../../cache/open-cache.ts'

const from = Date.UTC(2022, 0, 1)

/** A flow on a day: positive comes in, negative goes out. */
const flowOf = ([day, amount]: readonly [number, string]) => ({
  at: from + day * dayMs,
  in: dec(amount.startsWith('-') ? '0' : amount),
  out: dec(amount.startsWith('-') ? amount.slice(1) : '0'),
})
const read = (
  begin: string | null,
  end: string | null,
  flows: readonly (readonly [number, string])[] = [],
  dayCount = 365,
) =>
  moneyWeighted({
    ...{ from, to: from + dayCount * dayMs },
    ...{ begin: begin === null ? null : dec(begin), end: end === null ? null : dec(end), flows: flows.map(flowOf) },
  })

it('a growth from 100 to 110 in one year is a return of 10 %', () => {
  const found = read('100', '110')
  expect(found.reason).toBe(null)
  expect(found.roots[0]).toBeCloseTo(0.1, 12)
})

it('a missing rate has a reason', () => {
  expect(read(null, '1')).toEqual({ roots: [], reason: 'unknown-value', periodReturn: null })
  expect(read('0', '0')).toEqual({ roots: [], reason: 'no-flows', periodReturn: null })
  expect(read('100', '0')).toEqual({ roots: [-1], reason: null, periodReturn: null })
  expect(read('-100', '5').reason).toBe('no-rate')
})

it('several rates are all listed', () => {
  const found = read('1000', '-1320', [[365, '-2300']], 730)
  expect(found.reason).toBe('several-rates')
  expect(found.roots.map((root) => Math.round(root * 1000) / 1000)).toEqual([0.1, 0.2])
})

it('less than a year has no annual rate but the return of the period', () => {
  const invested = read('0', '44', [[10, '40']])
  expect(invested).toMatchObject({ roots: [], reason: 'short-period' })
  expect(invested.periodReturn).toBeCloseTo(0.1, 12)
})

it('the period ends when nothing is invested any more', () => {
  const found = read(
    '0',
    '0',
    [
      [2, '10000'],
      [3, '-10100'],
    ],
    730,
  )
  expect(found).toMatchObject({ roots: [], reason: 'short-period' })
  expect(found.periodReturn).toBeCloseTo(0.01, 12)
  const sameDay = read(
    '0',
    '0',
    [
      [2, '1000'],
      [2, '-800'],
    ],
    730,
  )
  expect(sameDay.periodReturn).toBeCloseTo(-0.2, 12)
})

it('more lost than invested has no rate, and -100 % is never invented', () => {
  expect(read('0', '-500', [[1, '1000']], 730)).toEqual({ roots: [], reason: 'more-lost', periodReturn: null })
  expect(
    read(
      '0',
      '-500',
      [
        [1, '1000'],
        [500, '-100'],
      ],
      730,
    ).reason,
  ).toBe('more-lost')
  // A tax on an instrument that is no longer held.
  const tax = { at: from + dayMs, in: dec('0'), out: dec('-13') }
  const found = moneyWeighted({ from, to: from + 730 * dayMs, begin: dec('0'), end: dec('0'), flows: [tax] })
  expect(found).toEqual({ roots: [], reason: 'no-flows', periodReturn: null })
})
