import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../../shared/durations.ts'
import { readCurrency } from '../../../shared/currency-code.ts'
import { decimalPattern, parseDecimal, zero, type Decimal } from '../../../shared/decimal.ts'
import { m } from '../../../shared/messages/messages.js'
import { malformedWords } from '../../../shared/text/malformed-words.ts'
import type { CalendarDate, Instant, Money } from '../../../shared/model/values.ts'
import { noteUnreadable } from './observed.ts'
import { parseKnown } from './parse-known.ts'

/** A row that cannot be decoded: its path in the response and the reason, but never its content. */
export interface Malformed {
  readonly path: string
  readonly reason: string
}

/** A list that is decoded row by row: one malformed row does not lose the page. */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly Malformed[]
}

/**
 * Decodes a whole response. A field that cannot be read and may be absent is noted and treated as absent; any other throws
 * `protocol` with its path, never its value.
 */
export function decodeWhole<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = parseKnown(schema, json, (path) => noteUnreadable(formatPath(path)))
  if (parsed.success) return parsed.data
  const { path, reason } = firstIssue(parsed.error, [])
  throw protocolError(path, reason)
}

const anyObject = z.looseObject({})

/** More malformed rows than this, and than other rows, are not the list that was asked for. */
const maxMalformed = 2_000

/**
 * Decodes the list `name` of a response, row by row. With `mayLackFields`, a row is kept without its unreadable fields, which
 * are noted, where the schema allows it. Throws `protocol` when there is no such list, or when most of a
 * long one cannot be read.
 */
export function decodeRows<T>(json: unknown, name: string, row: z.ZodType<T>, { mayLackFields = false } = {}): Rows<T> {
  const list: unknown = decodeWhole(anyObject, json)[name]
  if (!Array.isArray(list)) throw protocolError(name, 'not a list')
  const rows: T[] = []
  const malformed: Malformed[] = []
  for (const [index, item] of list.entries()) {
    const note = (path: readonly PropertyKey[]): void => noteUnreadable(formatPath([name, index, ...path]))
    const parsed = mayLackFields ? parseKnown(row, item, note) : row.safeParse(item)
    if (parsed.success) rows.push(parsed.data)
    else {
      const issue = firstIssue(parsed.error, [name, index])
      noteUnreadable(issue.path)
      malformed.push(issue)
      if (malformed.length > Math.max(maxMalformed, rows.length)) throw protocolError(issue.path, issue.reason)
    }
  }
  return { rows, malformed }
}

/**
 * Like `decodeRows`, for a list that replaces the previous one as a whole, such as an order book. Throws `protocol` if
 * the list has rows and none can be decoded: such a list is unknown, not empty.
 */
export function decodeSnapshot<T>(json: unknown, name: string, row: z.ZodType<T>): Rows<T> {
  const read = decodeRows(json, name, row)
  const [first] = read.malformed
  if (read.rows.length === 0 && first !== undefined) throw protocolError(first.path, first.reason)
  return read
}

/**
 * Throws `protocol` if the response is about another object than the requested one: its figures would appear under the
 * wrong name. An empty `stated` is accepted.
 */
export function expectSame(path: string, stated: string, requested: string): void {
  if (stated !== '' && stated.toLowerCase() !== requested.toLowerCase())
    throw protocolError(path, 'not the requested one')
}

function protocolError(path: string, reason: string): AppError {
  noteUnreadable(path)
  return new AppError('protocol', () =>
    m.broker_the_response_cannot_be_read({ path: path || m.broker_all_of_it(), reason: malformedWords(reason) }),
  )
}

function firstIssue(error: z.ZodError, above: readonly (string | number)[]): Malformed {
  const issue = error.issues[0]
  return { path: formatPath([...above, ...(issue?.path ?? [])]), reason: issue?.message ?? 'unreadable' }
}

// `positions[3].quantity.value`
const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')

// Each of these functions returns `null` for "not stated" and `undefined` for "stated, but unreadable".

const plainForm = /^(?:0|-?(?:[1-9]\d{0,60}(?:\.\d{1,60})?|0\.\d{1,60}))$/
const isPlain = (text: string): text is Decimal => text.length <= 80 && plainForm.test(text)
const isDecimal = (text: string): text is Decimal => decimalPattern.test(text)

/**
 * Converts the decimal text of the service, also in scientific notation, to the exact form of the app. Empty text is
 * not stated.
 */
export function readDecimal(text: string): Decimal | null | undefined {
  if (text === '') return null
  // Nearly all figures are plain digits with a trailing ".0": these need no parsing as a big number.
  const short = withoutTrailingZeros(text)
  return isPlain(short) ? short : (parseDecimal(text) ?? undefined)
}

function withoutTrailingZeros(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === 48) end--
  return text.slice(0, text.charCodeAt(end - 1) === 46 ? end - 1 : end)
}

/** Money as sent: an amount is `units + nanos / 1e9`. */
interface RawMoney {
  readonly currency_code?: string | null | undefined
  readonly units?: string | number | null | undefined
  readonly nanos?: number | null | undefined
}

/** Whether money is a zero of no stated currency. The service sends it where there is no money. */
export const isNoMoney = ({ currency, amount }: Money): boolean => currency === '' && amount === zero

/**
 * Adds units and nanos exactly. If both are missing, the amount is not stated; it is never 0. The currency is empty if it
 * is not stated, cannot be read, or is a sign of several currencies.
 */
export function readMoney(raw: RawMoney | null | undefined): Money | null | undefined {
  const units = raw?.units === '' ? null : (raw?.units ?? null)
  const nanos = raw?.nanos ?? null
  if (raw === null || raw === undefined || (units === null && nanos === null)) return null
  const unitsText = units === null ? '0' : String(units)
  if (!/^-?\d{1,19}$/.test(unitsText)) return undefined
  const amount = nanos === null || nanos === 0 ? readDecimal(unitsText) : addNanos(unitsText, nanos)
  return amount === null || amount === undefined ? undefined : { currency: currencyOf(raw.currency_code ?? ''), amount }
}

/** A currency as one code; empty if it is not stated or cannot be read. Most are codes already: see `readCurrency`. */
function currencyOf(raw: string): string {
  const code = raw === '' ? '' : readCurrency(raw)
  if (code === null) noteUnreadable('currency_code')
  return code ?? ''
}

function addNanos(units: string, nanos: number): Decimal | undefined {
  const total = BigInt(units) * 1_000_000_000n + BigInt(nanos)
  const digits = (total < 0n ? -total : total).toString().padStart(10, '0')
  const amount = withoutTrailingZeros(`${total < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`)
  return isDecimal(amount) ? amount : undefined
}

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
