import type { CancelScope, CancelState } from '../../shared/model/order/cancel.ts'
import type { Order } from '../../shared/model/order/order.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'

/** The instrument of an order; empty for an order of legs alone. */
export const symbolOf = ({ body, stopLossTakeProfit }: Order): string => (body ?? stopLossTakeProfit)?.symbol ?? ''

/** Why an order cannot be cancelled; `null` when it can. */
export function obstacleTo(order: Order | null, isInProgress: boolean): string | null {
  if (isInProgress) return 'Its cancellation is in progress.'
  if (order === null) return 'It is no longer in the list.'
  if (order.status === 'ORDER_STATUS_PENDING_CANCEL') return 'The service is already cancelling it.'
  const bucket = bucketOrder(order.status)
  if (bucket === 'filled') return 'It has been executed.'
  if (bucket === 'refused') return 'It was refused.'
  return bucket === 'ended' ? 'It has ended.' : null
}

/** Whether "all working orders" includes this one. */
export const isInScope = (order: Order, symbol: string | null): boolean =>
  bucketOrder(order.status) === 'working' && (symbol === null || symbolOf(order) === symbol)

/** Describes what is to be cancelled, such as "all 4 working orders of account …8211 on SBER@MISX". */
export function nameScope(scope: CancelScope, orders: readonly Order[], accountIds: readonly string[]): string {
  const short = (id: string): string => shortAccount(id, accountIds)
  if (scope.kind === 'all') {
    const market = scope.symbol === null ? '' : ` on ${scope.symbol}`
    const owner = scope.accountId === null ? 'all accounts' : `account ${short(scope.accountId)}`
    return orders.length === 1
      ? `the one working order of ${owner}${market}`
      : `all ${orders.length} working orders of ${owner}${market}`
  }
  const accounts = [...new Set(scope.orders.map(({ accountId }) => accountId))]
  const [first] = orders
  const owner = accounts.length === 1 ? `account ${short(accounts[0] ?? '')}` : `${accounts.length} accounts`
  if (scope.orders.length > 1) return `${scope.orders.length} chosen orders of ${owner}`
  const symbol = first === undefined ? '' : symbolOf(first)
  return `the order ${scope.orders[0]?.orderId ?? ''}${symbol === '' ? '' : ` on ${symbol}`} of ${owner}`
}

/** The last four characters of an account's id, unless another account ends with the same. */
function shortAccount(id: string, accountIds: readonly string[]): string {
  const end = id.slice(-4)
  return id.length <= 5 || accountIds.some((accountId) => accountId !== id && accountId.endsWith(end)) ? id : `…${end}`
}

/** Whether an attempt is in progress. */
export const isInProgress = (state: CancelState | null): boolean =>
  state === 'asked' || state === 'sent' || state === 'checking' || state === 'unknown'
