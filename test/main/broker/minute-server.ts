import type { Budget, Lease } from '#main/broker/budget/budget.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { FakeClock } from '../../fakes/clock.ts'

/** Simulates the service behind the budget: a request arrives at some moment between sending and response. */
export class MinuteServer {
  readonly arrivals: number[] = []
  /** The purposes of the requests in the order in which they were sent. */
  readonly sent: Purpose[] = []
  readonly #budget: Budget
  readonly #clock: FakeClock

  constructor(budget: Budget, clock: FakeClock) {
    this.#budget = budget
    this.#clock = clock
  }

  /** Sends one request as soon as the budget allows; it arrives after the share `phase` (0 to 1) of `latencyMs`. */
  async request(purpose: Purpose, latencyMs: number, phase: number): Promise<void> {
    const lease: Lease = await this.#budget.acquire(purpose, 'getQuote')
    this.sent.push(purpose)
    this.arrivals.push(this.#clock.now() + latencyMs * phase)
    this.#clock.after(latencyMs, () => lease.release())
  }

  /** The maximum number of requests that arrived within any 60 s, both ends included: the strictest way to count. */
  get maxPerMinute(): number {
    const sorted = this.arrivals.toSorted((a, b) => a - b)
    let start = 0
    let max = 0
    for (const [end, at] of sorted.entries()) {
      while (at - (sorted[start] ?? at) > 60_000) start++
      max = Math.max(max, end - start + 1)
    }
    return max
  }
}
