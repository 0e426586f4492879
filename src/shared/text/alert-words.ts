import { parseDecimal } from '../decimal.ts'
import type { Format } from './format.ts'
import type { AlertCondition, AlertFact, Notice } from '../model/alert.ts'

/** How figures are written. In privacy mode (`isPrivate`) amounts and quantities are masked; prices and percentages are not. */
export interface FigureStyle {
  readonly format: Format
  readonly isPrivate: boolean
  /** The currency that the person chose for equity, because the service reports none; `null` when none is chosen. */
  readonly accountCurrency: string | null
}

const hidden = '•••'

/** The condition of a rule in one line. */
export function describeCondition(condition: AlertCondition, style: FigureStyle): string {
  const { format } = style
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
      const scope = condition.accountId ?? 'all accounts'
      return `${figures[figure]} of ${scope} at or ${direction} ${amount(threshold, currency, style)}`
    }
    case 'position': {
      const { figure, direction, threshold, symbol } = condition
      const level = figure === 'weight' ? percent(threshold) : amount(threshold, null, style)
      return `${figures[figure]} of ${symbol} at or ${direction} ${level}`
    }
    case 'margin':
      if (condition.figure === 'move')
        return `Margin call of ${condition.accountId} by a move of prices of ${percent(condition.threshold)} or less`
      return condition.figure === 'use'
        ? `Margin in use of ${condition.accountId} at or above ${percent(condition.threshold)}`
        : `Margin distance of ${condition.accountId} at or below ${amount(condition.threshold, null, style)}`
    case 'order':
      return `Order ${orderWords[condition.on]}${inAccount(condition.accountId)}`
    case 'report':
      return `Report ready${inAccount(condition.accountId)}`
    case 'difference':
      return `Difference from the service${inAccount(condition.accountId)}`
    case 'missing-payment':
      return `Payment missing${inAccount(condition.accountId)}`
    case 'event':
      return `${eventWords[condition.on]} of ${condition.symbol ?? 'any holding'} within ${condition.days} days`
    case 'stale':
      return `${condition.symbol ?? condition.accountId ?? 'Account data'} not updated for ${condition.minutes} min`
    case 'service':
      return `Service unreachable for ${condition.minutes} min`
  }
}

const moves = { up: 'up', down: 'down', either: 'up or down' }
const figures = { equity: 'Equity', unrealized: 'Unrealized profit', 'day-profit': 'Day’s profit', weight: 'Weight' }
const eventWords = { split: 'Split', 'record-date': 'Record date', 'offer-end': 'End of an offer' }
const orderWords = { filled: 'filled', refused: 'rejected', 'needs-look': 'needs attention' }
const inAccount = (accountId: string | null): string => (accountId === null ? '' : ` (${accountId})`)
const placesOf = (value: string): number => Math.min(value.split('.')[1]?.length ?? 0, 4)

const amount = (value: string, currency: string | null, { format, isPrivate, accountCurrency }: FigureStyle): string =>
  isPrivate ? hidden : format.amount(parseDecimal(value), { currency: currency ?? accountCurrency })

/** The value of a fact, without its label. */
export function describeValue({ form, value, currency }: AlertFact, style: FigureStyle): string {
  const { format, isPrivate } = style
  switch (form) {
    case 'price':
      return currency === null
        ? format.price(parseDecimal(value), null)
        : `${format.price(parseDecimal(value), null)}\u00a0${currency}`
    case 'amount':
      return amount(value, currency, style)
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

/** A notice as a system notification. Title: what happened. Body: the values, their caveats and the person's note. */
export function describeNotice(notice: Notice, style: FigureStyle): { readonly title: string; readonly body: string } {
  const facts = notice.facts.map((fact) => `${fact.label} ${describeValue(fact, style)}`).join(' · ')
  const body = [facts, ...notice.caveats, notice.note].filter(Boolean).join('\n')
  const condition = describeCondition(notice.condition, style)
  const words = notice.name === undefined ? condition : `${notice.name}: ${condition}`
  return { title: notice.cause === 'rescaled' ? `Alert adjusted for a split:  ${words}` : words, body }
}

/** The address of the screen that shows the subject of a notice. */
export function noticeHref({ cause, condition }: Pick<Notice, 'cause' | 'condition'>): `#/${string}` {
  if (cause === 'rescaled') return '#/alerts'
  if (condition.kind === 'report') return '#/reports'
  if (condition.kind === 'difference') return '#/reconciliation'
  if (condition.kind === 'missing-payment') return '#/income'
  if (condition.kind === 'service') return '#/health'
  if ('symbol' in condition && condition.symbol !== null) return `#/instrument/${encodeURIComponent(condition.symbol)}`
  if (condition.kind === 'order') return '#/orders'
  if (condition.kind === 'margin') return `#/margin?account=${encodeURIComponent(condition.accountId)}`
  // The health screen shows when each kind of data was last updated.
  return condition.kind === 'stale' ? '#/health' : '#/overview'
}
