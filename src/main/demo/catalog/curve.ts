import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { hashText, mix, unitOf } from '../values/random.ts'

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
// As in a random walk, the move over a period grows with the square root of the period.
const scales = periodsMs.map((periodMs, index) => ({ periodMs, index, weight: Math.sqrt(periodMs / yearMs) * 0.9 }))

/** Smooth noise from -1 to 1: hashed points on a lattice, joined by a curve. It has no state, so any instant can be computed. */
function noise(key: number, scale: number, position: number): number {
  const left = Math.floor(position)
  const fraction = position - left
  const lattice = mix(key, scale)
  const from = unitOf(mix(lattice, left))
  const to = unitOf(mix(lattice, left + 1))
  return 2 * (from + (to - from) * fraction * fraction * (3 - 2 * fraction)) - 1
}

/** The logarithmic deviation from the base price at an instant, for a volatility of 1 a year. */
function wander(key: number, at: number): number {
  let total = 0
  for (const { periodMs, index, weight } of scales) {
    // Each instrument has its own phase, so that not all of them turn at the same time.
    total += weight * noise(key, index, at / periodMs + unitOf(mix(key, index + 64)))
  }
  return total
}

/** What determines the price curve of one instrument. */
export interface CurveShape {
  readonly symbol: string
  readonly basePrice: number
  /** Annual, as a fraction. */
  readonly volatility: number
  /** 0 to 1: the share of its moves that follows the market. */
  readonly beta: number
}

/** Computes prices from seed, symbol and time only. */
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
