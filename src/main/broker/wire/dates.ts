import { dayMs, hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import type { CalendarDate, Instant } from '#shared/model/values.ts'
import { noteUnreadable } from './observed.ts'

// As in `decode.ts`, each of these functions returns `null` for "not stated" and `undefined` for "stated, but unreadable".

const timestampForm = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d)))?$/i
const earliest = -62_135_596_800_000

/**
 * Reads RFC 3339 with 0 to 9 fraction digits as UTC ms, truncated to milliseconds. A date without time is the start of
 * that UTC day.
 */
export function readInstant(text: string): Instant | null | undefined {
  if (text === '') return null
  const parts = timestampForm.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, offsetHour, offsetMinute] =
    parts
  const midnight = utcMidnight(Number(year), Number(month), Number(day))
  if (midnight === undefined || +hour > 23 || +minute > 59 || +second > 60) return undefined
  const local = midnight + +hour * hourMs + +minute * minuteMs + +second * secondMs
  const instant = local + (fraction === '' ? 0 : +fraction.slice(0, 3).padEnd(3, '0'))
  const utc =
    sign === undefined
      ? instant
      : instant - (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -minuteMs : minuteMs)
  return utc >= earliest && utc < utcEnd ? utc : undefined
}

// Date.UTC reads the years 0 to 99 as 1900 to 1999. The calendar repeats every 400 years, so another year is used.
function utcMidnight(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const cycles = Math.floor(year / 400)
  const twinYear = 2000 + (year - cycles * 400)
  if (day > 28 && day > new Date(Date.UTC(twinYear, month, 0)).getUTCDate()) return undefined
  return Date.UTC(twinYear, month - 1, day) + (cycles - 5) * 146_097 * dayMs
}
const utcEnd = Date.UTC(10_000, 0, 1)

/** A Date of three integers as sent; 0 or absent means "not stated". */
interface RawDate {
  readonly year?: number | null | undefined
  readonly month?: number | null | undefined
  readonly day?: number | null | undefined
}

/** No event of an instrument is earlier or later: such a date is a mistake of the service. */
const [firstYear, lastYear] = [1970, 2100]

/**
 * Returns `2026-03-31`, `2026-03` or `2026`, depending on the stated parts. Without a year the date is not stated. A year
 * before 1970 or after 2100 is noted and treated as not stated, so that no figure follows from it.
 */
export function readDate(raw: RawDate | null | undefined): CalendarDate | null | undefined {
  const year = raw?.year ?? 0
  const month = raw?.month ?? 0
  const day = raw?.day ?? 0
  if (year < 0 || year > 9999 || month < 0 || month > 12 || day < 0 || day > 31) return undefined
  if (year === 0) return null
  if (year < firstYear || year > lastYear) {
    noteUnreadable('year')
    return null
  }
  const yearText = String(year).padStart(4, '0')
  if (month === 0) return yearText
  const monthText = `${yearText}-${String(month).padStart(2, '0')}`
  if (day === 0) return monthText
  return utcMidnight(year, month, day) === undefined ? undefined : `${monthText}-${String(day).padStart(2, '0')}`
}

/** The Moscow day of an instant (UTC ms). The service writes the day of an expiry as its midnight in Moscow. */
export function moscowDate(at: Instant): CalendarDate | null {
  const [year, month, day] = moscowParts.format(at).split('-').map(Number)
  return readDate({ year, month, day }) ?? null
}
const moscowParts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' })
