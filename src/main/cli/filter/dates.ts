import { m } from '#shared/messages/messages.js'
import { startOfDay, type Period } from '#shared/period.ts'
import { UsageError } from '../command/options.ts'

interface Day {
  readonly year: number
  /** 0 to 11. */
  readonly month: number
  readonly day: number
}

/** Parses a valid calendar date; `null` for any other text. */
function readDay(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return null
  const at = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) return null
  return { year: Number(year), month: Number(month) - 1, day: Number(day) }
}

/** Parses a date or an ISO time with a time zone to UTC ms. `ofDay` converts a date. Throws UsageError. */
function instantOf(name: string, text: string | null, ofDay: (day: Day) => number): number | null {
  if (text === null) return null
  const day = readDay(text)
  if (day !== null) return ofDay(day)
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new UsageError(m.cli_is_a_date_or_a_time({ name }))
  return at
}

interface Names {
  readonly from: string
  readonly to: string
}

type ReadText = (name: string) => string | null

/** Days in the time zone of this computer, as in the filter of the app. The last day is included. */
export const localPeriod = (read: ReadText, { from, to }: Names): Period => ({
  from: instantOf(from, read(from), ({ year, month, day }) => startOfDay(year, month, day)),
  to: instantOf(to, read(to), ({ year, month, day }) => startOfDay(year, month, day + 1)),
})

/** UTC days, as in performance and income. The last day is included. */
export function utcPeriod(read: ReadText, { from, to }: Names): Period {
  const period = {
    from: instantOf(from, read(from), ({ year, month, day }) => Date.UTC(year, month, day)),
    to: instantOf(to, read(to), ({ year, month, day }) => Date.UTC(year, month, day + 1)),
  }
  if (period.from !== null && period.to !== null && period.from >= period.to)
    throw new UsageError(m.cli_is_before({ to, from }))
  return period
}

/** Checks a UTC date. Throws UsageError. */
export function readDate(name: string, text: string): string {
  if (readDay(text) === null) throw new UsageError(m.cli_is_a_date({ name }))
  return text
}
