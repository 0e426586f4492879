import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { m } from '../messages/messages.js'
/** Formats instants in the computer's time zone. */
export function instantFormats(locale: string | undefined) {
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  return { dateTime: (at: number) => dateTime.format(at), time: (at: number) => time.format(at) }
}

/** Formats a calendar date (`2026-03-31`, `2026-03` or `2026`). It is read and written in UTC, so no time zone shifts the day. */
export function formatDate(value: string, locale: string | undefined): string {
  const [year = '', month, day] = value.split('-')
  if (month === undefined) return year
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))
  return utcFormat(locale, day === undefined ? 'month' : 'day').format(at)
}

/** A whole calendar date in figures, for a narrow list: "31/03/26". */
export const formatShortDate = (value: string, locale: string | undefined): string =>
  utcFormat(locale, 'short').format(Date.parse(`${value}T00:00:00Z`))

/** A whole calendar date in figures with its complete year, for a field: "31/03/2026". */
export const formatFieldDate = (value: string, locale: string | undefined): string =>
  utcFormat(locale, 'field').format(Date.parse(`${value}T00:00:00Z`))

/** The abbreviated weekday of a whole calendar date. */
export const formatWeekday = (value: string, locale: string | undefined): string =>
  utcFormat(locale, 'weekday').format(Date.parse(`${value}T00:00:00Z`))

const utcOptions = {
  day: { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' },
  month: { year: 'numeric', month: 'short', timeZone: 'UTC' },
  short: { year: '2-digit', month: '2-digit', day: '2-digit', timeZone: 'UTC' },
  weekday: { weekday: 'short', timeZone: 'UTC' },
  // Its years and figures are those that a user types.
  field: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Cached: creating a format takes much longer than using it, and lists have hundreds of dates. */
const utcFormats = new Map<string, Intl.DateTimeFormat>()

function utcFormat(locale: string | undefined, form: keyof typeof utcOptions): Intl.DateTimeFormat {
  const name = `${form} ${locale ?? ''}`
  const format = utcFormats.get(name) ?? new Intl.DateTimeFormat(locale, utcOptions[form])
  utcFormats.set(name, format)
  return format
}

/** A younger age is shown as "< 5 s". A figure that changes every second distracts. */
const freshMs = 5_000

/** How old something is: "< 5 s", "12 s", "4 min". A negative age, from a clock error, is "< 5 s". */
export const formatAgeWords = (ms: number): string =>
  ms < freshMs ? `<\u00a0${m.time_seconds({ count: freshMs / 1000 })}` : formatAge(ms)

/** A duration in its largest unit, rounded down: "12 s", "4 min", "3 h", "2 d". A negative age, from a clock error, is "0 s". */
export function formatAge(ms: number): string {
  if (ms < minuteMs) return m.time_seconds({ count: Math.max(0, Math.floor(ms / 1000)) })
  if (ms < hourMs) return m.time_minutes({ count: Math.floor(ms / minuteMs) })
  if (ms < 2 * dayMs) return m.time_hours({ count: Math.floor(ms / hourMs) })
  return m.time_days({ count: Math.floor(ms / dayMs) })
}

/** The time until something, in its two largest units, rounded up so that it is never too short: "2 h 10 min", "3 d 4 h", "25 min". */
export function spanWords(ms: number): string {
  const unitMs = ms > dayMs ? hourMs : minuteMs
  const whole = Math.max(unitMs, Math.ceil(ms / unitMs) * unitMs)
  const days = Math.floor(whole / dayMs)
  const hours = Math.floor((whole % dayMs) / hourMs)
  const minutes = Math.floor((whole % hourMs) / minuteMs)
  const parts = [
    days > 0 && m.time_days({ count: days }),
    hours > 0 && m.time_hours({ count: hours }),
    minutes > 0 && m.time_minutes({ count: minutes }),
  ]
  return parts.filter(Boolean).join(' ')
}
