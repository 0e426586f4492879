import { expect, test } from 'vitest'
import { askedDates } from '#renderer/search/answers/asked-dates.ts'

const today = '2026-11-26'
const daysIn = (text: string) => askedDates(text, today).days.map(({ date }) => date)
const monthsIn = (text: string) => askedDates(text, today).periods.map(({ year, month }) => [year, month])

test.each([
  ['what was it worth on 1 August', '2026-08-01'],
  ['august 1st', '2026-08-01'],
  ['3 May', '2026-05-03'],
  ['31 dec', '2025-12-31'],
  ['29 feb', '2024-02-29'],
  ['1 aug 2024', '2024-08-01'],
  ['January 5 2025', '2025-01-05'],
  ['2026-08-01', '2026-08-01'],
  ['сколько было 01.08.2026', '2026-08-01'],
  ['сколько было 1 августа', '2026-08-01'],
  ['9 мая 2025', '2025-05-09'],
])('“%s” names %s', (text, date) => {
  expect(daysIn(text)).toEqual([date])
})

test('a day that does not exist is no day', () => {
  expect(daysIn('31 June')).toEqual([])
  expect(daysIn('2026-02-30')).toEqual([])
})

test.each([
  ['what did I do in August', [2026, 7]],
  ['december', [2025, 11]],
  ['in may', [2026, 4]],
  ['taxes in March 2024', [2024, 2]],
  ['что я делал в августе', [2026, 7]],
  ['комиссии за май', [2026, 4]],
  ['налоги в марте 2024', [2024, 2]],
  ['taxes in 2025', [2025, null]],
])('“%s” names %s', (text, period) => {
  expect(monthsIn(text)).toEqual([period])
})

test('words that only look like months are none, and a month includes all its days', () => {
  expect(monthsIn('may I market the decline of Mayor')).toEqual([])
  const [august] = askedDates('August', today).periods
  expect([august?.from, august?.to]).toEqual([new Date(2026, 7, 1).getTime(), new Date(2026, 8, 1).getTime()])
})

test('the words of a day are those that were typed', () => {
  expect(askedDates('worth on August 1st 2025', today).days).toEqual([{ date: '2025-08-01', words: 'august 1st 2025' }])
})
