import { m } from '#shared/messages/messages.js'
import { defaultPerformance, performanceHash, type PeriodChoice } from '../../navigation/performance-address.ts'
import { periodTitle, type AskedPeriod } from './asked-dates.ts'
import type { Answer } from './figure-answers.ts'

interface ReturnPeriod {
  readonly title: string
  readonly words: string
  readonly period: PeriodChoice
}

/** "Return in 2025" for each month or year in a text; without one, for this year and the previous one. */
export const returnAnswers = (asked: readonly AskedPeriod[], today: string): Answer[] =>
  (asked.length === 0 ? commonPeriods(today) : asked.flatMap((period) => askedPeriod(period, today))).map(
    ({ title, words, period }) => ({
      title: m.search_kinds_of_a_period({ kinds: m.performance_return(), period: title }),
      words: `${m.search_performance_words()} ${words}`,
      hash: performanceHash({ ...defaultPerformance, period }),
      panel: 'returns',
    }),
  )

function commonPeriods(today: string): ReturnPeriod[] {
  const lastYear = Number(today.slice(0, 4)) - 1
  return [
    { title: m.search_in_this_year(), words: m.search_in_this_year_words(), period: { name: 'year' } },
    { title: m.search_in_the_last_year(), words: m.search_in_the_last_year_words(), period: daysOf(lastYear, null) },
  ]
}

/** Nothing for a period that has not begun. */
function askedPeriod(asked: AskedPeriod, today: string): ReturnPeriod[] {
  const { first, last } = daysOf(asked.year, asked.month)
  if (first > today) return []
  const period = { name: 'days', first, last: last < today ? last : today } as const
  return [{ title: periodTitle(asked), words: asked.words, period }]
}

/** The first and last day of a month, or of a year. */
function daysOf(year: number, month: number | null) {
  const date = (of: number, day: number): string => new Date(Date.UTC(year, of, day)).toISOString().slice(0, 10)
  return { name: 'days', first: date(month ?? 0, 1), last: date((month ?? 11) + 1, 0) } as const
}
