import type { Decimal } from '../../shared/decimal.ts'
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
