import type { Route } from './route.ts'
import { latestTradesOf, orderBookOf, quoteOf } from '../../market/quotes.ts'
import { instrumentOf } from './inputs.ts'

/** Quotes, trades and order books. */
export const marketDataRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/instruments/:symbol/quotes/latest',
    handle: (call) => {
      const instrument = instrumentOf(call, call.param('symbol'), 404)
      return { symbol: instrument.symbol, quote: quoteOf(call.world.market, instrument) }
    },
  },
  {
    method: 'GET',
    path: '/v1/instruments/:symbol/trades/latest',
    handle: (call) => {
      const instrument = instrumentOf(call, call.param('symbol'), 404)
      return { symbol: instrument.symbol, trades: latestTradesOf(call.world.market, instrument) }
    },
  },
  {
    method: 'GET',
    path: '/v1/instruments/:symbol/orderbook',
    handle: (call) => {
      const instrument = instrumentOf(call, call.param('symbol'), 404)
      return { symbol: instrument.symbol, orderbook: { rows: orderBookOf(call.world.market, instrument) } }
    },
  },
]
