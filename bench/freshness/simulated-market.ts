import { zero } from '#shared/decimal.ts'
import type { Quote } from '#shared/model/market.ts'
import { emptyQuote } from '../../test/fakes/empty-figures.ts'
import type { Scenario, ScenarioSymbol } from './scenario.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { decimalOf } from './simulated-figures.ts'
import { SimulatedPrice } from './simulated-price.ts'

interface Instrument {
  readonly scenario: ScenarioSymbol
  readonly price: SimulatedPrice
  readonly schedule: Schedule
}

/** All prices of a scenario. Times are UTC ms of the clock, from `startAt`. */
export class SimulatedMarket {
  readonly #startAt: number
  readonly #instruments: ReadonlyMap<string, Instrument>

  constructor({ symbols, seed, minutes }: Scenario, startAt: number) {
    this.#startAt = startAt
    this.#instruments = new Map(
      symbols.map((scenario) => [
        scenario.symbol,
        { scenario, price: new SimulatedPrice(scenario, seed, minutes), schedule: createSchedule(scenario, startAt) },
      ]),
    )
  }

  minuteOf(at: number): number {
    return (at - this.#startAt) / 60_000
  }

  instrument(symbol: string): Instrument {
    const found = this.#instruments.get(symbol)
    if (found === undefined) throw new Error(`the scenario has no ${symbol}`)
    return found
  }

  /** The last price. */
  price(symbol: string, at: number): number {
    return this.instrument(symbol).price.readAt(this.minuteOf(at)).price
  }

  /** The quote as the service would send it. */
  quote(symbol: string, at: number): Quote {
    const { price, tradedAt, lastSize, day } = this.instrument(symbol).price.readAt(this.minuteOf(at))
    const prices = { last: decimalOf(price), close: decimalOf(day.close) }
    const sent = { ...emptyQuote, ...prices, symbol, at: Math.floor(this.#startAt + tradedAt * 60_000) }
    if (day.volume === 0) return { ...sent, volume: zero }
    return {
      ...sent,
      lastSize: decimalOf(lastSize),
      volume: decimalOf(day.volume),
      open: decimalOf(day.open),
      high: decimalOf(day.high),
      low: decimalOf(day.low),
    }
  }

  show(symbol: string, price: number, at: number): void {
    this.instrument(symbol).price.show(price, this.minuteOf(at))
  }

  /** The root of the time-mean of Σ (weight · (shown − true) / true)²: of all prices, and of those on screen. */
  error(at: number): { readonly all: number; readonly onScreen: number } {
    const minute = this.minuteOf(at)
    const instruments = [...this.#instruments.values()]
    const root = (scope: 'all' | 'onScreen'): number => {
      const squares = instruments.map(({ scenario, price }) => scenario.weight ** 2 * price.errorUntil(minute)[scope])
      return Math.sqrt(squares.reduce((total, square) => total + square, 0) / minute)
    }
    return { all: root('all'), onScreen: root('onScreen') }
  }
}
