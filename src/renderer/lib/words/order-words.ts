import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { CancelState } from '#shared/model/order/cancel.ts'
import type { OrderDistance } from '#shared/model/order/list.ts'
import type { Order } from '#shared/model/order/order.ts'
import { sideWords } from '#shared/text/codes/order-titles.ts'
import { texts } from '#shared/texts.ts'
import { wordsOf } from './service-names.ts'

export { bucketTitles, sideWords } from '#shared/text/codes/order-titles.ts'

/** A price at which an order is executed, or which triggers it. */
interface OrderPrice {
  readonly of: OrderDistance['to']
  readonly value: Decimal
}

/** The texts of an order in a list. Enumerations have no prefixes. */
interface OrderWords {
  readonly symbol: string
  /** "Buy", "Sell", or as sent. */
  readonly side: string
  /** "limit", "stop limit", "stop loss / take profit" … */
  readonly kind: string
  readonly status: string
  /** Empty for a market order, or if none is stated. */
  readonly prices: readonly OrderPrice[]
  readonly quantity: Decimal | null
  readonly executed: Decimal | null
}

const statedPrice = (of: OrderPrice['of'], value: Decimal | null | undefined): readonly OrderPrice[] =>
  value == null ? [] : [{ of, value }]

/** Describes an order of any kind. */
export function describeOrder(order: Order): OrderWords {
  const { body, stopLossTakeProfit: protection } = order
  const common = { status: wordsOf(order.status, 'ORDER_STATUS_'), executed: order.executedQuantity }
  if (body !== null) {
    return {
      ...common,
      symbol: body.symbol,
      side: sideWords(body.side),
      kind: wordsOf(body.type, 'ORDER_TYPE_'),
      prices: [...statedPrice('stop', body.stopPrice), ...statedPrice('limit', body.limitPrice)],
      quantity: order.initialQuantity ?? body.quantity,
    }
  }
  return {
    ...common,
    symbol: protection?.symbol ?? '—',
    side: protection ? sideWords(protection.side) : '—',
    kind: m.words_stop_loss_take_profit(),
    prices: [
      ...statedPrice('stop-loss', protection?.stopLossPrice),
      ...statedPrice('take-profit', protection?.takeProfitPrice),
    ],
    quantity: order.initialQuantity ?? protection?.stopLossQuantity ?? protection?.takeProfitQuantity ?? null,
  }
}

/** "TIME_IN_FORCE_GOOD_TILL_CANCEL" → "until cancelled"; "—" if not stated. */
export const termWords = (name: string, prefix: string): string =>
  name === '' || name === `${prefix}UNSPECIFIED` || name === `${prefix}UNDEFINED` ? '—' : wordsOf(name, prefix)

/** The time when an order expires, or a text that describes it. */
export type Expiry = { readonly kind: 'at'; readonly at: number } | { readonly kind: 'words'; readonly words: string }

/** When an order ends by itself: a stated time, else its validity, else its time in force; "—" if none is stated. */
export function expiryOf({ body, stopLossTakeProfit: guard }: Order): Expiry {
  if (body === null && guard?.validUntil != null) return { kind: 'at', at: guard.validUntil }
  const validity = termWords((body ?? guard)?.validBefore ?? '', 'VALID_BEFORE_')
  return { kind: 'words', words: validity === '—' ? termWords(body?.timeInForce ?? '', 'TIME_IN_FORCE_') : validity }
}

/** The titles of the prices to which a distance is shown. */
export const distanceTitles: Readonly<Record<OrderDistance['to'], string>> = texts({
  limit: m.orders_distance_limit,
  stop: m.orders_distance_stop,
  'stop-loss': 'SL',
  'take-profit': 'TP',
})

/** The direction in which the price must cross the stop. */
export function conditionWords(condition: string): string {
  return termWords(condition, 'STOP_CONDITION_')
}

/** The direction as a sign before the price. */
export const conditionSign = (condition: string): string =>
  condition === 'STOP_CONDITION_LAST_UP' ? '≥' : condition === 'STOP_CONDITION_LAST_DOWN' ? '≤' : ''

/** Identifies an order: two accounts may have orders with the same id. */
export const orderKey = ({ accountId, id }: Pick<Order, 'accountId' | 'id'>): string => `${accountId} ${id}`

interface StateWords {
  readonly title: string
  readonly tone: 'neutral' | 'info' | 'gain' | 'warn' | 'error'
  /** The meaning, and what the user can do. */
  readonly meaning: string
}

/** The state of a cancellation in words. */
export const cancelStateWords: Readonly<Record<CancelState, StateWords>> = texts({
  asked: { title: m.words_waiting_to_be_sent, tone: 'info', meaning: m.words_waits_for_limit },
  sent: { title: m.words_sent, tone: 'info', meaning: m.words_the_service_has_not_responded_yet },
  checking: { title: m.words_cancel_checking, tone: 'info', meaning: m.words_cancel_answered },
  unknown: {
    title: m.words_cancel_unknown,
    tone: 'warn',
    meaning: m.words_the_response_was_lost_the_order_list,
  },
  cancelled: { title: m.words_cancel_cancelled, tone: 'gain', meaning: m.words_the_order_is_cancelled },
  executed: { title: m.words_cancel_executed, tone: 'warn', meaning: m.words_the_order_was_executed_before_it_could },
  ended: { title: m.words_already_ended, tone: 'warn', meaning: m.words_order_ended_first },
  'not-found': { title: m.words_not_found_inline, tone: 'warn', meaning: m.words_the_order_is_not_in_the_list },
  refused: { title: m.words_cancel_refused, tone: 'error', meaning: m.words_cancel_refused_still_working },
  working: {
    title: m.words_still_working,
    tone: 'error',
    meaning: m.words_the_cancellation_had_no_effect_the_order,
  },
  'not-sent': { title: m.words_not_sent, tone: 'error', meaning: m.words_nothing_was_sent_try_again },
})
