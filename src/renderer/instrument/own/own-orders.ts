import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { OrderRow } from '#shared/model/order/list.ts'
import { describeOrder, sideWords } from '../../lib/words/order-words.ts'

/** A price of an own working order. */
export interface OrderLevel {
  readonly key: string
  readonly price: Decimal
  readonly isPurchase: boolean
  /** "Buy limit", "Sell stop loss" … */
  readonly words: string
  readonly quantity: Decimal | null
}

/** Whether an order is for an instrument, or one of its legs is. */
export const isOrderFor = ({ order: { body, stopLossTakeProfit } }: OrderRow, symbol: string): boolean =>
  body?.symbol === symbol ||
  stopLossTakeProfit?.symbol === symbol ||
  (body?.legs.some((leg) => leg.symbol === symbol) ?? false)

/** Whether an order can still be executed, or its outcome is unknown. */
export const isOpenOrder = ({ bucket }: OrderRow): boolean => bucket === 'working' || bucket === 'needs-attention'

/** The prices of the working orders for an instrument: limit and stop prices; both prices of a stop loss / take profit. */
export function orderLevels(rows: readonly OrderRow[], symbol: string): OrderLevel[] {
  const working = rows.filter((row) => row.bucket === 'working' && isOrderFor(row, symbol))
  return working.flatMap(({ order }) => {
    const { body, stopLossTakeProfit: protection } = order
    const { side, kind, quantity } = describeOrder(order)
    const level = (id: string, words: string, at: Decimal | null, sent: string, pieces: Decimal | null): OrderLevel[] =>
      at === null
        ? []
        : [
            {
              key: `${order.accountId} ${order.id} ${id}`,
              price: at,
              isPurchase: sent === 'SIDE_BUY',
              words,
              quantity: pieces,
            },
          ]
    if (body?.symbol === symbol) {
      const hasBoth = body.limitPrice !== null && body.stopPrice !== null
      const [stop, limit] = hasBoth
        ? [m.instrument_own_side_kind_stop({ side, kind }), m.instrument_own_side_kind_limit({ side, kind })]
        : [m.instrument_own_side_kind({ side, kind }), m.instrument_own_side_kind({ side, kind })]
      return [
        ...level('stop', stop, body.stopPrice, body.side, quantity),
        ...level('limit', limit, body.limitPrice, body.side, quantity),
      ]
    }
    if (protection?.symbol !== symbol) return []
    const { stopLossPrice, takeProfitPrice, side: sent } = protection
    const sides = { side: sideWords(sent) }
    const stopWords = m.instrument_own_side_stop_loss(sides)
    const takeWords = m.instrument_own_side_take_profit(sides)
    return [
      ...level('stop-loss', stopWords, stopLossPrice, sent, protection.stopLossQuantity ?? quantity),
      ...level('take-profit', takeWords, takeProfitPrice, sent, protection.takeProfitQuantity ?? quantity),
    ]
  })
}
