import { z } from 'zod'
import type { Order, OrderBody, OrderLeg, StopLossTakeProfit } from '#shared/model/order/order.ts'
import { decodeRows, decodeWhole, type Rows } from './decode.ts'
import { decimal, id, instant, named, optionalId, optionalKey, text } from './fields.ts'

const leg: z.ZodType<OrderLeg> = z.object({ symbol: optionalKey, quantity: decimal, side: named('side') })

const body = z
  .object({
    symbol: optionalKey,
    quantity: decimal,
    side: named('side'),
    type: named('orderType'),
    time_in_force: named('timeInForce'),
    limit_price: decimal,
    stop_price: decimal,
    stop_condition: named('stopCondition'),
    legs: z.array(leg).nullish(),
    client_order_id: optionalId,
    valid_before: named('validBefore'),
    comment: text,
  })
  .transform((raw): OrderBody => ({
    symbol: raw.symbol,
    quantity: raw.quantity,
    side: raw.side,
    type: raw.type,
    timeInForce: raw.time_in_force,
    limitPrice: raw.limit_price,
    stopPrice: raw.stop_price,
    stopCondition: raw.stop_condition,
    legs: raw.legs ?? [],
    clientOrderId: raw.client_order_id,
    validBefore: raw.valid_before,
    comment: raw.comment,
  }))

const stopLossTakeProfit = z
  .object({
    symbol: optionalKey,
    side: named('side'),
    quantity_sl: decimal,
    sl_price: decimal,
    limit_price: decimal,
    quantity_tp: decimal,
    tp_price: decimal,
    tp_guard_spread: decimal,
    tp_spread_measure: named('takeProfitSpread'),
    client_order_id: optionalId,
    valid_before: named('validBefore'),
    valid_expiry_time: instant,
    comment: text,
  })
  .transform((raw): StopLossTakeProfit => ({
    symbol: raw.symbol,
    side: raw.side,
    stopLossQuantity: raw.quantity_sl,
    stopLossPrice: raw.sl_price,
    limitPrice: raw.limit_price,
    takeProfitQuantity: raw.quantity_tp,
    takeProfitPrice: raw.tp_price,
    takeProfitGuardSpread: raw.tp_guard_spread,
    takeProfitSpreadMeasure: raw.tp_spread_measure,
    clientOrderId: raw.client_order_id,
    validBefore: raw.valid_before,
    validUntil: raw.valid_expiry_time,
    comment: raw.comment,
  }))

const order = z
  .object({
    order_id: id,
    exec_id: optionalId,
    status: named('orderStatus'),
    order: body.nullish(),
    sltp_order: stopLossTakeProfit.nullish(),
    transact_at: instant,
    accept_at: instant,
    withdraw_at: instant,
    initial_quantity: decimal,
    executed_quantity: decimal,
    remaining_quantity: decimal,
  })
  .transform((raw): Omit<Order, 'accountId'> => ({
    id: raw.order_id,
    execId: raw.exec_id,
    status: raw.status,
    body: raw.order ?? null,
    stopLossTakeProfit: raw.sltp_order ?? null,
    transactAt: raw.transact_at,
    acceptAt: raw.accept_at,
    withdrawAt: raw.withdraw_at,
    initialQuantity: raw.initial_quantity,
    executedQuantity: raw.executed_quantity,
    remainingQuantity: raw.remaining_quantity,
  }))

// The account of an order is the requested one: the bodies that state the account may be absent.
interface Requested {
  readonly accountId: string
}

/** `GET /v1/accounts/{account_id}/orders`: unsorted, including orders that have ended. Quantities in pieces. */
export function decodeOrders(json: unknown, { accountId }: Requested): Rows<Order> {
  const { rows, malformed } = decodeRows(json, 'orders', order)
  return { rows: rows.map((row) => ({ ...row, accountId })), malformed }
}

/** `DELETE /v1/accounts/{account_id}/orders/{order_id}`: the state of the order after the cancel. */
export const decodeOrder = (json: unknown, { accountId }: Requested): Order => ({
  ...decodeWhole(order, json),
  accountId,
})
