import type { Instrument } from '../../catalog/instrument.ts'
import { latestTradesOf, orderBookOf, quoteOf } from '../../market/quotes.ts'
import { exact, wireDate, wireDecimal } from '../../values/wire.ts'
import { instrumentOf, isArchivedNow, periodOf } from './inputs.ts'
import type { Route, Call } from './route.ts'

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

/**
 * The options on an instrument, filtered by root and expiration date (a day, month or year). Without either filter: the
 * options with the nearest expiration.
 */
export function optionChain(call: Call): object {
  const { symbol } = instrumentOf(call, call.param('symbol'), 400)
  const root = call.query.get('root') || null
  const period = periodOf(call, 'expiration_date')
  const alive = call.world.market.catalog
    .optionsOn(symbol)
    .filter((option) => !isArchivedNow(call, option) && (root === null || isOfRoot(option, root)))
  const nearest = Math.min(...alive.map(({ option }) => option?.expiresOn ?? Infinity))
  const { from, to } = period ?? (root === null ? { from: nearest, to: nearest } : { from: -Infinity, to: Infinity })
  const chosen = alive.filter(
    ({ option }) => option !== undefined && option.expiresOn >= from && option.expiresOn <= to,
  )
  return { symbol, options: chosen.map(contractMessage) }
}

/** A root by its code, or by the word for its kind. */
const isOfRoot = ({ option }: Instrument, root: string): boolean =>
  option?.root === root || (option !== undefined && { W: 'weekly', M: 'monthly' }[option.root.slice(-1)] === root)

function contractMessage({ symbol, option }: Instrument): object {
  if (option === undefined) return { symbol }
  const { kind, contractSize, strike, expiresOn } = option
  return {
    symbol,
    type: `TYPE_${kind}`,
    contract_size: wireDecimal(exact(String(contractSize))),
    trade_last_day: wireDate(expiresOn),
    strike: wireDecimal(exact(String(strike))),
    multiplier: wireDecimal(exact(String(contractSize))),
    expiration_first_day: wireDate(expiresOn),
    expiration_last_day: wireDate(expiresOn),
  }
}
