import { expect, test } from 'vitest'
import { venues } from '#main/demo/data/venues.ts'
import { Calendar } from '#main/demo/market/calendar.ts'
import { dayOf } from '#main/demo/values/day.ts'
import { dayMs } from '#shared/durations.ts'

const calendar = new Calendar()
const hours = (mic: string, day: number) =>
  calendar
    .sessionsOn(mic, day)
    .filter(({ type }) => type === 'CORE_TRADING')
    .map(({ startAt, endAt }) => [startAt, endAt].map((at) => new Date(at).toISOString().slice(11, 16)).join('-'))

test("New York's trading hours follow daylight saving time", () => {
  expect(hours('XNYS', dayOf(2026, 3, 6))).toEqual(['14:30-21:00'])
  expect(hours('XNYS', dayOf(2026, 3, 9))).toEqual(['13:30-20:00'])
  expect(hours('XNYS', dayOf(2026, 10, 30))).toEqual(['13:30-20:00'])
  expect(hours('XNYS', dayOf(2026, 11, 2))).toEqual(['14:30-21:00'])
})

test("Moscow's and Frankfurt's trading hours are correct", () => {
  expect(hours('MISX', dayOf(2026, 7, 1))).toEqual(['06:50-15:50'])
  expect(hours('XETR', dayOf(2026, 3, 27))).toEqual(['08:00-16:30'])
  expect(hours('XETR', dayOf(2026, 3, 30))).toEqual(['07:00-15:30'])
})

test('weekends and holidays are closed all day, except in markets that never close', () => {
  for (const day of [dayOf(2026, 2, 28), dayOf(2026, 1, 1)]) {
    expect(calendar.sessionsOn('MISX', day).map(({ type }) => type)).toEqual(['CLOSED'])
    expect(hours('_FX24', day)).toEqual(['00:00-00:00'])
  }
})

test('the sessions of a day have no gap and no overlap, in every market', () => {
  for (const mic of venues.keys()) {
    for (let day = dayOf(2026, 1, 1); day < dayOf(2026, 12, 31); day += 3) {
      const sessions = calendar.sessionsOn(mic, day)
      sessions.forEach(({ startAt, endAt }, index) => {
        expect(endAt).toBeGreaterThan(startAt)
        if (index > 0) expect(startAt).toBe(sessions[index - 1]!.endAt)
      })
      expect(sessions.at(-1)!.endAt - sessions[0]!.startAt).toBe(dayMs)
    }
  }
})

test('between trading days and during clearing the price is that of the last trade', () => {
  const sunday = Date.UTC(2026, 2, 1, 12)
  const day = calendar.tradingDay('MISX', sunday)
  expect(new Date(day.at).toISOString()).toBe('2026-02-27T20:50:00.000Z')
  expect(new Date(day.previousCloseAt).toISOString()).toBe('2026-02-26T20:50:00.000Z')
  expect(day.isOpen).toBe(false)
  const clearing = calendar.tradingDay('RTSX', Date.UTC(2026, 2, 2, 11, 3))
  expect([new Date(clearing.at).toISOString(), clearing.isOpen]).toEqual(['2026-03-02T11:00:00.000Z', false])
})
