import type { DayRange } from '#main/sync/quotes/volatility/range-estimate.ts'
import { seededRandom } from '../../../../fakes/random.ts'

export function createNormal(seed: number): () => number {
  const random = seededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/**
 * Simulates the day of a price with `rate` (variance per ms) that is traded `trades` times at equal intervals. The
 * first trade is one interval after the opening, the last one at `elapsedMs`.
 */
export function drawDay(rate: number, elapsedMs: number, trades: number, seed: number): DayRange {
  const normal = createNormal(seed)
  const step = Math.sqrt((rate * elapsedMs) / trades)
  let [log, high, low] = [0, 0, 0]
  for (let i = 1; i < trades; i++) {
    log += step * normal()
    high = Math.max(high, log)
    low = Math.min(low, log)
  }
  const price = (value: number): number => 100 * Math.exp(value)
  return { open: price(0), high: price(high), low: price(low), last: price(log), trades }
}
