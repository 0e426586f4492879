import { parseDecimal } from '../../decimal.ts'
import { m } from '../../messages/messages.js'
import type { AlertFact, Notice, NoticeRow } from '../../model/alert.ts'
import { alertText } from './alert-texts.ts'
import { amount, describeCondition, hidden, symbolBeside, type FigureStyle } from './alert-words.ts'

/** The value of a fact, without its label. */
export function describeValue(fact: AlertFact, style: FigureStyle): string {
  const { format, isPrivate } = style
  if (fact.form === 'words') return alertText(fact.value, format)
  const { form, value, currency } = fact
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
      return m.time_minutes({ count: Number(value) })
    case 'date':
      return format.date(value)
    case 'instant':
      return format.dateTime(Number(value))
  }
}

/** A fact with its label. */
export const describeFact = (fact: AlertFact, style: FigureStyle): string =>
  `${alertText(fact.label, style.format)} ${describeValue(fact, style)}`

/**
 * A notice as a system notification. Title: the event. Body: the symbol, the values, their caveats and the user's note.
 */
export function describeNotice(
  notice: Omit<NoticeRow, 'readAt'>,
  style: FigureStyle,
): { readonly title: string; readonly body: string } {
  const { instrumentName } = notice
  const values = notice.facts.map((fact) => describeFact(fact, style))
  const facts = [symbolBeside(notice.condition, instrumentName), ...values].filter(Boolean).join(' · ')
  const body = [facts, ...notice.caveats.map((text) => alertText(text, style.format)), notice.note]
    .filter(Boolean)
    .join('\n')
  const condition = describeCondition(notice.condition, style, instrumentName)
  const words = notice.name === undefined ? condition : `${notice.name}: ${condition}`
  return { title: notice.cause === 'rescaled' ? m.alerts_alert_adjusted_for_a_split_words({ words }) : words, body }
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
