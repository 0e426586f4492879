import type { Decimal } from '../../../shared/decimal.ts'
import type { OrderBucket, OrderDistance } from '../../../shared/model/order/list.ts'
import type { Order } from '../../../shared/model/order/order.ts'
import { titleOf, wordsOf } from './service-names.ts'
import type { CancelState } from '../../../shared/model/order/cancel.ts'

/** An order in words, as a list shows it: the names of the service without their prefixes. */
interface OrderWords {
  readonly symbol: string
  /** "Buy", "Sell", or as sent. */
  readonly side: string
  /** "limit", "stop limit", "stop loss / take profit" … */
  readonly kind: string
  readonly status: string
  /** The price that the order waits for; `null` for a market order or where none is stated. */
  readonly price: Decimal | null
  readonly quantity: Decimal | null
  readonly executed: Decimal | null
}

/** "SIDE_BUY" → "Buy"; "—" if not stated. */
export const sideWords = (side: string): string => titleOf(side === 'SIDE_UNSPECIFIED' ? '' : side, '—', 'SIDE_')

/** Puts an order of any kind into words. */
export function describeOrder(order: Order): OrderWords {
  const { body, stopLossTakeProfit: protection } = order
  const common = { status: wordsOf(order.status, 'ORDER_STATUS_'), executed: order.executedQuantity }
  if (body !== null) {
    return {
      ...common,
      symbol: body.symbol,
      side: sideWords(body.side),
      kind: wordsOf(body.type, 'ORDER_TYPE_'),
      price: body.limitPrice ?? body.stopPrice,
      quantity: order.initialQuantity ?? body.quantity,
    }
  }
  return {
    ...common,
    symbol: protection?.symbol ?? '—',
    side: protection ? sideWords(protection.side) : '—',
    kind: 'stop loss / take profit',
    price: protection?.stopLossPrice ?? protection?.takeProfitPrice ?? null,
    quantity: order.initialQuantity ?? protection?.stopLossQuantity ?? protection?.takeProfitQuantity ?? null,
  }
}

/** The groups of orders, the most urgent first. */
export const bucketTitles: readonly { readonly key: OrderBucket; readonly title: string }[] = [
  { key: 'needs-look', title: 'Needs attention' },
  { key: 'working', title: 'Working' },
  { key: 'filled', title: 'Filled' },
  { key: 'ended', title: 'Ended' },
  { key: 'refused', title: 'Rejected' },
]

/** "TIME_IN_FORCE_GOOD_TILL_CANCEL" → "until cancelled"; "—" if not stated. */
export const termWords = (name: string, prefix: string): string =>
  name === '' || name === `${prefix}UNSPECIFIED` || name === `${prefix}UNDEFINED` ? '—' : wordsOf(name, prefix)

/** The moment or the words that say when an order ends by itself. */
export type Expiry = { readonly kind: 'at'; readonly at: number } | { readonly kind: 'words'; readonly words: string }

/** When an order ends by itself: a stated time, else its validity, else its time in force; "—" if none is stated. */
export function expiryOf({ body, stopLossTakeProfit: guard }: Order): Expiry {
  if (body === null && guard?.validUntil != null) return { kind: 'at', at: guard.validUntil }
  const validity = termWords((body ?? guard)?.validBefore ?? '', 'VALID_BEFORE_')
  return { kind: 'words', words: validity === '—' ? termWords(body?.timeInForce ?? '', 'TIME_IN_FORCE_') : validity }
}

/** The prices that a distance leads to, as a list shows them. */
export const distanceTitles: Readonly<Record<OrderDistance['to'], string>> = {
  limit: 'limit',
  stop: 'stop',
  'stop-loss': 'SL',
  'take-profit': 'TP',
}

/** In which direction the price must cross the stop. */
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
export const cancelStateWords: Readonly<Record<CancelState, StateWords>> = {
  asked: { title: 'waiting to be sent', tone: 'info', meaning: 'It is sent as soon as the request limit allows.' },
  sent: { title: 'sent', tone: 'info', meaning: 'The service has not responded yet.' },
  checking: { title: 'checking', tone: 'info', meaning: 'The service responded; the order list is being checked.' },
  unknown: {
    title: 'unknown',
    tone: 'warn',
    meaning: 'The response was lost. The order list is checked until the result is known; nothing is sent again.',
  },
  cancelled: { title: 'cancelled', tone: 'gain', meaning: 'The order is cancelled.' },
  executed: { title: 'executed', tone: 'warn', meaning: 'The order was executed before it could be cancelled.' },
  ended: { title: 'already ended', tone: 'warn', meaning: 'The order ended before it could be cancelled.' },
  'not-found': { title: 'not found', tone: 'warn', meaning: 'The order is not in the list.' },
  refused: { title: 'refused', tone: 'error', meaning: 'The service refused; the order is still working.' },
  working: {
    title: 'still working',
    tone: 'error',
    meaning: 'The cancellation had no effect; the order is still working.',
  },
  'not-sent': { title: 'not sent', tone: 'error', meaning: 'Nothing was sent. Try again.' },
}
