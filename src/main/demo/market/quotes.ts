import { add, compare, type Decimal, decimalOf, multiply, sign, subtract, zero } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import { faceOn } from '../catalog/bonds.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { dayAt } from '../values/day.ts'
import { hashText, mix, Random, unitOf } from '../values/random.ts'
import { exact, microsText, rounded, wireDecimal, wireSize } from '../values/wire.ts'
import type { TradingDay } from './calendar.ts'
import { type Market, stepAway } from './market.ts'

/** Best bid and ask around the last price; at most one of them equals it. */
function bestPrices(market: Market, instrument: Instrument, day: TradingDay): { bid: Decimal; ask: Decimal } {
  const last = market.lastPrice(instrument, day.at)
  const draw = mix(hashText(market.seed, `${instrument.symbol} spread`), Math.floor(day.at / 2000))
  const below = draw % 3
  const above = below === 0 ? 1 + ((draw >>> 8) % 2) : (draw >>> 8) % 3
  const bid = stepAway(instrument, last, -below)
  return { bid: sign(bid) > 0 ? bid : zero, ask: stepAway(instrument, last, Math.max(above, 1 - below)) }
}

/** Pieces traded so far in a trading day; it grows to about the average daily volume. */
function volumeOf(market: Market, instrument: Instrument, day: TradingDay): number {
  const dayNumber = dayAt(day.openedAt)
  const size = 0.6 + 0.9 * unitOf(mix(hashText(market.seed, `${instrument.symbol} volume`), dayNumber))
  const elapsedShare = (day.at - day.openedAt) / Math.max(1, day.closesAt - day.openedAt)
  return Math.floor(instrument.dailyVolume * size * Math.min(1, elapsedShare))
}

const openInterestOf = (market: Market, instrument: Instrument, at: number): number =>
  Math.floor(
    instrument.dailyVolume * (1.5 + unitOf(mix(hashText(market.seed, instrument.symbol), Math.floor(at / minuteMs)))),
  )

/** The service's Quote message, with the market's delay. */
export function quoteOf(market: Market, instrument: Instrument): object {
  const day = market.dayOf(instrument, market.now() - market.delayMsOf(instrument))
  const draw = new Random(mix(hashText(market.seed, instrument.symbol), Math.floor(day.at / 500)))
  const micros = draw.integer(0, 999)
  const last = market.lastPrice(instrument, day.at)
  const close = market.closePrice(instrument, day.at)
  return {
    symbol: instrument.symbol,
    timestamp: microsText(day.at, micros),
    ...bookTop(market, instrument, day, draw),
    last: wireDecimal(last),
    last_size: wireSize(instrument.type === 'INDICES' ? 0 : draw.integer(1, 40) * instrument.lotSize),
    ...tradedOf(market, instrument, day),
    ...rangeFields(market, instrument, day),
    close: wireDecimal(close),
    change: wireDecimal(subtract(last, close)),
    ...((instrument.future ?? instrument.option) && {
      open_interest: wireSize(openInterestOf(market, instrument, day.at)),
    }),
    ...optionFields(market, instrument, day),
  }
}

/** An index has no order book: its bid and ask are 0. */
function bookTop(market: Market, instrument: Instrument, day: TradingDay, draw: Random): object {
  if (instrument.type === 'INDICES') {
    return { ask: wireDecimal(zero), ask_size: wireSize(0), bid: wireDecimal(zero), bid_size: wireSize(0) }
  }
  const { bid, ask } = bestPrices(market, instrument, day)
  return {
    ask: wireDecimal(ask),
    ask_size: wireSize(draw.integer(1, 500)),
    bid: wireDecimal(bid),
    bid_size: wireSize(sign(bid) === 0 ? 0 : draw.integer(1, 500)),
  }
}

function tradedOf(market: Market, instrument: Instrument, day: TradingDay): object {
  const volume = volumeOf(market, instrument, day)
  const middle = rounded(market.rawPrice(instrument, day.openedAt + (day.at - day.openedAt) / 2), instrument.decimals)
  const face = instrument.bond ? exact(String(faceOn(instrument.bond, dayAt(day.at)) / 100)) : exact('1')
  const turnover = multiply(multiply(middle, decimalOf(volume)), face)
  return { volume: wireSize(volume), turnover: wireDecimal(turnover) }
}

