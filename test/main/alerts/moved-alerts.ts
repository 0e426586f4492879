import type { Order } from '#shared/model/order/order.ts'
import { d, makeQuote } from '../insight/make.ts'
import { accountId, startAlerts, symbol } from './rig.ts'

/** Alerts with a market and orders that the test changes. */
export function start() {
  const rig = startAlerts()
  const opened = { alerts: rig.open() }
  return {
    ...rig,
    opened,
    async trade(last: string) {
      rig.cache.quotes.put(makeQuote({ last: d(last), at: rig.clock.now() }), rig.clock.now())
      rig.events.publish('quotes.changed', { symbols: [symbol] })
      await rig.clock.advance(500)
    },
    async orders(...statuses: readonly string[]) {
      const orders = statuses.map((status, index) => orderOf(String(index), status, rig.clock.now()))
      rig.cache.orders.replaceOrders(accountId, orders, rig.clock.now())
      rig.events.publish('orders.changed', { accountId })
      await rig.clock.advance(500)
    },
    restart() {
      opened.alerts.close()
      opened.alerts = rig.open()
    },
  }
}

const orderOf = (id: string, status: string, transactAt: number): Order => ({
  ...{ id, execId: '', accountId, status: `ORDER_STATUS_${status}`, body: null, stopLossTakeProfit: null, transactAt },
  ...{ acceptAt: null, withdrawAt: null, initialQuantity: null, executedQuantity: d('3'), remainingQuantity: null },
})
