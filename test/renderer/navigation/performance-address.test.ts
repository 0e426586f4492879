import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultPerformance,
  isBarePerformanceHash,
  isPerformanceHash,
  performanceHash,
  performanceSettingsOf,
  periodNames,
  type PerformanceSettings,
  type PeriodChoice,
} from '#renderer/navigation/performance-address.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const maybe = fc.option(text, { nil: null })
const days = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.nat(4_000)).map(([first, more]): PeriodChoice => {
  const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
  return { name: 'days', first: date(first), last: date(first + more) }
})
const settings: fc.Arbitrary<PerformanceSettings> = fc.record({
  accountId: fc.oneof(fc.constant(undefined), maybe),
  symbol: maybe,
  type: maybe,
  currency: maybe,
  period: fc.oneof(
    fc.constantFrom(...periodNames).map((name): PeriodChoice => ({ name })),
    days,
  ),
  table: fc.constantFrom('year', 'month'),
  benchmark: maybe,
  taxYear: fc.option(fc.integer({ min: 1970, max: 2100 }), { nil: null }),
})

test('an address contains all settings', () => {
  fc.assert(
    fc.property(settings, (each) => {
      expect(performanceSettingsOf(performanceHash(each))).toEqual(each)
    }),
  )
})

test('the default settings have the plain address', () => {
  expect(performanceHash(defaultPerformance)).toBe('#/performance')
  expect(isBarePerformanceHash('#/performance')).toBe(true)
  expect(isPerformanceHash('#/performance?period=all')).toBe(true)
  expect(isPerformanceHash('#/performances')).toBe(false)
})

test('all accounts and the account of the window have different addresses', () => {
  expect(performanceSettingsOf('#/performance?account=').accountId).toBeNull()
  expect(performanceSettingsOf('#/performance').accountId).toBeUndefined()
})

test.each([
  'period=2024-02-31..2024-03-01',
  'period=2024-05-01..2024-04-01',
  'period=ever',
  'table=week',
  'lots=24',
  'symbol=',
  `symbol=${'x'.repeat(200)}`,
])('an invalid part of an address is ignored: %s', (part) => {
  expect(performanceSettingsOf(`#/performance?${part}`)).toEqual(defaultPerformance)
})
