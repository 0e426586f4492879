import { createRandom, drawExponential, drawNormal } from './random.ts'
import type { ScenarioSymbol } from './scenario.ts'

/** The maximum number of random steps for a day of trades before the start. */
const maxSteps = 1_000
const meanSize = 100

/**
 * The open, high, low and volume of one instrument's trading day. A day that began before the scenario (a span of `open` that
 * starts below 0) is drawn backwards from the price at the start. It uses a separate random generator, so that the walk after
 * the start does not depend on it.
 */
export class SimulatedDay {
  readonly close: number
  open: number
  high: number
  low: number
  volume = 0
  lastSize = 0
  /** The minute of the last trade before the start; 0 for none. */
  readonly tradedAt: number
  readonly #drawSize: () => number

  constructor(scenario: ScenarioSymbol, seed: number) {
    const { price, tradesPerMinute, volatilityPerSqrtMinute, open } = scenario
    const random = createRandom(seed, `${scenario.symbol} before the start`)
    this.#drawSize = createSizes(createRandom(seed, `${scenario.symbol} sizes`))
    this.open = this.high = this.low = price
    const opensAt = Math.min(0, ...open.flatMap(([from, to]) => (to > 0 ? [from] : [])))
    const trades = tradesPerMinute * -opensAt
    const stepTrades = Math.max(1, trades / maxSteps)
    let [minute, logPrice, firstTrade] = [0, Math.log(price), 0]
    for (;;) {
      const gap = tradesPerMinute === 0 ? Infinity : (drawExponential(random) * stepTrades) / tradesPerMinute
      if (minute - gap < opensAt) break
      minute -= gap
      if (firstTrade === 0) firstTrade = minute
      else logPrice += volatilityPerSqrtMinute * Math.sqrt(gap) * drawNormal(random)
      this.trade(Math.exp(logPrice), stepTrades)
    }
    // The walk is drawn backwards: the last trade drawn is the first of the day.
    this.open = Math.exp(logPrice)
    this.close = this.open
    this.tradedAt = firstTrade
  }

  /** Adds a trade, or several trades that are drawn as one. */
  trade(price: number, count = 1): void {
    if (this.volume === 0) this.open = this.high = this.low = price
    this.high = Math.max(this.high, price)
    this.low = Math.min(this.low, price)
    this.lastSize = this.#drawSize()
    this.volume += this.lastSize * count
  }
}

const createSizes = (random: () => number) => (): number => Math.ceil(meanSize * drawExponential(random))
