import { readFacts } from '../../cache/instrument-facts.ts'
import { bucketOrder } from '../../insight/orders/order-bucket.ts'
import { distancesOf, notionalOf } from '../../insight/orders/order-figures.ts'
import { symbolOf } from '../../orders/name-scope.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type OrderHandlers = Pick<Handlers, Extract<keyof Handlers, `orders.${string}` | `cancels.${string}`>>

/** Orders, their history, and cancelling. */
export const createOrderHandlers = ({ current }: HandlerContext): OrderHandlers => ({
  'orders.list'({ accountId }) {
    const { cache, journal } = current()
    const reads = cache.orders.list(accountId)
    const symbols = [...new Set(reads.flatMap(({ orders }) => orders.map(symbolOf)))]
    const label = readFacts(cache, symbols)
    const quotes = new Map(cache.quotes.getMany(symbols).map(({ quote }) => [quote.symbol, quote]))
    const details = new Map(cache.instrumentDetails.getMany(symbols).map((read) => [read.details.symbol, read.details]))
    return reads.flatMap(({ orders, fetchedAt }) =>
      orders.map((order) => {
        const symbol = symbolOf(order)
        const last = quotes.get(symbol)?.last ?? null
        return {
          order,
          bucket: bucketOrder(order.status),
          ...label(symbol),
          last,
          lastAt: quotes.get(symbol)?.at ?? null,
          distances: distancesOf(order, last),
          notional: notionalOf(order, details.get(symbol) ?? null),
          cancel: journal.cancels.stateOf(order.accountId, order.id),
          fetchedAt,
        }
      }),
    )
  },
  'orders.readTimes'({ accountId }) {
    const { cache } = current()
    const sessionIds = cache.sessionDetails.get()?.details.accountIds ?? []
    const read = new Map(cache.orders.list(accountId).map((reading) => [reading.accountId, reading.fetchedAt]))
    const ids = new Set([...sessionIds.filter((id) => accountId === null || id === accountId), ...read.keys()])
    return [...ids].map((id) => ({ accountId: id, fetchedAt: read.get(id) ?? null }))
  },
  'orders.history': ({ accountId, orderId }) => current().journal.orders.get(accountId, orderId),
  'orders.changes'({ accountId, before, limit }) {
    const { cache, journal } = current()
    const rows = journal.orders.changes(accountId, before, limit)
    const label = readFacts(
      cache,
      rows.map(({ symbol }) => symbol),
    )
    return {
      rows: rows.map((row) => ({ ...row, name: label(row.symbol).name })),
      next: rows.length < limit ? null : (rows.at(-1)?.number ?? null),
    }
  },
  'cancels.prepare': ({ scope }) => current().cancels.prepare(scope),
  'cancels.confirm': ({ planId }) => current().cancels.confirm(planId),
  'cancels.list': ({ accountId, limit }) => current().journal.cancels.list(accountId, limit),
  'cancels.read': ({ id }) => current().journal.cancels.get(id),
})
