import { compare, subtract, zero } from '#shared/decimal.ts'
import { millisText, wireDecimal } from '../values/wire.ts'
import type { DemoOrder } from './orders.ts'

/** The service's Order state message. */
export function orderMessage(order: DemoOrder): object {
  const isTrade = compare(order.executed, zero) > 0
  return {
    order_id: order.id,
    exec_id: `${isTrade ? 'trd' : 'ord'}.${order.id}.${order.changedAt}000`,
    status: `ORDER_STATUS_${order.status}`,
    ...(order.stopLossTakeProfit === null && { order: bodyMessage(order) }),
    transact_at: millisText(order.changedAt),
    accept_at: millisText(order.placedAt),
    ...(order.withdrawnAt !== null && { withdraw_at: millisText(order.withdrawnAt) }),
    initial_quantity: wireDecimal(order.quantity),
    executed_quantity: wireDecimal(order.executed),
    remaining_quantity: wireDecimal(subtract(order.quantity, order.executed)),
    ...(order.stopLossTakeProfit !== null && { sltp_order: order.stopLossTakeProfit }),
  }
}

function bodyMessage(order: DemoOrder): object {
  return {
    account_id: order.accountId,
    symbol: order.symbol,
    quantity: wireDecimal(order.quantity),
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    ...(order.limitPrice !== null && { limit_price: wireDecimal(order.limitPrice) }),
    ...(order.stopPrice !== null && { stop_price: wireDecimal(order.stopPrice) }),
    stop_condition: order.stopPrice === null ? 'STOP_CONDITION_UNSPECIFIED' : 'STOP_CONDITION_LAST_DOWN',
    legs: order.legs.map(({ symbol, quantity, side }) => ({ symbol, quantity: wireDecimal(quantity), side })),
    client_order_id: order.clientOrderId,
    valid_before: order.timeInForce.endsWith('GOOD_TILL_CANCEL')
      ? 'VALID_BEFORE_GOOD_TILL_CANCEL'
      : 'VALID_BEFORE_UNSPECIFIED',
    ...(order.comment !== '' && { comment: order.comment }),
  }
}
