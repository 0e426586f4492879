import { divide, multiply, subtract, toPlaces, parseDecimal, type Decimal } from '#shared/decimal.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { OrderDistance, OrderRow } from '#shared/model/order/list.ts'
import type { Order } from '#shared/model/order/order.ts'
import { valuePosition } from '../portfolio/position-value.ts'
import { bucketOrder } from './order-bucket.ts'

const hundred = '100' as Decimal

/** The prices that an order waits for, in the order of the screen. */
function pricesOf({ body, stopLossTakeProfit: guard }: Order): { to: OrderDistance['to']; price: Decimal | null }[] {
  if (body !== null) {
    // A stop-limit order first waits for its stop price.
    return body.stopPrice !== null
      ? [{ to: 'stop', price: body.stopPrice }]
      : body.limitPrice !== null
        ? [{ to: 'limit', price: body.limitPrice }]
        : []
  }
  return guard === null
    ? []
    : [
        { to: 'stop-loss' as const, price: guard.stopLossPrice },
        { to: 'take-profit' as const, price: guard.takeProfitPrice },
      ].filter(({ price }) => price !== null)
}

/**
 * Returns how far the last price must move to reach `price`, in percent of the last price, with two decimal places;
 * negative for a fall. `null` if a price is not known or the last price is zero.
 */
export function distancePercent(price: Decimal | null, last: Decimal | null): Decimal | null {
  if (price === null || last === null) return null
  const share = divide(multiply(subtract(price, last), hundred), last, 6)
  return share === null ? null : parseDecimal(toPlaces(share, 2))
}

/**
 * Returns the distance of each price of an open order to the last price, in percent; empty for an order that is
 * finished or has no price.
 */
export function distancesOf(order: Order, last: Decimal | null): OrderDistance[] {
  const bucket = bucketOrder(order.status)
  if (bucket !== 'working' && bucket !== 'needs-attention') return []
  return pricesOf(order).map(({ to, price }) => ({ to, percent: distancePercent(price, last) }))
}

/**
 * Values an order at its own price: an open order by its remaining quantity, a finished one by its whole quantity. A
 * stop-loss / take-profit order is valued at its stop loss, otherwise at its take profit. `value` is `null` if a factor
 * is not known, and for a future; `note` names the formula or the missing factor.
 */
export function notionalOf(order: Order, details: InstrumentDetails | null): OrderRow['notional'] {
  const { body, stopLossTakeProfit: guard } = order
  if (body !== null && body.legs.length > 0 && body.symbol === '')
    return { value: null, currency: null, note: { code: 'order-of-several-legs' } }
  const price = body === null ? (guard?.stopLossPrice ?? guard?.takeProfitPrice) : (body.limitPrice ?? body.stopPrice)
  if (price === undefined || price === null)
    return { value: null, currency: null, note: { code: 'order-without-price' } }
  const bucket = bucketOrder(order.status)
  const isOpen = bucket === 'working' || bucket === 'needs-attention'
  const whole =
    order.initialQuantity ??
    (body === null
      ? guard?.stopLossPrice !== null
        ? guard?.stopLossQuantity
        : guard.takeProfitQuantity
      : body.quantity)
  const quantity = (isOpen ? order.remainingQuantity : null) ?? whole ?? null
  const { value, currency, note } = valuePosition({ quantity, currentPrice: price }, details)
  return {
    value,
    currency,
    note: value === null ? note : { code: isOpen ? 'what-remains' : 'whole-order', formula: note },
  }
}
