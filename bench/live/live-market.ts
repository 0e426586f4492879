import { createRandom, drawExponential, drawNormal } from '../freshness/random.ts'

const minuteMs = 60_000
const yearMs = 365.25 * 24 * 60 * minuteMs
/** All instruments began to trade this long before the start. */
const tradedMs = 3 * 60 * minuteMs

export interface LiveInstrument {
  readonly symbol: string
  /** Standard deviation of the relative change in a year of continuous trading. */
  readonly volatility: number
  readonly tradesPerMinute: number
}

/** The figures of an instrument's day in a quote. `at` is the time of the last trade, UTC ms. */
export interface DayFigures {
  readonly at: number
  readonly last: number
  readonly open: number
  readonly high: number
  readonly low: number
  /** The close of the previous day. */
  readonly close: number
  readonly volume: number
}

/** A price on screen: sent by the service at `readAt` and shown from `shownAt` on, UTC ms. */
export interface Refresh {
  readonly readAt: number
  readonly shownAt: number
}

/** All trades of one instrument, calculated in advance, so that times can be read in any order. */
class Path {
  readonly #at: number[] = []
  readonly #price: number[] = []
  readonly #high: number[] = []
  readonly #low: number[] = []

  constructor({ symbol, volatility, tradesPerMinute }: LiveInstrument, seed: number, from: number, to: number) {
    const random = createRandom(seed, symbol)
    let price = 10 ** (1 + 2 * random())
    let [at, high, low] = [from, price, price]
    while (at < to) {
      this.#at.push(at)
      this.#price.push(price)
      this.#high.push((high = Math.max(high, price)))
      this.#low.push((low = Math.min(low, price)))
      const pauseMs = (drawExponential(random) * minuteMs) / tradesPerMinute
      at += pauseMs
      price *= Math.exp(volatility * Math.sqrt(pauseMs / yearMs) * drawNormal(random))
    }
  }

  figuresAt(at: number): DayFigures {
    const place = this.#placeAt(at)
    const first = this.#price[0] ?? 0
    return {
      at: Math.floor(this.#at[place] ?? 0),
      last: this.priceAt(at),
      ...{ open: first, high: this.#high[place] ?? first, low: this.#low[place] ?? first, close: first },
      volume: (place + 1) * 10,
    }
  }

  priceAt(at: number): number {
    return this.#price[this.#placeAt(at)] ?? 0
  }

  /** ∫ ((shown − true) / true)² dt from `from` to `to` while a price is shown, and the time in which one was shown, ms. */
  squaredError(refreshes: readonly Refresh[], from: number, to: number): { readonly sum: number; readonly ms: number } {
    let [sum, ms] = [0, 0]
    for (const [index, { readAt, shownAt }] of refreshes.entries()) {
      const start = Math.max(from, shownAt)
      const end = Math.min(to, refreshes[index + 1]?.shownAt ?? to)
      if (start >= end) continue
      const shown = this.priceAt(readAt)
      ms += end - start
      for (let place = this.#placeAt(start), at = start; at < end; place++) {
        const until = Math.min(end, this.#at[place + 1] ?? end)
        const price = this.#price[place] ?? shown
        sum += ((shown - price) / price) ** 2 * (until - at)
        at = until
      }
    }
    return { sum, ms }
  }

  /** The index of the last trade at or before a time. */
  #placeAt(at: number): number {
    let low = 0
    let high = this.#at.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#at[middle] ?? Infinity) <= at) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Random walks from trade to trade. The same seed gives the same walks. */
export class LiveMarket {
  readonly instruments: readonly LiveInstrument[]
  readonly #paths: ReadonlyMap<string, Path>

  constructor(instruments: readonly LiveInstrument[], seed: number, startAt: number, endAt: number) {
    this.instruments = instruments
    this.#paths = new Map(
      instruments.map((instrument) => [
        instrument.symbol,
        new Path(instrument, seed, startAt - tradedMs, endAt + minuteMs),
      ]),
    )
  }

  figures(symbol: string, at: number): DayFigures {
    return this.#path(symbol).figuresAt(at)
  }

  /** The root of the mean squared relative error of these rows while each shows a price, from `from` to `to`, in basis points. */
  error(rows: ReadonlyMap<string, readonly Refresh[]>, from: number, to: number): number {
    let [sum, ms] = [0, 0]
    for (const [symbol, refreshes] of rows) {
      const error = this.#path(symbol).squaredError(refreshes, from, to)
      sum += error.sum
      ms += error.ms
    }
    return Math.sqrt(sum / ms) * 10_000
  }

  #path(symbol: string): Path {
    const path = this.#paths.get(symbol)
    if (path === undefined) throw new Error(`The simulated market has no ${symbol}`)
    return path
  }
}

/** Volatilities as measured for liquid instruments: a fifth below 0.24 a year, a fifth above 0.66. */
export function drawInstrument(symbol: string, seed: number): LiveInstrument {
  const random = createRandom(seed, `traits of ${symbol}`)
  const volatility = Math.max(0.01, Math.min(1.46, 0.4 * Math.exp(0.6 * drawNormal(random))))
  return { symbol, volatility: random() < 0.05 ? 0.01 : volatility, tradesPerMinute: 2 + 28 * random() }
}
