import type { Purpose } from '#shared/model/app/usage.ts'
import { beforeRestart } from '#shared/text/endpoint-words.ts'
import type { Clock } from '../../time/clock.ts'

/** How long the service counts a request. */
export const windowMs = 60_000

/** A sent request, stored so that it still counts after a restart. `at` is UTC ms. */
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
  readonly responseMs: number
}

/** The taken slots: each from sending its request until 60 s plus a guard time after the response. */
export class Slots {
  readonly #options: SlotsOptions
  readonly #inFlight = new Set<Spending>()
  /** Slots of completed requests that the service still counts, the first to become free first. */
  #cooling: Cooling[] = []
  /** The number of taken slots, by purpose. */
  readonly #counts = new Map<Purpose, number>()

  constructor(options: SlotsOptions) {
    this.#options = options
  }

  /** The number of requests without a response. */
  get inFlight(): number {
    return this.#inFlight.size
  }

  get used(): number {
    this.#dropFree()
    return this.#inFlight.size + this.#cooling.length
  }

  /** Slots taken by requests of one purpose. */
  usedBy(purpose: Purpose): number {
    this.#dropFree()
    return this.#counts.get(purpose) ?? 0
  }

  /**
   * The highest constant rate, in requests per ms, that never runs out of slots if `free` slots are free now. Until the
   * taken slot with index k becomes free, `free + k` slots are available. Requests in flight keep their slots for a
   * whole window from now.
   */
  evenPerMs(free: number): number {
    const { clock, guardMs } = this.#options
    const now = clock.monotonic()
    let rate = (Math.max(0, free) + this.#cooling.length) / (windowMs + guardMs)
    for (const [index, { freeAt }] of this.#cooling.entries())
      rate = Math.min(rate, Math.max(0, free + index) / Math.max(1, freeAt - now))
    return rate
  }

  /**
   * The number of slots that must stay free now, so that a flow of `perMs` requests per ms never runs out of slots if
   * it gets every slot that becomes free.
   */
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

  /** Takes a slot. Call the returned function after the response; it returns true the first time. */
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

  /** Takes slots for requests sent before a restart (UTC ms). */
  restore(sentAt: readonly number[]): void {
    const { clock, guardMs, responseMs } = this.#options
    const now = clock.now()
    for (const at of sentAt) {
      // The request may have arrived late, but before this restart. A time in the future means that the clock was set
      // back.
      const leftMs = Math.min(at + responseMs, now) + windowMs + guardMs - now
      if (leftMs <= 0) continue
      const spending = { at: Math.min(at, now), endpoint: beforeRestart, purpose: 'background' } as const
      this.#cooling.push({ spending, freeAt: clock.monotonic() + leftMs })
      this.#counts.set(spending.purpose, (this.#counts.get(spending.purpose) ?? 0) + 1)
    }
    this.#cooling.sort((a, b) => a.freeAt - b.freeAt)
  }

  /** Milliseconds until `index` + 1 slots of completed requests are free; `null` while fewer responses have arrived. */
  freeInMs(index: number): number | null {
    const cooling = this.#cooling[index]
    return cooling === undefined ? null : cooling.freeAt - this.#options.clock.monotonic()
  }

  #dropFree(): void {
    const now = this.#options.clock.monotonic()
    const firstTaken = this.#cooling.findIndex(({ freeAt }) => freeAt > now)
    const free = this.#cooling.splice(0, firstTaken === -1 ? this.#cooling.length : firstTaken)
    for (const { spending } of free) this.#counts.set(spending.purpose, (this.#counts.get(spending.purpose) ?? 1) - 1)
  }
}
