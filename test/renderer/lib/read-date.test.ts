import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from '#renderer/lib/read-date.ts'
import { readTime } from '#renderer/lib/read-time.ts'
import { createFormat } from '#shared/text/format.ts'

const locales = ['en-GB', 'en-US', 'ru-RU', 'de-DE', 'sv-SE', 'hu-HU', 'ja-JP', 'fa-IR', 'th-TH', 'ar-EG', 'bg-BG']
const today = '2026-09-16'
const anyDay = fc
  .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

test('what a field shows is read as the same date, in each region', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...locales), (date, locale) => {
      const format = createFormat({ locale })
      expect(readDate(format.fieldDate(date), { today, format })).toBe(date)
      expect(readDate(date, { today, format })).toBe(date)
    }),
  )
})

test('a date with the name of its month is read, in languages with names', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom('en-GB', 'en-US', 'ru-RU', 'de-DE', 'fr-FR'), (date, locale) => {
      const format = createFormat({ locale })
      expect(readDate(format.date(date), { today, format })).toBe(date)
    }),
  )
})

test.each([
  ['en-GB', '3/4/2026', '2026-04-03'],
  ['en-US', '3/4/2026', '2026-03-04'],
  ['ru-RU', '3.4.26', '2026-04-03'],
  ['en-GB', '2026/4/3', '2026-04-03'],
  ['en-GB', '3 September 2025', '2025-09-03'],
  ['en-US', 'sep 3, 2025', '2025-09-03'],
  ['en-GB', '2025 Mar 3', '2025-03-03'],
  ['ru-RU', '3 мая 2025', '2025-05-03'],
  ['ru-RU', '3 июня 2025', '2025-06-03'],
  ['en-GB', '16 Sept', '2026-09-16'],
  ['en-GB', '17 Sept', '2025-09-17'],
  ['en-GB', '17/9', '2025-09-17'],
  ['en-US', '9/15', '2026-09-15'],
  ['en-GB', '29 Feb', '2024-02-29'],
  ['en-GB', '31/4/2026', null],
  ['en-US', '31/3/2026', null],
  ['en-GB', '3 ma 2026', null],
  ['en-GB', '3 foo 2026', null],
  ['en-GB', 'March 2026', null],
  ['en-GB', '2026-03', null],
  ['en-GB', '3', null],
  ['en-GB', '1/2/3/4', null],
  ['en-GB', '1/2/202', null],
  ['en-GB', '', null],
] as const)('%s: “%s” is %s', (locale, text, date) => {
  expect(readDate(text, { today, format: createFormat({ locale }) })).toBe(date)
})

test('without a year, a date that is ahead is the next such day', () => {
  const format = createFormat({ locale: 'en-GB' })
  const read = (text: string) => readDate(text, { today, isAhead: true, format })
  expect(['16 Sept', '15 Sept', '29 Feb'].map(read)).toEqual(['2026-09-16', '2027-09-15', '2028-02-29'])
})

test.each([
  ['22:30', '22:30'],
  ['9.05', '09:05'],
  ['7', '07:00'],
  ['10:30 PM', '22:30'],
  ['12 am', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['24:00', null],
  ['7:60', null],
  ['13 pm', null],
  ['0 am', null],
  ['noon', null],
  ['', null],
] as const)('the time “%s” is %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})
