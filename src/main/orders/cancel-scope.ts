import type { CancelScope, CancelState } from '../../shared/model/order-cancel.ts'
import type { Order } from '../../shared/model/order.ts'
import { bucketOrder } from '../insight/order-bucket.ts'

/** The instrument of an order; empty for an order of legs alone. */
export const symbolOf = ({ body, stopLossTakeProfit }: Order): string => (body ?? stopLossTakeProfit)?.symbol ?? ''

/** Why an order cannot be cancelled, in words; `null` where it can. */
export function obstacleTo(order: Order | null, isUnderWay: boolean): string | null {
  if (isUnderWay) return 'Its cancel is under way.'
  if (order === null) return 'It is no longer in the list.'
  if (order.status === 'ORDER_STATUS_PENDING_CANCEL') return 'The service is cancelling it already.'
  const bucket = bucketOrder(order.status)
  if (bucket === 'filled') return 'It is executed.'
  if (bucket === 'refused') return 'It was refused.'
  return bucket === 'ended' ? 'It has ended.' : null
}

/** Whether "all working orders" means this one. */
export const isMeant = (order: Order, symbol: string | null): boolean =>
  bucketOrder(order.status) === 'working' && (symbol === null || symbolOf(order) === symbol)

/** Names what is to be cancelled: "all 4 working orders of account …8211 on SBER@MISX". */
export function nameScope(scope: CancelScope, orders: readonly Order[], accountIds: readonly string[]): string {
  const short = (id: string): string => shortAccount(id, accountIds)
  if (scope.kind === 'all') {
    const on = scope.symbol === null ? '' : ` on ${scope.symbol}`
    const of = scope.accountId === null ? 'all accounts' : `account ${short(scope.accountId)}`
    return orders.length === 1
      ? `the one working order of ${of}${on}`
      : `all ${orders.length} working orders of ${of}${on}`
  }
  const accounts = [...new Set(scope.orders.map(({ accountId }) => accountId))]
  const [first] = orders
  const of = accounts.length === 1 ? `account ${short(accounts[0] ?? '')}` : `${accounts.length} accounts`
  if (scope.orders.length > 1) return `${scope.orders.length} chosen orders of ${of}`
  const symbol = first === undefined ? '' : symbolOf(first)
  return `the order ${scope.orders[0]?.orderId ?? ''}${symbol === '' ? '' : ` on ${symbol}`} of ${of}`
}

/** The end of an account's id, as far as no other account ends so. */
function shortAccount(id: string, accountIds: readonly string[]): string {
  const end = id.slice(-4)
  return id.length <= 5 || accountIds.some((other) => other !== id && other.endsWith(end)) ? id : `…${end}`
}

/** An attempt that is on its way. */
export const isUnderWay = (state: CancelState | null): boolean =>
  state === 'asked' || state === 'sent' || state === 'checking' || state === 'unknown'
