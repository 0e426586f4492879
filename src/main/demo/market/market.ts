import { add, compare, type Decimal, decimalOf, multiply } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'
import { Catalog } from '../catalog/catalog.ts'
import { Curve } from '../catalog/curve.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { delayMinutes } from '../data/venues.ts'
import { exact } from '../values/wire.ts'
import type { OptionValue } from './black-scholes.ts'
import { Calendar, type TradingDay } from './calendar.ts'
import { impliedVolatility, onGrid, optionValueAt, rawPriceAt, stepOf } from './prices.ts'

/** Prices change at most this often. */
const tickMs = 500
/** The interval at which prices are sampled for the day's high and low. */
const rangeStepMs = 10 * minuteMs

/** The price of every instrument at any time; a test can set prices and trading hours. */
export class Market {
  readonly seed: number
  readonly calendar: Calendar
  readonly catalog: Catalog
  readonly #clock: Clock
  readonly #curve: Curve
  readonly #fixedPrices = new Map<string, Decimal>()

  constructor(seed: number, clock: Clock, alwaysOpen: boolean, hasDollarPapers = false) {
    this.seed = seed
    this.#clock = clock
    this.#curve = new Curve(seed)
    this.calendar = new Calendar(alwaysOpen)
    const rawPrice = (instrument: Instrument, at: number) => rawPriceAt(this.#curve, instrument, at)
    this.catalog = new Catalog(rawPrice, clock.now(), hasDollarPapers)
  }

  now(): number {
    return this.#clock.now()
  }

  /** The trading day of an instrument; for an expired one its last. */
  dayOf(instrument: Instrument, at: number): TradingDay {
    const until = Math.min(at, instrument.endsAt ?? at)
    const day = this.calendar.tradingDay(instrument.mic, until)
    const isOpen = day.isOpen && (instrument.endsAt === null || at < instrument.endsAt)
    return { ...day, isOpen, at: Math.floor(day.at / tickMs) * tickMs }
  }

  /** The last price at an instant, by default now. */
  lastPrice(instrument: Instrument, at = this.now()): Decimal {
    return this.#fixedPrices.get(instrument.symbol) ?? this.priceAt(instrument, this.dayOf(instrument, at).at)
  }

  /** The price at the end of the previous trading day. */
  closePrice(instrument: Instrument, at = this.now()): Decimal {
    return this.priceAt(instrument, this.dayOf(instrument, at).previousCloseAt)
  }

  /** The curve's price rounded to the price step, whether or not the market is open. */
  priceAt(instrument: Instrument, at: number): Decimal {
    return onGrid(instrument, this.rawPrice(instrument, at))
  }

  /** The curve's price as a float. */
  rawPrice(instrument: Instrument, at: number): number {
    return rawPriceAt(this.#curve, instrument, at)
  }

  /** Open, high and low of the day so far. */
  rangeOf(instrument: Instrument, day: TradingDay): { open: Decimal; high: Decimal; low: Decimal } {
    const last = this.lastPrice(instrument, day.at)
    const open = this.priceAt(instrument, day.openedAt)
    let high = compare(last, open) > 0 ? last : open
    let low = compare(last, open) < 0 ? last : open
    for (let at = day.openedAt; at < day.at; at += rangeStepMs) {
      const price = this.priceAt(instrument, at)
      if (compare(price, high) > 0) high = price
      if (compare(price, low) < 0) low = price
    }
    return { open, high, low }
  }

  optionValue(instrument: Instrument, at: number): (OptionValue & { readonly impliedVolatility: number }) | null {
    const value = optionValueAt(this.#curve, instrument, at)
    return value === null ? null : { ...value, impliedVolatility: impliedVolatility(this.#curve, instrument, at) }
  }

  /** The delay of this market's data, in ms. */
  delayMsOf(instrument: Instrument): number {
    return (delayMinutes.get(instrument.mic) ?? 0) * minuteMs
  }

  isOpen(symbol: string): boolean {
    return this.dayOf(this.catalog.get(symbol), this.now()).isOpen
  }

  /** Roubles per unit of a currency, from the market that never closes. */
  roubleRate(currency: string): Decimal {
    return currency === 'RUB' ? exact('1') : this.lastPrice(this.catalog.get(`${currency}RUB@_FX24`))
  }

  /** The last price now, as exact text. */
  price(symbol: string): string {
    return this.lastPrice(this.catalog.get(symbol))
  }

  /** Fixes a price until the next call; `null` returns to the curve. */
  setPrice(symbol: string, text: string | null): void {
    const { symbol: known } = this.catalog.get(symbol)
    if (text === null) this.#fixedPrices.delete(known)
    else this.#fixedPrices.set(known, exact(text))
  }

  /** Whether a test has fixed this price. */
  isPriceSet(symbol: string): boolean {
    return this.#fixedPrices.has(symbol)
  }

  /** Opens a market round the clock, starting today. */
  openMarket(mic: string): void {
    this.calendar.open(mic, this.now())
  }

  /** Closes a market now: its prices no longer change. */
  closeMarket(mic: string): void {
    this.calendar.close(mic, this.now())
  }

  /** Restores the market's regular hours. */
  restoreHours(mic: string): void {
    this.calendar.restore(mic)
  }
}

/** The price that is `steps` price steps away. */
export const stepAway = (instrument: Instrument, price: Decimal, steps: number): Decimal =>
  add(price, multiply(stepOf(instrument), decimalOf(steps)))
