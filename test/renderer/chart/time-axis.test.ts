import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisStart, tickFormat, timeTicks } from '#renderer/chart/time-axis.ts'
import { startOfDay } from '#shared/period.ts'
import { useZones, zones } from '../../fakes/time-zone.ts'

const inZone = useZones()

const hour = 3_600_000
const day = 24 * hour
const start = new Date(2026, 2, 2, 9, 17).getTime()

test('the marks of a day are on whole local hours', () => {
  const ticks = timeTicks(start, start + day, 8)
  expect(ticks.length).toBeGreaterThan(3)
  for (const tick of ticks) expect(new Date(tick).getMinutes()).toBe(0)
})

test('the marks of a month are on local midnights, also across a clock change', () => {
  const ticks = timeTicks(start, start + 60 * day, 10)
  expect(ticks.length).toBeGreaterThan(3)
  for (const tick of ticks) expect(new Date(tick).getHours()).toBe(0)
})

test('marks are within the axis, in order, and at most one more than requested', () => {
  for (const span of [hour / 6, hour, 5 * hour, day, 7 * day, 30 * day, 400 * day, 9000 * day]) {
    const ticks = timeTicks(start, start + span, 6)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(new Set(ticks).size).toBe(ticks.length)
    for (const tick of ticks) expect(tick >= start && tick <= start + span).toBe(true)
  }
})

test.each(zones)('day marks are at the start of days and hour marks on whole hours, in order, in %s', (zone) => {
  inZone(zone)
  const dates = ['2026-03-08', '2026-03-29', '2026-04-24', '2026-10-25', '2026-10-30', '2026-11-01']
  const begin = fc
    .tuple(fc.constantFrom(...dates), fc.integer({ min: -2_880, max: 2_880 }))
    .map(([date, minutes]) => Date.parse(`${date}T00:00:00Z`) + minutes * 60_000)
  const span = fc.constantFrom(5 * hour, day, 3 * day, 10 * day, 60 * day, 400 * day)
  fc.assert(
    fc.property(begin, span, (from, width) => {
      const ticks = timeTicks(from, from + width, 8)
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b))
      for (const tick of ticks) {
        const date = new Date(tick)
        expect(date.getMinutes()).toBe(0)
        if (width > 8 * 12 * hour) expect(tick).toBe(startOfDay(date.getFullYear(), date.getMonth(), date.getDate()))
      }
    }),
  )
})

test('an axis without length has no marks', () => {
  expect(timeTicks(start, start, 6)).toEqual([])
  expect(timeTicks(start, Number.NaN, 6)).toEqual([])
})

test('the marks of a day are times; the marks of a month are dates', () => {
  expect(tickFormat(day, 'en-GB').format(start)).toBe('09:17')
  expect(tickFormat(30 * day, 'en-GB').format(start)).toBe('2 Mar')
  expect(tickFormat(2 * 365 * day, 'en-GB').format(start)).toBe('Mar 2026')
  expect(tickFormat(7 * 365 * day, 'en-GB').format(start)).toBe('2026')
})

test('the axis spans its whole range even if little is recorded; the range All starts at the first point and spans at least an hour', () => {
  const now = 100 * day
  expect(axisStart('1W', now, now - 30 * day)).toBe(now - 7 * day)
  expect(axisStart('1W', now, now - 2 * day)).toBe(now - 7 * day)
  expect(axisStart('1M', now, now - 5)).toBe(now - 30 * day)
  expect(axisStart('All', now, now - 2 * day)).toBe(now - 2 * day)
  expect(axisStart('All', now, now - 5)).toBe(now - hour)
})
