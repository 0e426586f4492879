import { dayMs, hourMs, minuteMs } from './day.ts'
import { hashText, mix, unitOf } from './random.ts'

const periodsMs = [
  1000 * dayMs,
  250 * dayMs,
  60 * dayMs,
  15 * dayMs,
  4 * dayMs,
  dayMs,
  6 * hourMs,
  90 * minuteMs,
  20 * minuteMs,
  5 * minuteMs,
  minuteMs,
  15_000,
]
const yearMs = 365 * dayMs
// Like a random walk: what moves over a period grows with its square root.
const scales = periodsMs.map((periodMs, index) => ({ periodMs, index, weight: Math.sqrt(periodMs / yearMs) * 0.9 }))

/** Smooth noise from -1 to 1: hashed points on a lattice, joined by a curve. No state, so any moment can be asked. */
function noise(key: number, scale: number, position: number): number {
  const left = Math.floor(position)
  const along = position - left
  const lattice = mix(key, scale)
  const from = unitOf(mix(lattice, left))
  const to = unitOf(mix(lattice, left + 1))
  return 2 * (from + (to - from) * along * along * (3 - 2 * along)) - 1
}

/** The logarithmic deviation from the base price at an instant, for a volatility of 1 a year. */
function wander(key: number, at: number): number {
  let total = 0
  for (const { periodMs, index, weight } of scales) {
    // A phase of its own, so that not all instruments turn at one moment.
    total += weight * noise(key, index, at / periodMs + unitOf(mix(key, index + 64)))
  }
  return total
}

/** What the curve of one instrument is drawn from. */
export interface CurveShape {
  readonly symbol: string
  readonly basePrice: number
  /** A year's, as a fraction. */
  readonly volatility: number
  /** 0 to 1: how much of its moves it shares with the market. */
  readonly beta: number
}

/** Draws prices as a function of seed, symbol and time alone. */
export class Curve {
  readonly #seed: number
  readonly #market: number
  readonly #keys = new Map<string, number>()
  #marketAt = NaN
  #marketValue = 0

  constructor(seed: number) {
    this.#seed = seed
    this.#market = hashText(seed, 'the market as a whole')
  }

  priceAt({ symbol, basePrice, volatility, beta }: CurveShape, at: number): number {
    let key = this.#keys.get(symbol)
    if (key === undefined) this.#keys.set(symbol, (key = hashText(this.#seed, symbol)))
    const own = wander(key, at) * Math.sqrt(1 - beta * beta)
    return basePrice * Math.exp(volatility * (own + (beta === 0 ? 0 : beta * this.#marketMove(at))))
  }

  #marketMove(at: number): number {
    if (at !== this.#marketAt) {
      this.#marketAt = at
      this.#marketValue = wander(this.#market, at)
    }
    return this.#marketValue
  }
}
