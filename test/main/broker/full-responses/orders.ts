import type { EndpointName } from '#main/broker/endpoints.ts'
import { at, d } from './values.ts'

const body = {
  account_id: 'A',
  symbol: 'S@M',
  quantity: d('10.0'),
  side: 'SIDE_BUY',
  type: 'ORDER_TYPE_LIMIT',
  time_in_force: 'TIME_IN_FORCE_DAY',
  limit_price: d('1.5'),
  stop_price: d('1.4'),
  stop_condition: 'STOP_CONDITION_LAST_UP',
  client_order_id: 'c',
  comment: 'k',
  legs: [{ symbol: 'L@M', quantity: d('1'), side: 'SIDE_SELL' }],
  valid_before: 'VALID_BEFORE_END_OF_DAY',
}
const stops = {
  account_id: 'A',
  symbol: 'S@M',
  side: 'SIDE_SELL',
  quantity_sl: d('1'),
  sl_price: d('2'),
  limit_price: d('3'),
  quantity_tp: d('4'),
  tp_price: d('5'),
  tp_guard_spread: d('6'),
  tp_spread_measure: 'TP_SPREAD_MEASURE_VALUE',
  client_order_id: 'c',
  comment: 'k',
  valid_before: 'VALID_BEFORE_GOOD_TILL_DATE',
  valid_expiry_time: at,
}
const order = {
  order_id: '71',
  exec_id: 'e',
  status: 'ORDER_STATUS_NEW',
  order: body,
  sltp_order: stops,
  transact_at: at,
  accept_at: at,
  withdraw_at: at,
  initial_quantity: d('10'),
  executed_quantity: d('3'),
  remaining_quantity: d('7'),
}

export const orderResponses = {
  listOrders: { orders: [order] },
  cancelOrder: order,
} satisfies Partial<Record<EndpointName, unknown>>
