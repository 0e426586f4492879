import type { Budget, Lease } from '../../../src/main/broker/budget.ts'
import type { Purpose } from '../../../src/shared/model/usage.ts'
import type { FakeClock } from '../../fakes/clock.ts'

/** What a service on the far side of the budget sees: a request arrives at some moment between sending and answer. */
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

  /** Sends one request as soon as the budget allows; it arrives at `phase` (0 to 1) of its time on the way. */
  async ask(purpose: Purpose, latencyMs: number, phase: number): Promise<void> {
    const lease: Lease = await this.#budget.acquire(purpose, 'getQuote')
    this.sent.push(purpose)
    this.arrivals.push(this.#clock.now() + latencyMs * phase)
    this.#clock.after(latencyMs, () => lease.release())
  }

  /** The most requests that arrived within any 60 s, both ends included: the strictest way to count. */
  get worstMinute(): number {
    const sorted = this.arrivals.toSorted((a, b) => a - b)
    let start = 0
    let worst = 0
    for (const [end, at] of sorted.entries()) {
      while (at - (sorted[start] ?? at) > 60_000) start++
      worst = Math.max(worst, end - start + 1)
    }
    return worst
  }
}
