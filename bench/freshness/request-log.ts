import type { SimulatedMarket } from './simulated-market.ts'

/** A request that was sent before the market closed does not count as a request to a closed market. */
const maxTravelMs = 5_000

/** Counts the requests that reach the service. */
export class RequestLog {
  readonly #market: SimulatedMarket
  readonly #arrivals: number[] = []
  readonly #closingLooks = new Map<string, number>()
  readonly #refreshedAt = new Map<string, number>()
  #closedRequests = 0
  #maxVisibleAgeMs = 0

  constructor(market: SimulatedMarket) {
    this.#market = market
  }

  /** Records that a request reaches the service. */
  arrive(call: string, symbols: readonly string[], at: number): void {
    this.#arrivals.push(at)
    // An empty account belongs to no market.
    if (symbols.length === 0) return
    const schedules = symbols.map((symbol) => this.#market.instrument(symbol).schedule)
    const closedAt = schedules.reduce((latest, schedule) => Math.max(latest, schedule.closedAt(at)), -Infinity)
    if (schedules.some((schedule) => schedule.isOpen(at)) || at - closedAt < maxTravelMs) return
    // One request after each close is allowed.
    if ((this.#closingLooks.get(call) ?? -Infinity) < closedAt) this.#closingLooks.set(call, at)
    else this.#closedRequests++
  }

  /** Records that the shown prices are those of `readAt`. */
  refresh(symbols: readonly string[], readAt: number, at: number): void {
    for (const symbol of symbols) {
      this.#noteAge(symbol, at)
      this.#refreshedAt.set(symbol, readAt)
    }
  }

  /**
   * Call before prices enter or leave the screen, or markets open or close. Records the ages of prices that were open and on
   * screen until now.
   */
  noteAges(symbols: readonly string[], at: number): void {
    for (const symbol of symbols) this.#noteAge(symbol, at)
  }

  #noteAge(symbol: string, at: number): void {
    // A price that enters the screen may be old. Its age counts from that moment.
    const since = this.#market.instrument(symbol).schedule.watchedSince(at - 1)
    if (since === null) return
    this.#maxVisibleAgeMs = Math.max(
      this.#maxVisibleAgeMs,
      at - Math.max(since, this.#refreshedAt.get(symbol) ?? since),
    )
  }

  get requests(): number {
    return this.#arrivals.length
  }

  get closedRequests(): number {
    return this.#closedRequests
  }

  get maxVisibleAgeS(): number {
    return this.#maxVisibleAgeMs / 1_000
  }

  /** The maximum number of requests that arrived within any 60 s. */
  get maxInAnyMinute(): number {
    let most = 0
    let first = 0
    for (const [last, at] of this.#arrivals.entries()) {
      while ((this.#arrivals[first] ?? at) <= at - 60_000) first++
      most = Math.max(most, last - first + 1)
    }
    return most
  }
}
