import { m } from '#shared/messages/messages.js'
import type { CancelScope } from '#shared/model/order/cancel.ts'
import type { Order } from '#shared/model/order/order.ts'

/** The instrument of an order; empty for an order of legs alone. */
export const symbolOf = ({ body, stopLossTakeProfit }: Order): string => (body ?? stopLossTakeProfit)?.symbol ?? ''

/** Describes what is to be cancelled, such as "all 4 working orders of account …8211 on SBER@MISX". */
export function nameScope(scope: CancelScope, orders: readonly Order[], accountIds: readonly string[]): string {
  const short = (id: string): string => shortAccount(id, accountIds)
  if (scope.kind === 'all') {
    const { accountId, symbol } = scope
    const accounts =
      accountId === null ? m.errors_all_accounts() : m.errors_count_accounts({ count: 1, accounts: short(accountId) })
    const owner = symbol === null ? accounts : m.errors_owner_on_symbol({ owner: accounts, symbol })
    return m.errors_all_count_working_orders_of_owner({ count: orders.length, owner })
  }
  const accounts = [...new Set(scope.orders.map(({ accountId }) => accountId))]
  const [first] = orders
  const owner = m.errors_count_accounts({ count: accounts.length, accounts: short(accounts[0] ?? '') })
  if (scope.orders.length > 1) return m.errors_count_chosen_orders_of_owner({ count: scope.orders.length, owner })
  const symbol = first === undefined ? '' : symbolOf(first)
  const orderId = scope.orders[0]?.orderId ?? ''
  return m.errors_the_order_of_owner({
    order: symbol === '' ? orderId : m.errors_order_on_symbol({ order: orderId, symbol }),
    owner,
  })
}

/** The last four characters of an account's id, unless another account ends with the same. */
function shortAccount(id: string, accountIds: readonly string[]): string {
  const end = id.slice(-4)
  return id.length <= 5 || accountIds.some((accountId) => accountId !== id && accountId.endsWith(end)) ? id : `…${end}`
}
