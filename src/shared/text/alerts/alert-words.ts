import { parseDecimal } from '../../decimal.ts'
import { m } from '../../messages/messages.js'
import type { AlertCondition } from '../../model/alert-condition.ts'
import { texts } from '../../texts.ts'
import type { Format } from '../format.ts'

/** How figures are written. In privacy mode (`isPrivate`) amounts and quantities are masked; prices and percentages are not. */
export interface FigureStyle {
  readonly format: Format
  readonly isPrivate: boolean
  /** The chosen currency of equity, because the service reports none; `null` when none is chosen. */
  readonly accountCurrency: string | null
}

/** In place of a masked figure. */
export const hidden = '•••'

/** The condition of a rule in one line. It contains the name of the instrument, or the symbol if the name is unknown. */
export function describeCondition(
  condition: AlertCondition,
  style: FigureStyle,
  instrumentName: string | null = null,
): string {
  const { format } = style
  const callInstrument = (symbol: string): string => instrumentName ?? symbol
  const percent = (value: string): string => format.percent(parseDecimal(value), placesOf(value))
  switch (condition.kind) {
    case 'price':
      return level(callInstrument(condition.symbol), condition.direction, format.price(condition.threshold, null))
    case 'day-percent':
      return dayMoves[condition.move]({
        symbol: callInstrument(condition.symbol),
        percent: percent(condition.percent),
      })
    case 'percent-from':
      return movesFrom[condition.move]({
        symbol: callInstrument(condition.symbol),
        percent: percent(condition.percent),
        from: format.price(condition.from, null),
      })
    case 'near-extreme':
      return condition.extreme === 'high'
        ? m.alerts_symbol_within_percent_of_the_days_high({
            symbol: callInstrument(condition.symbol),
            percent: percent(condition.percent),
          })
        : m.alerts_symbol_within_percent_of_the_days_low({
            symbol: callInstrument(condition.symbol),
            percent: percent(condition.percent),
          })
    case 'account': {
      const { figure, direction, threshold, currency } = condition
      const scope = condition.accountId ?? m.alerts_all_accounts()
      return level(
        m.alerts_figures_of_scope({ figures: figures[figure], scope }),
        direction,
        amount(threshold, currency, style),
      )
    }
    case 'position': {
      const { figure, direction, threshold } = condition
      const symbol = callInstrument(condition.symbol)
      const limit = figure === 'weight' ? percent(threshold) : amount(threshold, null, style)
      return level(m.alerts_figures_of_symbol({ figures: figures[figure], symbol }), direction, limit)
    }
    case 'margin':
      if (condition.figure === 'move')
        return m.alerts_margin_call_title({
          accountId: condition.accountId,
          threshold: percent(condition.threshold),
        })
      return condition.figure === 'use'
        ? m.alerts_margin_in_use_title({
            accountId: condition.accountId,
            threshold: percent(condition.threshold),
          })
        : m.alerts_margin_distance_title({
            accountId: condition.accountId,
            threshold: amount(condition.threshold, null, style),
          })
    case 'order':
      return `${orderWords[condition.on]}${inAccount(condition.accountId)}`
    case 'report':
      return m.alerts_report_ready_account_id({ accountId: inAccount(condition.accountId) })
    case 'difference':
      return m.alerts_difference_from_the_service_account_id({ accountId: inAccount(condition.accountId) })
    case 'missing-payment':
      return m.alerts_payment_missing_account_id({ accountId: inAccount(condition.accountId) })
    case 'event':
      return describeEvent(condition, instrumentName)
    case 'stale':
      return m.alerts_symbol_not_updated_for_minutes_min({
        symbol:
          condition.symbol === null
            ? (condition.accountId ?? m.alerts_account_data())
            : callInstrument(condition.symbol),
        minutes: condition.minutes,
      })
    case 'service':
      return m.alerts_service_unreachable_for_minutes_min({ minutes: condition.minutes })
  }
}

const level = (what: string, direction: 'above' | 'below', limit: string): string =>
  direction === 'above'
    ? m.alerts_what_at_or_above_limit({ what, limit })
    : m.alerts_what_at_or_below_limit({ what, limit })

function describeEvent(
  { on, symbol, days }: Extract<AlertCondition, { kind: 'event' }>,
  instrumentName: string | null,
): string {
  const event = eventWords[on]
  const of = symbol === null ? m.alerts_any_holding() : (instrumentName ?? symbol)
  return m.alerts_event_of_of_within_count_days({ count: days, event, of })
}

const dayMoves = { up: m.alerts_up_in_a_day, down: m.alerts_down_in_a_day, either: m.alerts_either_in_a_day }
const movesFrom = { up: m.alerts_up_from, down: m.alerts_down_from, either: m.alerts_either_from }
const figures = texts({
  equity: m.margin_equity,
  unrealized: m.performance_unrealized_profit,
  'day-profit': m.day_days_profit,
  weight: m.alerts_weight,
})
const eventWords = texts({
  split: m.common_split,
  'record-date': m.alerts_record_date,
  'offer-end': m.alerts_end_of_an_offer,
})
const orderWords = texts({
  filled: m.alerts_order_filled,
  refused: m.alerts_order_rejected,
  'needs-attention': m.alerts_order_needs_attention,
})
const inAccount = (accountId: string | null): string => (accountId === null ? '' : ` (${accountId})`)
const placesOf = (value: string): number => Math.min(value.split('.')[1]?.length ?? 0, 4)

/** An amount in its currency, or masked. */
export const amount = (
  value: string,
  currency: string | null,
  { format, isPrivate, accountCurrency }: FigureStyle,
): string => (isPrivate ? hidden : format.amount(parseDecimal(value), { currency: currency ?? accountCurrency }))

/**
 * The symbol to show beside the name of a condition's instrument; `null` if the name is unknown or there is no instrument.
 */
export const symbolBeside = (condition: AlertCondition, instrumentName: string | null): string | null =>
  instrumentName !== null && 'symbol' in condition ? condition.symbol : null
