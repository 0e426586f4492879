import { createRandom, drawExponential, drawNormal } from './random.ts'
import { volatilityAt, type ScenarioSymbol } from './scenario.ts'
import { SimulatedDay } from './simulated-day.ts'

/** An interval of time, in minutes, in which neither the state of the market nor its visibility changes. */
interface Interval {
  readonly to: number
  readonly isOpen: boolean
  readonly isVisible: boolean
  readonly volatility: number
}

/**
 * One price: a random walk while its market is open, visible only through trades. It keeps the price that the screen shows, and
 * sums its error. The same seed gives the same walk, at any time of reading.
 */
export class SimulatedPrice {
  readonly #random: () => number
  readonly #intervals: readonly Interval[]
  readonly #tradesPerMinute: number
  #place = 0
  #at = 0
  #logValue: number
  #untilTrade: number
  #price: number
  #tradedAt: number
  readonly #day: SimulatedDay
  #shown: number
  #squaredError = 0
  #squaredErrorOnScreen = 0

  constructor(scenario: ScenarioSymbol, seed: number, minutes: number) {
    this.#random = createRandom(seed, scenario.symbol)
    this.#intervals = listIntervals(scenario, minutes)
    this.#tradesPerMinute = scenario.tradesPerMinute
    this.#logValue = Math.log(scenario.price)
    this.#price = scenario.price
    this.#shown = scenario.price
    this.#day = new SimulatedDay(scenario, seed)
    this.#tradedAt = this.#day.tradedAt
    this.#untilTrade = this.#drawGap()
  }

  /** The last trade and the figures of the day so far. Minutes must not decrease. */
  readAt(minute: number) {
    this.#advance(minute)
    return { price: this.#price, tradedAt: this.#tradedAt, lastSize: this.#day.lastSize, day: this.#day }
  }

  /** Sets the price that the screen shows from now on. */
  show(price: number, minute: number): void {
    this.#advance(minute)
    this.#shown = price
  }

  /** ∫ ((shown − true) / true)² dt so far, in minutes: over all time, and over the time on screen. */
  errorUntil(minute: number): { readonly all: number; readonly onScreen: number } {
    this.#advance(minute)
    return { all: this.#squaredError, onScreen: this.#squaredErrorOnScreen }
  }

  #drawGap(): number {
    return this.#tradesPerMinute === 0 ? Infinity : drawExponential(this.#random) / this.#tradesPerMinute
  }

  #advance(to: number): void {
    while (this.#at < to) {
      const interval = this.#intervals[this.#place]
      const isOpen = interval?.isOpen === true
      const end = Math.min(to, interval?.to ?? Infinity, isOpen ? this.#at + this.#untilTrade : Infinity)
      const elapsed = end - this.#at
      const squaredError = ((this.#shown - this.#price) / this.#price) ** 2 * elapsed
      this.#squaredError += squaredError
      if (interval?.isVisible === true) this.#squaredErrorOnScreen += squaredError
      this.#at = end
      if (isOpen) {
        this.#untilTrade -= elapsed
        this.#variance += interval.volatility ** 2 * elapsed
        if (this.#untilTrade <= 1e-12) this.#trade()
      }
      if (interval !== undefined && end >= interval.to) this.#place++
    }
  }

  #variance = 0

  #trade(): void {
    this.#logValue += Math.sqrt(this.#variance) * drawNormal(this.#random)
    this.#variance = 0
    this.#price = Math.exp(this.#logValue)
    this.#tradedAt = this.#at
    this.#day.trade(this.#price)
    this.#untilTrade = this.#drawGap()
  }
}

function listIntervals(scenario: ScenarioSymbol, minutes: number): readonly Interval[] {
  const edges = [...scenario.open.flat(), ...scenario.visible.flat(), ...scenario.regimes.map(({ at }) => at), minutes]
  const ends = [...new Set(edges)].filter((edge) => edge > 0).sort((a, b) => a - b)
  return ends.map((to, i) => {
    const from = ends[i - 1] ?? 0
    const isIn = (times: readonly (readonly [number, number])[]): boolean =>
      times.some(([begins, ends]) => begins <= from && from < ends)
    return {
      to,
      isOpen: isIn(scenario.open),
      isVisible: isIn(scenario.visible),
      volatility: volatilityAt(scenario, from),
    }
  })
}
