import { z } from 'zod'
import { compare, subtract, zero } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { maxReportDays } from '../../accounts/reports.ts'
import { transactionMessage } from '../../accounts/transaction-row.ts'
import type { DemoOrder } from '../../orders/orders.ts'
import { hashText } from '../../values/random.ts'
import { millisText, wireDecimal } from '../../values/wire.ts'
import { accountOf, instantOf, integerOf, bodyOf } from './inputs.ts'
import { Refusal, type Call, type Route, TextReply } from './route.ts'

/** The service's Order state message. */
function orderMessage(order: DemoOrder): object {
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

/** Accounts, their transactions and orders. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/accounts/:account',
    handle: (call) => call.world.accounts.message(accountOf(call, call.param('account'))),
  },
  { method: 'GET', path: '/v1/accounts/:account/transactions', handle: transactions },
  {
    method: 'GET',
    path: '/v1/accounts/:account/orders',
    handle: (call) => {
      const orders = call.world.orders.list(accountOf(call, call.param('account')))
      // The service promises no order.
      const shuffled = [...orders].sort((a, b) => hashText(47, a.id) - hashText(47, b.id))
      return { orders: shuffled.map(orderMessage) }
    },
  },
  { method: 'DELETE', path: '/v1/accounts/:account/orders/:order', handle: cancel },
]

function transactions(call: Call): object {
  const account = accountOf(call, call.param('account'))
  const start = call.query.get('interval.start_time')
  const end = call.query.get('interval.end_time')
  const from = start ? instantOf(start, 'interval.start_time') : -Infinity
  const to = end ? instantOf(end, 'interval.end_time') : Infinity
  if (from > to) throw new Refusal(400, 'The interval is not valid')
  const rows = call.world.transactions.list(account, { from, to, limit: transactionLimitOf(call) })
  return { transactions: rows.map(transactionMessage) }
}

/** The largest number of transactions in the response to a request. */
export function transactionLimitOf(call: Call): number {
  const { transactionCap } = call.world
  return Math.min(integerOf(call, 'limit') || transactionCap, transactionCap)
}

function cancel(call: Call): object {
  const { orders, readOnly } = call.world
  const account = accountOf(call, call.param('account'))
  if (readOnly) throw new Refusal(403, 'The token is read-only')
  const id = call.param('order')
  const result = orders.cancel(account, id)
  if (result.kind === 'unknown') throw new Refusal(404, 'Order not found')
  if (result.kind === 'finished') {
    const message = JSON.stringify({ code: 'validation_error', message: `Order ${id} cannot be canceled` })
    throw new Refusal(400, message, 9)
  }
  return orderMessage(result.order)
}

const ReportBody = z.object({
  date_range: z.object({ date_begin: z.string(), date_end: z.string() }).optional(),
  report_form: z.enum(['REPORT_FORM_UNKNOWN', 'REPORT_FORM_SHORT', 'REPORT_FORM_LONG']).default('REPORT_FORM_UNKNOWN'),
  account_id: z.string().optional(),
})

/** Reports: request, status, download. */
export const reportRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/report', handle: request },
  {
    method: 'GET',
    path: '/v1/report/:report/info',
    handle: (call) => ({ info: call.world.reports.info(call.param('report'), call.origin) }),
  },
  {
    method: 'GET',
    path: '/v1/report/:report/file',
    handle: (call) => {
      const text = call.world.reports.file(call.param('report'))
      if (text === null) throw new Refusal(404, 'Report not found')
      return new TextReply('text/html; charset=utf-8', text)
    },
  },
]

/** The default range is the last 30 days. */
function request(call: Call): object {
  const { date_range: range, report_form: form, account_id: account } = bodyOf(call, ReportBody)
  const now = call.world.clock.now()
  const beginAt = range === undefined ? now - 30 * dayMs : instantOf(range.date_begin, 'date_begin')
  const endAt = range === undefined ? now : instantOf(range.date_end, 'date_end')
  if (beginAt > endAt) throw new Refusal(400, 'The date range is inverted')
  if (endAt - beginAt > maxReportDays * dayMs)
    throw new Refusal(400, `The date range is longer than ${maxReportDays} days`)
  const accountId = accountOf(call, account ?? call.world.accounts.ids[0] ?? '')
  return { report_id: call.world.reports.request({ accountId, beginAt, endAt, form }) }
}
