import { expect, test } from 'vitest'
import { axisStart } from '../../../src/renderer/chart/ranges.ts'
import { tickFormat, timeTicks } from '../../../src/renderer/chart/time-axis.ts'

const hour = 3_600_000
const day = 24 * hour
const start = new Date(2026, 2, 2, 9, 17).getTime()

test('marks of a day fall on full local hours', () => {
  const ticks = timeTicks(start, start + day, 8)
  expect(ticks.length).toBeGreaterThan(3)
  for (const tick of ticks) expect(new Date(tick).getMinutes()).toBe(0)
})

test('marks of a month fall on local midnights, over a change of the clock too', () => {
  const ticks = timeTicks(start, start + 60 * day, 10)
  expect(ticks.length).toBeGreaterThan(3)
  for (const tick of ticks) expect(new Date(tick).getHours()).toBe(0)
})

test('marks lie within the axis, apart, and not many more than asked for', () => {
  for (const span of [hour / 6, hour, 5 * hour, day, 7 * day, 30 * day, 400 * day, 9000 * day]) {
    const ticks = timeTicks(start, start + span, 6)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(new Set(ticks).size).toBe(ticks.length)
    for (const tick of ticks) expect(tick >= start && tick <= start + span).toBe(true)
  }
})

test('an axis of no length has no marks', () => {
  expect(timeTicks(start, start, 6)).toEqual([])
  expect(timeTicks(start, Number.NaN, 6)).toEqual([])
})

test('a day is marked by times, a month by dates', () => {
  expect(tickFormat(day, 'en-GB').format(start)).toBe('09:17')
  expect(tickFormat(30 * day, 'en-GB').format(start)).toBe('2 Mar')
})

test('the axis begins with the range, or with a later first reading, but spans an hour at least', () => {
  const now = 100 * day
  expect(axisStart('1W', now, now - 30 * day)).toBe(now - 7 * day)
  expect(axisStart('1W', now, now - 2 * day)).toBe(now - 2 * day)
  expect(axisStart('All', now, now - 2 * day)).toBe(now - 2 * day)
  expect(axisStart('1M', now, now - 5)).toBe(now - hour)
})
