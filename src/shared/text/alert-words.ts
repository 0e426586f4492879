import { parseDecimal } from './decimal.ts'
import type { Format } from './format.ts'
import type { AlertCondition, AlertFact, Notice } from './model/alert.ts'

/** How figures are written: in privacy mode amounts and quantities are not. */
export interface Writing {
  readonly format: Format
  readonly isPrivate: boolean
  readonly accountCurrency: string | null
}

const hidden = '•••'

/** What a rule waits for, in one line. */
export function describeCondition(condition: AlertCondition, writing: Writing): string {
  const { format } = writing
  const percent = (value: string): string => format.percent(parseDecimal(value), placesOf(value))
  switch (condition.kind) {
    case 'price':
      return `${condition.symbol} at or ${condition.direction} ${format.price(condition.threshold, null)}`
    case 'day-percent':
      return `${condition.symbol} ${moves[condition.move]} ${percent(condition.percent)} in a day`
    case 'percent-from':
      return `${condition.symbol} ${moves[condition.move]} ${percent(condition.percent)} from ${format.price(condition.from, null)}`
    case 'near-extreme':
      return `${condition.symbol} within ${percent(condition.percent)} of the day’s ${condition.extreme}`
    case 'account': {
      const { figure, direction, threshold, currency } = condition
      const of = condition.accountId ?? 'all accounts'
      return `${figures[figure]} of ${of} at or ${direction} ${amount(threshold, currency, writing)}`
    }
    case 'position': {
      const { figure, direction, threshold, symbol } = condition
      const mark = figure === 'weight' ? percent(threshold) : amount(threshold, null, writing)
      return `${figures[figure]} of ${symbol} at or ${direction} ${mark}`
    }
    case 'margin':
      return condition.figure === 'use'
        ? `Margin of ${condition.accountId} in use to ${percent(condition.threshold)}`
        : `Distance of ${condition.accountId} to its maintenance margin down to ${amount(condition.threshold, null, writing)}`
    case 'order':
      return `An order ${orderWords[condition.on]}${ofAccount(condition.accountId)}`
    case 'report':
      return `A report is here${ofAccount(condition.accountId)}`
    case 'event':
      return `A ${condition.on === 'split' ? 'split' : 'record date'} of ${condition.symbol ?? 'what is held'} within ${condition.days} days`
    case 'stale':
      return `${condition.symbol ?? condition.accountId ?? 'An account'} not read for ${condition.minutes} min`
    case 'service':
      return `The service out of reach for ${condition.minutes} min`
  }
}

const moves = { up: 'up', down: 'down', either: 'up or down' }
const figures = { equity: 'Equity', unrealized: 'Unrealized profit', 'day-profit': 'Day’s profit', weight: 'Weight' }
const orderWords = { filled: 'was filled', refused: 'was refused', 'needs-look': 'needs a look' }
const ofAccount = (accountId: string | null): string => (accountId === null ? '' : ` (${accountId})`)
const placesOf = (value: string): number => Math.min(value.split('.')[1]?.length ?? 0, 4)

const amount = (value: string, currency: string | null, { format, isPrivate, accountCurrency }: Writing): string =>
  isPrivate ? hidden : format.amount(parseDecimal(value), { currency: currency ?? accountCurrency })

/** A fact's value; its label stands beside it. */
export function describeValue({ form, value, currency }: AlertFact, writing: Writing): string {
  const { format, isPrivate } = writing
  switch (form) {
    case 'price':
      return currency === null
        ? format.price(parseDecimal(value), null)
        : `${format.price(parseDecimal(value), null)}\u00a0${currency}`
    case 'amount':
      return amount(value, currency, writing)
    case 'percent':
      return format.percent(parseDecimal(value), 2)
    case 'change':
      return format.percent(parseDecimal(value), 2, { signed: true })
    case 'quantity':
      return isPrivate ? hidden : format.quantity(parseDecimal(value))
    case 'minutes':
      return `${value}\u00a0min`
    case 'date':
      return format.date(value)
    case 'instant':
      return format.dateTime(Number(value))
    case 'words':
      return value
  }
}

/** A notice for the system's own notification: what happened, then the values and what is to be said of them. */
export function describeNotice(notice: Notice, writing: Writing): { readonly title: string; readonly body: string } {
  const facts = notice.facts.map((fact) => `${fact.label} ${describeValue(fact, writing)}`).join(' · ')
  const body = [facts, ...notice.caveats, notice.note].filter(Boolean).join('\n')
  const words = describeCondition(notice.condition, writing)
  return { title: notice.cause === 'rescaled' ? `Alert changed by a split: ${words}` : words, body }
}

/** The screen that shows what a notice speaks of. */
export function noticeHref({ cause, condition }: Pick<Notice, 'cause' | 'condition'>): `#/${string}` {
  if (cause === 'rescaled') return '#/alerts'
  if (condition.kind === 'report') return '#/reports'
  if (condition.kind === 'service') return '#/health'
  if ('symbol' in condition && condition.symbol !== null) return `#/instrument/${encodeURIComponent(condition.symbol)}`
  if (condition.kind === 'order') return '#/orders'
  // What was read, and when, of all that is asked for.
  return condition.kind === 'stale' ? '#/health' : '#/overview'
}
