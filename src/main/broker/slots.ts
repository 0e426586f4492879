import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../time/clock.ts'

/** How long the service counts a request. */
export const windowMs = 60_000

/** A request as it was sent, for whoever keeps them over a restart. `at` is UTC milliseconds. */
export interface Spending {
  readonly at: number
  readonly endpoint: string
  readonly purpose: Purpose
}

interface Cooling {
  readonly spending: Spending
  /** Monotonic. */
  readonly freeAt: number
}

interface SlotsOptions {
  readonly clock: Clock
  readonly guardMs: number
  readonly answerMs: number
}

/** The slots that are taken: each from the sending of its request until 60 s, and a guard, after the response. */
export class Slots {
  readonly #options: SlotsOptions
  readonly #inFlight = new Set<Spending>()
  /** Answered, and still counted; the first to come free is first. */
  #cooling: Cooling[] = []
  /** Both, by purpose. */
  readonly #counts = new Map<Purpose, number>()

  constructor(options: SlotsOptions) {
    this.#options = options
  }

  /** Requests whose responses are out. */
  get inFlight(): number {
    return this.#inFlight.size
  }

  get used(): number {
    this.#forgetFree()
    return this.#inFlight.size + this.#cooling.length
  }

  /** Slots taken by requests of one purpose. */
  usedBy(purpose: Purpose): number {
    this.#forgetFree()
    return this.#counts.get(purpose) ?? 0
  }

  /**
   * The fastest even flow, in requests a ms, that never has to stop while `free` slots are free now: up to the moment at
   * which the k-th taken slot comes free it has `free + k` slots. Requests in flight hold theirs for a whole window from now.
   */
  evenPerMs(free: number): number {
    const { clock, guardMs } = this.#options
    const now = clock.monotonic()
    let rate = (Math.max(0, free) + this.#cooling.length) / (windowMs + guardMs)
    for (const [index, { freeAt }] of this.#cooling.entries())
      rate = Math.min(rate, Math.max(0, free + index) / Math.max(1, freeAt - now))
    return rate
  }

  /** Slots that must stay free now so that a flow of `perMs` never has to stop, if it has every slot that comes free. */
  neededFor(perMs: number): number {
    const { clock, guardMs } = this.#options
    const now = clock.monotonic()
    let needed = Math.max(0, perMs * (windowMs + guardMs) - this.#cooling.length)
    for (const [index, { freeAt }] of this.#cooling.entries()) needed = Math.max(needed, perMs * (freeAt - now) - index)
    return Math.floor(needed)
  }

  list(): readonly Spending[] {
    return [...this.#inFlight, ...this.#cooling.map(({ spending }) => spending)]
  }

  /** Takes one. What it returns notes the response; true the first time. */
  take(spending: Spending): () => boolean {
    const { clock, guardMs } = this.#options
    this.#inFlight.add(spending)
    this.#counts.set(spending.purpose, (this.#counts.get(spending.purpose) ?? 0) + 1)
    return () => {
      const isFirst = this.#inFlight.delete(spending)
      if (isFirst) this.#cooling.push({ spending, freeAt: clock.monotonic() + windowMs + guardMs })
      return isFirst
    }
  }

  /** Takes those of requests sent before a restart (UTC milliseconds). */
  restore(sentAt: readonly number[]): void {
    const { clock, guardMs, answerMs } = this.#options
    const now = clock.now()
    for (const at of sentAt) {
      // It may have arrived late, but not after this restart; a time ahead of us tells of a clock set back.
      const leftMs = Math.min(at + answerMs, now) + windowMs + guardMs - now
      if (leftMs <= 0) continue
      const spending = { at: Math.min(at, now), endpoint: 'before the restart', purpose: 'background' } as const
      this.#cooling.push({ spending, freeAt: clock.monotonic() + leftMs })
      this.#counts.set(spending.purpose, (this.#counts.get(spending.purpose) ?? 0) + 1)
    }
    this.#cooling.sort((a, b) => a.freeAt - b.freeAt)
  }

  /** Milliseconds until `count` answered requests and one more are free; `null` while fewer responses have arrived. */
  freeInMs(index: number): number | null {
    const cooling = this.#cooling[index]
    return cooling === undefined ? null : cooling.freeAt - this.#options.clock.monotonic()
  }

  #forgetFree(): void {
    const now = this.#options.clock.monotonic()
    const firstTaken = this.#cooling.findIndex(({ freeAt }) => freeAt > now)
    const free = this.#cooling.splice(0, firstTaken === -1 ? this.#cooling.length : firstTaken)
    for (const { spending } of free) this.#counts.set(spending.purpose, (this.#counts.get(spending.purpose) ?? 1) - 1)
  }
}