/** In the early session there is no opening price yet: open, high and low are 0. */
function rangeFields(market: Market, instrument: Instrument, day: TradingDay): object {
  if (day.phase === 'EARLY_TRADING') return { open: wireDecimal(zero), high: wireDecimal(zero), low: wireDecimal(zero) }
  const { open, high, low } = market.rangeOf(instrument, day)
  return { open: wireDecimal(open), high: wireDecimal(high), low: wireDecimal(low) }
}

function optionFields(market: Market, instrument: Instrument, day: TradingDay): object {
  const value = market.optionValue(instrument, day.at)
  if (value === null) return {}
  return {
    option: {
      open_interest: wireSize(openInterestOf(market, instrument, day.at)),
      implied_volatility: wireDecimal(rounded(value.impliedVolatility * 100, 4)),
      theoretical_price: wireDecimal(rounded(value.price, instrument.decimals + 2)),
      delta: wireDecimal(rounded(value.delta, 6)),
      gamma: wireDecimal(rounded(value.gamma, 8)),
      theta: wireDecimal(rounded(value.theta, 6)),
      vega: wireDecimal(rounded(value.vega, 6)),
      rho: wireDecimal(rounded(value.rho, 6)),
    },
  }
}

const bookDepth = 12

/** Order book rows from the highest ask to the lowest bid. */
export function orderBookOf(market: Market, instrument: Instrument): readonly object[] {
  if (instrument.type === 'INDICES') return []
  const day = market.dayOf(instrument, market.now() - market.delayMsOf(instrument))
  if (instrument.endsAt !== null && market.now() >= instrument.endsAt) return []
  const { bid, ask } = bestPrices(market, instrument, day)
  const timestamp = microsText(day.at, hashText(market.seed, instrument.symbol) % 1000)
  const slot = Math.floor(day.at / 5000)
  const row = (price: Decimal, side: 'sell_size' | 'buy_size', level: number) => {
    const size = 1 + (mix(hashText(market.seed, `${instrument.symbol} ${price}`), slot) % (40 + level * 25))
    return {
      price: wireDecimal(price),
      [side]: wireDecimal(decimalOf(size)),
      action: 'ACTION_ADD',
      mpid: '',
      timestamp,
    }
  }
  const levels = Array.from({ length: bookDepth }, (_, index) => index)
  const asks = levels.map((level) => row(stepAway(instrument, ask, level), 'sell_size', level)).reverse()
  const bids = levels
    .map((level) => ({ price: stepAway(instrument, bid, -level), level }))
    .filter(({ price }) => compare(price, zero) > 0)
    .map(({ price, level }) => row(price, 'buy_size', level))
  return [...asks, ...bids]
}

const tradeCount = 30

/** The latest trades, oldest first: one per time slot. Instruments with more volume have shorter slots. */
export function latestTradesOf(market: Market, instrument: Instrument): readonly object[] {
  if (instrument.type === 'INDICES') return []
  const day = market.dayOf(instrument, market.now() - market.delayMsOf(instrument))
  const key = hashText(market.seed, `${instrument.symbol} trades`)
  const slotMs = instrument.dailyVolume > 100_000 ? 3000 : 20_000
  const until = Math.floor(day.at / slotMs)
  return Array.from({ length: tradeCount }, (_, index) => until - tradeCount + index)
    .filter((slot) => slot * slotMs >= day.openedAt)
    .map((slot) => {
      const draw = new Random(mix(key, slot))
      const at = slot * slotMs + draw.integer(0, slotMs - 1)
      const size = decimalOf(draw.integer(1, 60) * (instrument.type === 'CURRENCIES' ? 1000 : 1))
      return {
        trade_id: String(add(decimalOf(slot), exact('13000000000'))),
        mpid: '',
        timestamp: microsText(at, draw.integer(0, 999)),
        price: wireDecimal(market.priceAt(instrument, Math.floor(at / 500) * 500)),
        size: wireDecimal(size),
        side: draw.chance(0.5) ? 'SIDE_BUY' : 'SIDE_SELL',
        ...(instrument.future && { open_interest: wireSize(openInterestOf(market, instrument, at)) }),
      }
    })
}
