import type { Decimal } from '../../shared/decimal.ts'
import type { OrderBucket } from '../../shared/model/order-list.ts'
import type { Order } from '../../shared/model/order.ts'
import { titleOf, wordsOf } from '../lib/words.ts'

/** An order in the few words of a list: what the service names is kept, only its prefixes go. */
export interface OrderWords {
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

/** "SIDE_BUY" → "Buy"; what is not stated is "—". */
export const sideWords = (side: string): string => titleOf(side === 'SIDE_UNSPECIFIED' ? '' : side, '—', 'SIDE_')

/** Puts an order of any kind into words. */
export function describeOrder(order: Order): OrderWords {
  const { body, stopLossTakeProfit: guard } = order
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
    symbol: guard?.symbol ?? '—',
    side: guard ? sideWords(guard.side) : '—',
    kind: 'stop loss / take profit',
    price: guard?.stopLossPrice ?? guard?.takeProfitPrice ?? null,
    quantity: order.initialQuantity ?? guard?.stopLossQuantity ?? guard?.takeProfitQuantity ?? null,
  }
}

/** The buckets in the order in which they ask for attention. */
export const bucketTitles: readonly { readonly key: OrderBucket; readonly title: string }[] = [
  { key: 'needs-look', title: 'Needs a look' },
  { key: 'working', title: 'Working' },
  { key: 'filled', title: 'Filled' },
  { key: 'ended', title: 'Ended' },
  { key: 'refused', title: 'Refused' },
]

/** "TIME_IN_FORCE_GOOD_TILL_CANCEL" → "good till cancel"; "—" where nothing is stated. */
export const termWords = (name: string, prefix: string): string =>
  name === '' || name === `${prefix}UNSPECIFIED` ? '—' : wordsOf(name, prefix)

/** Which way the price must cross the stop. */
export function conditionWords(condition: string): string {
  if (condition === 'STOP_CONDITION_LAST_UP') return 'once the last price rises to it'
  if (condition === 'STOP_CONDITION_LAST_DOWN') return 'once the last price falls to it'
  return termWords(condition, 'STOP_CONDITION_')
}

/** The same as a sign before the price. */
export const conditionSign = (condition: string): string =>
  condition === 'STOP_CONDITION_LAST_UP' ? '≥' : condition === 'STOP_CONDITION_LAST_DOWN' ? '≤' : ''

/** What an order is told by: its id alone may be another account's. */
export const orderKey = ({ accountId, id }: Pick<Order, 'accountId' | 'id'>): string => `${accountId} ${id}`
