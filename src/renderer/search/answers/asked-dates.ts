import { textLanguage } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { startOfDay } from '#shared/period.ts'

/** A month or year in a text, `from` inclusive and `to` exclusive in UTC ms, and the typed words that name it. */
export interface AskedPeriod {
  readonly year: number
  /** 0 for January; `null` for the whole year. */
  readonly month: number | null
  readonly from: number
  readonly to: number
  readonly words: string
}

/** A calendar date in a text, and the typed words that name it. */
export interface AskedDay {
  readonly date: string
  readonly words: string
}

const monthNames = ['en', 'ru'].map((locale) => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 15)).toLowerCase())
})
const englishMay = 'may'
/** The maximum number of years from one leap year to the next, and one more. */
const maxLeapGap = 9

/** The month of a word: its name, the first letters of it, or another form of a Russian name; 0 for January. */
function monthOf(word: string | undefined): number | null {
  if (word === undefined || word.length < 3) return null
  const isBegun = (name: string): boolean => name.startsWith(word)
  // A Russian name changes its last letter: its stem is the beginning of each form.
  const isForm = (name: string): boolean => {
    const stem = name.replace(/[^\p{Script=Cyrillic}]/gu, '').replace(/[ьй]$/u, '')
    return stem !== '' && word.startsWith(stem) && (stem.length > 2 || word.length === name.length)
  }
  for (const matches of [isBegun, isForm])
    for (const names of monthNames) {
      const month = names.findIndex(matches)
      if (month >= 0) return month
    }
  return null
}

const yearOf = (word: string | undefined): number | null => (/^(?:19|20)\d{2}$/.test(word ?? '') ? Number(word) : null)

function dayOf(word: string | undefined): number | null {
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word ?? '')?.[1])
  return day >= 1 && day <= 31 ? day : null
}

/** The date; `null` if the month has no such day. */
function dateOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month, day))
  return at.getUTCMonth() === month ? at.toISOString().slice(0, 10) : null
}

/** The latest such day that is not in the future. Only leap years have a 29 February. */
function latestDate(month: number, day: number, today: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  for (let year = thisYear; year > thisYear - maxLeapGap; year--) {
    const date = dateOf(year, month, day)
    if (date !== null && date <= today) return date
  }
  return null
}

/**
 * The days, months and years that a text names, in English or Russian: "1 August", "august 2025", "2026-08-01", "01.08.2026",
 * "2024". Without a year, the latest that is not in the future is meant. `today` is a date, such as 2026-11-26.
 */
export function askedDates(text: string, today: string): { days: AskedDay[]; periods: AskedPeriod[] } {
  const words = text.toLowerCase().split(/[^\p{L}\d.-]+/u)
  const thisYear = Number(today.slice(0, 4))
  const days: AskedDay[] = []
  const months: AskedPeriod[] = []
  for (const [index, word] of words.entries()) {
    const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
    const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word)
    const [year, month, day] = iso?.slice(1) ?? dotted?.slice(1).reverse() ?? []
    const written = year === undefined ? null : dateOf(Number(year), Number(month) - 1, Number(day))
    if (written !== null) days.push({ date: written, words: word })
    const named = monthOf(word)
    if (named !== null) readMonth(index, named)
  }

  function readMonth(index: number, month: number): void {
    const [before, word, after] = [words[index - 1], words[index], words[index + 1]]
    const [first, last] =
      dayOf(before) !== null ? [index - 1, index] : [index, dayOf(after) !== null ? index + 1 : index]
    const day = first < index ? dayOf(before) : dayOf(after)
    const year = yearOf(words[last + 1])
    // "may" is more often a verb.
    if (word === englishMay && day === null && year === null && before !== 'in') return
    const typed = words.slice(first, last + (year === null ? 1 : 2)).join(' ')
    if (day !== null) {
      const date = year === null ? latestDate(month, day, today) : dateOf(year, month, day)
      if (date !== null) days.push({ date, words: typed })
      return
    }
    const inYear = year ?? (month > Number(today.slice(5, 7)) - 1 ? thisYear - 1 : thisYear)
    months.push({
      year: inYear,
      month,
      words: typed,
      from: startOfDay(inYear, month, 1),
      to: startOfDay(inYear, month + 1, 1),
    })
  }

  if (days.length > 0 || months.length > 0) return { days, periods: months }
  const years = [...new Set(words.map(yearOf).filter((year) => year !== null))]
  return {
    days,
    periods: years.map((year) => ({
      year,
      month: null,
      words: String(year),
      from: startOfDay(year, 0, 1),
      to: startOfDay(year + 1, 0, 1),
    })),
  }
}

/** "in 2025", "in March 2026". */
export const periodTitle = ({ year, month }: AskedPeriod): string =>
  month === null ? m.search_in_year({ year }) : m.search_in_month({ month: monthText(year, month) })

const monthText = (year: number, month: number): string =>
  new Intl.DateTimeFormat(textLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month, 15),
  )
