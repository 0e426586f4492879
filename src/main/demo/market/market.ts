import { add, compare, type Decimal, decimalOf, multiply } from '../../shared/decimal.ts'
import type { Clock } from '../clock.ts'
import { Calendar, type TradingDay } from './calendar.ts'
import { Catalog } from './catalog.ts'
import { Curve } from './curve.ts'
import { delayMinutes } from './data/venues.ts'
import { minuteMs } from './day.ts'
import type { Instrument } from './instruments.ts'
import { impliedVolatility, onGrid, optionValueAt, rawPriceAt, stepOf } from './prices.ts'
import type { OptionValue } from './black-scholes.ts'
import { exact } from './wire.ts'

/** Prices move at most this often. */
const tickMs = 500
/** How far apart the moments lie that make the day's high and low. */
const rangeStepMs = 10 * minuteMs

/** Prices of everything at any time, and the switches by which a test moves them. */
export class Market {
  readonly seed: number
  readonly calendar: Calendar
  readonly catalog: Catalog
  readonly #clock: Clock
  readonly #curve: Curve
  readonly #set = new Map<string, Decimal>()

  constructor(seed: number, clock: Clock, alwaysOpen: boolean) {
    this.seed = seed
    this.#clock = clock
    this.#curve = new Curve(seed)
    this.calendar = new Calendar(alwaysOpen)
    this.catalog = new Catalog((instrument, at) => rawPriceAt(this.#curve, instrument, at), clock.now())
  }

  now(): number {
    return this.#clock.now()
  }

  /** The trading day of an instrument: an expired one stands where it ended. */
  dayOf(instrument: Instrument, at: number): TradingDay {
    const until = Math.min(at, instrument.endsAt ?? at)
    const day = this.calendar.tradingDay(instrument.mic, until)
    const isOpen = day.isOpen && (instrument.endsAt === null || at < instrument.endsAt)
    return { ...day, isOpen, at: Math.floor(day.at / tickMs) * tickMs }
  }

  /** The last price at an instant; by default now. */
  lastPrice(instrument: Instrument, at = this.now()): Decimal {
    return this.#set.get(instrument.symbol) ?? this.priceAt(instrument, this.dayOf(instrument, at).at)
  }

  /** The price at the end of the trading day before. */
  closePrice(instrument: Instrument, at = this.now()): Decimal {
    return this.priceAt(instrument, this.dayOf(instrument, at).previousCloseAt)
  }

  /** The curve's own price on the grid, whether or not the market is open then. */
  priceAt(instrument: Instrument, at: number): Decimal {
    return onGrid(instrument, this.rawPrice(instrument, at))
  }

  /** The curve's price as a float. */
  rawPrice(instrument: Instrument, at: number): number {
    return rawPriceAt(this.#curve, instrument, at)
  }

  /** Highest and lowest of the day so far, with its first price. */
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

  /** How late this market's data are. */
  delayMsOf(instrument: Instrument): number {
    return (delayMinutes.get(instrument.mic) ?? 0) * minuteMs
  }

  isOpen(symbol: string): boolean {
    return this.dayOf(this.catalog.get(symbol), this.now()).isOpen
  }

  /** Roubles for one unit of a currency, from the market that never closes. */
  roubleRate(currency: string): Decimal {
    return currency === 'RUB' ? exact('1') : this.lastPrice(this.catalog.get(`${currency}RUB@_FX24`))
  }

  /** The last price now, as exact text. */
  price(symbol: string): string {
    return this.lastPrice(this.catalog.get(symbol))
  }

  /** Fixes a price until it is set anew; `null` lets the curve go on. */
  setPrice(symbol: string, text: string | null): void {
    const { symbol: known } = this.catalog.get(symbol)
    if (text === null) this.#set.delete(known)
    else this.#set.set(known, exact(text))
  }

  /** Whether a test fixed this price. */
  isPriceSet(symbol: string): boolean {
    return this.#set.has(symbol)
  }

  /** Keeps a market open round the clock, from today on. */
  openMarket(mic: string): void {
    this.calendar.open(mic, this.now())
  }

  /** Closes a market now: its prices stand. */
  closeMarket(mic: string): void {
    this.calendar.close(mic, this.now())
  }

  /** Back to the market's own hours. */
  restoreHours(mic: string): void {
    this.calendar.restore(mic)
  }
}

/** `steps` price steps away from a price. */
export const stepAway = (instrument: Instrument, price: Decimal, steps: number): Decimal =>
  add(price, multiply(stepOf(instrument), decimalOf(steps)))
