import { expect, test } from 'vitest'
import { datesOf, spanOf, yearsOf } from '#renderer/performance/view/periods.ts'

const at = (text: string) => Date.parse(text)
const now = at('2026-03-02T23:59:59Z')
const shown = (...parts: Parameters<typeof spanOf>) => Object.values(datesOf(spanOf(...parts))).join(' … ')

test('named periods end with today, in UTC days', () => {
  expect(shown({ name: 'year' }, now, null)).toBe('2026-01-01 … 2026-03-02')
  expect(shown({ name: '1y' }, now, null)).toBe('2025-03-03 … 2026-03-02')
  expect(shown({ name: '3y' }, now, null)).toBe('2023-03-03 … 2026-03-02')
})

test('a year has at least 365 days, also when its first day does not exist a year earlier', () => {
  const { from, to } = spanOf({ name: '1y' }, at('2028-02-28T12:00:00Z'), null)
  expect((to - from) / 86_400_000).toBe(365)
})

test('the period of all days begins with the first transaction, or with 1970 while that is unknown', () => {
  expect(shown({ name: 'all' }, now, at('2019-07-08T14:00:00Z'))).toBe('2019-07-08 … 2026-03-02')
  expect(shown({ name: 'all' }, now, null)).toBe('1970-01-01 … 2026-03-02')
  expect(shown({ name: 'all' }, now, now + 86_400_000)).toBe('2026-03-02 … 2026-03-02')
})

test('two chosen days are both included', () => {
  const span = spanOf({ name: 'days', first: '2024-12-31', last: '2026-01-01' }, now, null)
  expect(span).toEqual({ from: at('2024-12-31T00:00:00Z'), to: at('2026-01-02T00:00:00Z') })
  expect(yearsOf(span)).toEqual([2026, 2025, 2024])
})
