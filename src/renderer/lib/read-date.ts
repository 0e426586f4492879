import type { Format } from '#shared/text/format.ts'

type Part = 'year' | 'month' | 'day'

/** A date whose parts are different numbers, so that its written form shows their order. */
const example = {
  text: '1999-11-22',
  partOf: new Map<string, Part>([
    ['1999', 'year'],
    ['11', 'month'],
    ['22', 'day'],
  ]),
}

/** A typed date without a year is the last such day until `today`; if it is ahead, the next one from `today`. */
interface DateContext {
  readonly today: string
  readonly isAhead?: boolean
  readonly format: Pick<Format, 'date' | 'fieldDate'>
}

/**
 * The calendar date (`2026-03-31`) in a typed text; `null` if it is none. Figures are read in the order of the user's region,
 * unless they begin with a year of four figures; a month may be a name, or its beginning.
 */
export function readDate(text: string, { today, isAhead = false, format }: DateContext): string | null {
  const figures: string[] = text.match(/\d+/g) ?? []
  const name = text.toLowerCase().match(/\p{L}{3,}/u)?.[0]
  const named = name === undefined ? null : monthOfName(name, format)
  if (name !== undefined && named === null) return null
  const order = isYear(figures[0]) ? (['year', 'month', 'day'] as const) : orderIn(format)
  const expected = order.filter(
    (part) => (named === null || part !== 'month') && (figures.length > 2 || part !== 'year'),
  )
  const parts = named !== null && figures.length === 2 ? withYear(figures) : pair(expected, figures)
  if (parts === null) return null
  const { year, month = named ?? 0, day = 0 } = parts
  if (year !== undefined) return existing(year, month, day)
  const firstYear = Number(today.slice(0, 4)) - maxLeapGapYears
  const years = Array.from({ length: 2 * maxLeapGapYears + 1 }, (_, index) => firstYear + index)
  const dates = years.flatMap((each) => existing(each, month, day) ?? [])
  return (isAhead ? dates.find((date) => date >= today) : dates.findLast((date) => date <= today)) ?? null
}

/** The longest time from one 29 February to the next, in years: 1900 has none. */
const maxLeapGapYears = 8

const isYear = (figures: string | undefined): boolean => figures?.length === 4

/** The order of the parts in the user's region. */
const orderIn = (format: Pick<Format, 'fieldDate'>): Part[] =>
  (format.fieldDate(example.text).match(/\d+/g) ?? []).flatMap((figures) => example.partOf.get(figures) ?? [])

/** Each part with its figures; `null` if they differ in number. */
const pair = (order: readonly Part[], figures: readonly string[]): Partial<Record<Part, number>> | null =>
  order.length === figures.length
    ? Object.fromEntries(order.map((part, index) => [part, yearOrNumber(part, figures[index] ?? '')]))
    : null

/** Day and year beside the name of a month: the year is the one with four figures, or the last one. */
function withYear([first = '', second = '']: readonly string[]): Partial<Record<Part, number>> {
  const [day, year] = isYear(first) ? [second, first] : [first, second]
  return { day: Number(day), year: yearOrNumber('year', year) }
}

const yearOrNumber = (part: Part, figures: string): number =>
  part === 'year' && figures.length <= 2 ? 2_000 + Number(figures) : Number(figures)

/** The month, from 1, whose name begins with this text or is its beginning; `null` if there is not exactly one. */
function monthOfName(name: string, format: Pick<Format, 'date'>): number | null {
  const namesOf = (month: string): string[] =>
    [format.date(`1999-${month}`), format.date(`1999-${month}-22`)].flatMap(
      (date) => date.toLowerCase().match(/\p{L}{3,}/gu) ?? [],
    )
  const found = Array.from({ length: 12 }, (_, index) => index + 1).filter((month) =>
    namesOf(String(month).padStart(2, '0')).some((known) => known.startsWith(name) || name.startsWith(known)),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The date if the calendar has it: there is no 31 April. */
function existing(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isThere = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isThere && year >= 1000 ? at.toISOString().slice(0, 10) : null
}
