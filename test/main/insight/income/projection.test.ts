import { expect, test } from 'vitest'
import { dayOf, dayOfDate } from '#main/insight/events/days.ts'
import {
  oneYearLater,
  projectCoupons,
  projectDividends,
  redemptionOf,
  frequencyOf,
  type BondTerms,
} from '#main/insight/income/projection.ts'
import { bond, dividend, now, symbol, units } from './income-rig.ts'

const today = dayOf(now)
const days = (dates: readonly string[]): number[] => dates.flatMap((date) => dayOfDate(date) ?? [])

test.each([
  ['monthly', ['2026-01-05', '2026-02-09', '2026-03-06', '2026-04-03']],
  ['quarterly', ['2025-05-20', '2025-08-12', '2025-11-20', '2026-02-18']],
  ['half-yearly', ['2024-12-01', '2025-06-10', '2025-12-04']],
  ['annual', ['2024-06-20', '2025-06-16', '2026-06-12']],
])('%s payments have that frequency', (name, dates) => {
  expect(frequencyOf(days(dates))?.name).toBe(name)
})

test.each([
  ['two payments', ['2025-06-16', '2026-06-12']],
  ['irregular intervals', ['2025-01-10', '2025-04-10', '2026-04-10', '2026-06-01']],
  ['annual payments with a missing year', ['2022-06-20', '2024-06-16', '2025-06-12']],
])('%s show no frequency', (_, dates) => {
  expect(frequencyOf(days(dates))).toBeNull()
})

const quarterly = ['2025-05-20', '2025-08-12', '2025-11-20', '2026-02-18', '2026-05-19']
const pastOf = (dates: readonly string[]) => dates.flatMap((date, index) => dividend(date, `1.${index}`))

test('the payments of the last twelve months are projected one year later, each with its own amount and the rule', () => {
  const projected = projectDividends(pastOf(quarterly), today, [])
  expect(projected.map(({ date, each }) => [date, each])).toEqual([
    ['2026-08-12', units('1.1')],
    ['2026-11-20', units('1.2')],
    ['2027-02-18', units('1.3')],
    ['2027-05-19', units('1.4')],
  ])
  expect(projected[0]).toMatchObject({
    source: 'projection',
    rule: { code: 'quarterly-payer', date: '2025-08-12' },
  })
})

test('an announced payment is not projected again', () => {
  const announced = dividend('2026-08-20', '2')
  expect(projectDividends(pastOf(quarterly), today, announced).map(({ date }) => date)).not.toContain('2026-08-12')
})

test('after payments stop, none are projected', () => {
  expect(projectDividends(pastOf(quarterly.slice(0, 3)), today, [])).toEqual([])
})

test('one year after 29 February is 28 February', () => {
  expect(oneYearLater('2028-02-29')).toBe('2029-02-28')
})

const terms: BondTerms = {
  maturesOn: dayOfDate('2027-03-01'),
  isMaturityTyped: false,
  face: units('1000'),
  currency: 'RUB',
}
const coupons = (dates: readonly string[], value: string) =>
  dates.flatMap((date) => bond(symbol, { date, value: value as never }))

test('equal coupons continue at their period until maturity, and the face value is repaid then', () => {
  const events = coupons(['2026-03-01', '2026-05-31'], '20')
  expect(projectCoupons(symbol, events, terms, today).map(({ date }) => date)).toEqual([
    '2026-08-30',
    '2026-11-29',
    '2027-02-28',
  ])
  expect(redemptionOf(symbol, events, terms, today)).toMatchObject([
    { date: '2027-03-01', kind: 'redemption', source: 'projection' },
  ])
})

test('a repayment at a typed maturity says that the date was typed', () => {
  const rules = [terms, { ...terms, isMaturityTyped: true }].map(
    (each) => redemptionOf(symbol, [], each, today)[0]?.rule,
  )
  expect(rules).toEqual([{ code: 'maturity' }, { code: 'typed-maturity' }])
})

test('a future repayment has no amount while the face value is not known, and a past one then has no event', () => {
  const withoutFace = { ...terms, face: null, currency: '' }
  expect(redemptionOf(symbol, [], withoutFace, today)).toMatchObject([{ date: '2027-03-01', each: null }])
  expect(redemptionOf(symbol, [], { ...withoutFace, maturesOn: today }, today)).toEqual([])
})

test('different coupons are not projected, because the next amount is not known', () => {
  const events = [...coupons(['2026-03-01'], '20'), ...coupons(['2026-05-31'], '21')]
  expect(projectCoupons(symbol, events, terms, today)).toEqual([])
})

test('a redemption that the service sends is not added again', () => {
  const served = bond(symbol, {
    ...{ date: '2027-03-01', type: 'AMORTIZATION', value: '1000' as never },
    amortization: { newFaceValue: '0' as never, initialFaceValue: null, percent: null },
  })
  expect(redemptionOf(symbol, served, terms, today)).toEqual([])
})
