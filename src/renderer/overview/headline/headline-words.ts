import type { ConvertedSum, NotConverted } from '../../../shared/model/currency.ts'
import type { ContributionSession } from '../../../shared/model/contribution.ts'
import type { Overview, PartialSum } from '../../../shared/model/portfolio.ts'
import type { Money } from '../../../shared/model/values.ts'
import { dayMs } from '../../../shared/durations.ts'
import { notConvertedWords } from '../../../shared/text/unknown-words.ts'
import { startOfUtcDate } from '../../lib/utc-day.ts'

/** A key figure: one amount, or one for each currency where nothing converts them. */
export interface KeyFigure {
  readonly amounts: readonly Money[]
  /** The amounts by currency that a converted one consists of, if there are several. */
  readonly parts: readonly Money[]
  /** Why there is no amount, or what it does not include; `null` where it is whole. */
  readonly note: string | null
  /** The note in full, with names. */
  readonly detail: string | null
}

const isUnread = ({ problem }: NotConverted): boolean => problem === 'unknown-currency' || problem === 'not-read'
const namesOf = (parts: readonly NotConverted[]): string => parts.flatMap(({ names }) => names).join(', ')

/** The equity of all accounts. While the currency or the rate of one is not known yet there is no total: nothing unknown is added. */
export function equityFigure({ total, equity, equityCurrency, accounts }: Overview): KeyFigure {
  const none = { amounts: [], parts: [], detail: null }
  if (total !== null) {
    const unread = total.notConverted.filter(isUnread)
    if (unread.length === 0) return sumFigure(total, ['account', 'accounts'])
    const isCurrency = unread.some(({ problem }) => problem === 'unknown-currency')
    const words = isCurrency ? 'currency not known yet' : 'rate not known yet'
    return { ...none, note: `${words}: ${namesOf(unread)}`, detail: unread.map(notConvertedWords).join('\n') }
  }
  if (equity !== null) {
    const currency = equityCurrency?.currency ?? ''
    return { ...none, amounts: [{ currency, amount: equity }], note: null }
  }
  const unknown = accounts.filter((account) => account.equity === null).map(({ id }) => id)
  if (unknown.length > 0) return { ...none, note: `the equity of ${unknown.join(', ')} is unknown` }
  const without = accounts.filter((account) => account.equityCurrency === null && account.equity !== '0')
  if (without.length > 0) return { ...none, note: `currency not known yet: ${without.map(({ id }) => id).join(', ')}` }
  return { ...none, note: accounts.length === 0 ? null : 'the accounts are in several currencies' }
}

/** A converted sum, with what it does not include counted, and named in full. */
export function sumFigure(
  { amount, currency, parts, notConverted, missing }: ConvertedSum,
  [one, several]: readonly [one: string, several: string] = ['position', 'positions'],
): KeyFigure {
  const left = new Set([...missing, ...notConverted.flatMap(({ names }) => names)])
  const details = [...notConverted.map(notConvertedWords), ...(missing.length === 0 ? [] : [unknownWords(missing)])]
  return {
    amounts: amount === null ? [] : [{ currency, amount }],
    parts: parts.length > 1 ? parts.map((part) => ({ currency: part.currency, amount: part.amount })) : [],
    note: left.size === 0 ? null : `${left.size} ${left.size === 1 ? one : several} not included`,
    detail: details.length === 0 ? null : details.join('\n'),
  }
}

/** Sums by currency that nothing converts. */
export const partialFigure = ({ amounts, missing }: PartialSum): KeyFigure => ({
  ...{ amounts, parts: [], detail: missing.length === 0 ? null : unknownWords(missing) },
  note:
    missing.length === 0 ? null : `${missing.length} ${missing.length === 1 ? 'position' : 'positions'} not included`,
})

const unknownWords = (names: readonly string[]): string => `Unknown, therefore not included: ${names.join(', ')}`

/** The sessions that the day's profit is of: the one of most instruments, and those beside it. */
export function splitSessions(sessions: readonly ContributionSession[]): {
  readonly main: ContributionSession | null
  readonly beside: readonly ContributionSession[]
} {
  const [main = null] = sessions.toSorted((a, b) => b.count - a.count)
  return { main, beside: sessions.filter((session) => session !== main) }
}

/** "today", a weekday of the last week, or a date. Both are UTC dates. */
export function sessionDay(day: string, today: string, dateWords: (date: string) => string): string {
  if (day === today) return 'today'
  const days = (startOfUtcDate(today) - startOfUtcDate(day)) / dayMs
  return days > 0 && days < 7 ? weekday.format(startOfUtcDate(day)) : dateWords(day)
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** "since the previous close", for today; "Friday’s session" for an earlier one. */
export const sessionWords = (day: string, today: string, dateWords: (date: string) => string): string =>
  day === today ? 'since the previous close' : `${sessionDay(day, today, dateWords)}’s session`
