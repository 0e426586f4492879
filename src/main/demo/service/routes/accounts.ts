import { hashText } from '../../values/random.ts'
import { Refusal, type Call, type Route } from './route.ts'
import { orderMessage } from '../../orders/order-message.ts'
import { transactionMessage } from '../../accounts/transaction-row.ts'
import { accountOf, instantOf, integerOf } from './inputs.ts'

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
  const { transactionCap } = call.world
  const limit = Math.min(integerOf(call, 'limit') || transactionCap, transactionCap)
  return { transactions: call.world.transactions.list(account, { from, to, limit }).map(transactionMessage) }
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
