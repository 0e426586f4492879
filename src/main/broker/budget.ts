import { AppError } from '../../shared/errors.ts'
import type { BudgetSnapshot, Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../time/clock.ts'
import { Ceiling } from './observed-limit.ts'
import { Pacing, purposes, type FlowPurpose } from './pacing.ts'
import { Slots, windowMs, type Spending } from './slots.ts'

/** The right to send one request now. */
export interface Lease {
  /** To be called when the response is in, or the request was given up. Further calls do nothing. */
  release(): void
}

/**
 * Never more than `limit` requests in any 60 s, as the service counts them. A request arrives at an unknown moment between
 * sending and answer, so its slot is taken from the sending until 60 s after the response: whatever moment it was, it has
 * left the service's window by then.
 */
export interface Budget {
  /** Waits for a slot: by the policy of `pacing.ts`, within a purpose first come first served. Rejects with `cancelled` when `signal` aborts first. */
  acquire(purpose: Purpose, endpoint: string, signal?: AbortSignal): Promise<Lease>
  /** Tells of a 429: nothing is sent for some seconds, and less for some minutes. */
  penalize(): void
  /** Takes slots for requests sent before a restart (UTC milliseconds): the service still counts them. */
  restore(sentAt: readonly number[]): void
  /** Uses no more than this share (0 to 1) of the requests that the service allows, from now on; a cancel may use them all. */
  limitTo(share: number): void
  snapshot(): BudgetSnapshot
}

interface BudgetOptions {
  readonly clock: Clock
  /** Requests in any 60 s; the service allows 200. */
  readonly limit?: number
  /** For clocks that do not run quite alike, and packets still on their way when a request is given up. */
  readonly guardMs?: number
  /** How long a request from before a restart may have been on its way. */
  readonly answerMs?: number
  /** Called as each request takes its slot. */
  readonly onSpend?: (spending: Spending) => void
}

/** One per connection: all its requests, retries too, go through it. */
export function createBudget(options: BudgetOptions): Budget {
  return new SlidingBudget(options)
}

interface Waiter {
  readonly endpoint: string
  readonly grant: (lease: Lease) => void
}

class SlidingBudget implements Budget {
  readonly #clock: Clock
  readonly #guardMs: number
  readonly #onSpend: (spending: Spending) => void
  readonly #ceiling: Ceiling
  readonly #slots: Slots
  readonly #pacing: Pacing
  readonly #waiting: Readonly<Record<Purpose, Set<Waiter>>> = {
    cancel: new Set(),
    person: new Set(),
    visible: new Set(),
    held: new Set(),
    background: new Set(),
  }
  #share = 1
  #stopTimer = (): void => undefined

  constructor({ clock, limit = 200, guardMs = 250, answerMs = 30_000, onSpend = () => undefined }: BudgetOptions) {
    this.#clock = clock
    this.#guardMs = guardMs
    this.#onSpend = onSpend
    this.#ceiling = new Ceiling(limit, clock)
    this.#slots = new Slots({ clock, guardMs, answerMs })
    this.#pacing = new Pacing({
      ...{ clock, slots: this.#slots },
      limit: () => this.#limit,
      serviceLimit: () => this.#ceiling.limit,
    })
  }

  acquire(purpose: Purpose, endpoint: string, signal?: AbortSignal): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[purpose]
      const leave = (): void => {
        queue.delete(waiter)
        this.#wake()
        reject(new AppError('cancelled', 'The request was cancelled before it was sent'))
      }
      const waiter: Waiter = {
        endpoint,
        grant: (lease) => {
          signal?.removeEventListener('abort', leave)
          resolve(lease)
        },
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(waiter)
      this.#serve()
    })
  }

  penalize(): void {
    this.#ceiling.lower(this.#slots.used, this.#slots.inFlight)
    this.#serve()
  }

  limitTo(share: number): void {
    this.#share = share
    this.#serve()
  }

  /** What Tidemark may use in any 60 s. */
  get #limit(): number {
    return Math.max(1, Math.floor(this.#ceiling.limit * this.#share))
  }

  restore(sentAt: readonly number[]): void {
    this.#slots.restore(sentAt)
  }

  snapshot(): BudgetSnapshot {
    const { used } = this.#slots
    const slots = this.#slots.list()
    const sentSince = this.#clock.now() - windowMs
    const byEndpoint = new Map<string, number>()
    for (const { at, endpoint } of slots)
      if (at > sentSince) byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? 0) + 1)
    const waitMs = this.#waitMs()
    return {
      limit: this.#limit,
      fullLimit: Math.max(1, Math.floor(this.#ceiling.full * this.#share)),
      used,
      usedBy: perPurpose((purpose) => slots.filter((slot) => slot.purpose === purpose).length),
      endpoints: [...byEndpoint].map(([endpoint, count]) => ({ endpoint, count })).sort((a, b) => b.count - a.count),
      waiting: perPurpose((purpose) => this.#waiting[purpose].size),
      nextFreeAt: waitMs === 0 ? null : Math.ceil(this.#clock.now() + waitMs),
    }
  }

  /** How long until a slot is free for a cancel; with all requests on their way, the soonest that could be. */
  #waitMs(): number {
    const surplus = this.#slots.used - this.#ceiling.limit
    const freeInMs = surplus < 0 ? 0 : (this.#slots.freeInMs(surplus) ?? windowMs + this.#guardMs)
    return Math.max(this.#ceiling.holdLeftMs, freeInMs)
  }

  #serve(): void {
    if (this.#ceiling.holdLeftMs === 0) {
      this.#serveAtOnce('cancel')
      if (this.#isWaiting('visible') && this.#pacing.isLiveOverdue) this.#serveFlow('visible')
      this.#serveAtOnce('person')
      for (let next = this.#pacing.choose(this.#isWaiting); next !== null; next = this.#pacing.choose(this.#isWaiting))
        this.#serveFlow(next)
    }
    this.#wake()
  }

  #serveAtOnce(purpose: 'cancel' | 'person'): void {
    while (this.#isWaiting(purpose) && this.#pacing.allowsAtOnce(purpose, this.#isWaiting('visible')))
      this.#grant(purpose)
  }

  #serveFlow(purpose: FlowPurpose): void {
    this.#pacing.take(purpose)
    this.#grant(purpose)
  }

  readonly #isWaiting = (purpose: Purpose): boolean => this.#waiting[purpose].size > 0

  /** Serves whoever of a purpose waits longest. */
  #grant(purpose: Purpose): void {
    const [waiter] = this.#waiting[purpose]
    if (waiter === undefined) return
    this.#waiting[purpose].delete(waiter)
    waiter.grant(this.#take(purpose, waiter.endpoint))
  }

  #take(purpose: Purpose, endpoint: string): Lease {
    const spending = { at: this.#clock.now(), endpoint, purpose }
    const noteAnswer = this.#slots.take(spending)
    this.#ceiling.noteSent(this.#slots.used)
    this.#onSpend(spending)
    return {
      release: () => {
        if (noteAnswer()) this.#serve()
      },
    }
  }

  /** Those who wait are served when a hold ends, a slot comes free or the flow goes on; a release serves by itself. */
  #wake(): void {
    this.#stopTimer()
    if (!purposes.some(this.#isWaiting)) return
    const freeMs = this.#slots.freeInMs(0) ?? windowMs
    const isClickWaiting = this.#isWaiting('cancel') || this.#isWaiting('person')
    const flowMs = this.#pacing.waitMs(this.#isWaiting)
    const delayMs = this.#ceiling.holdLeftMs || Math.min(isClickWaiting ? freeMs : windowMs, flowMs)
    this.#stopTimer = this.#clock.after(Math.max(1, Math.ceil(delayMs)), () => this.#serve())
  }
}

const perPurpose = (count: (purpose: Purpose) => number): Record<Purpose, number> => ({
  cancel: count('cancel'),
  person: count('person'),
  visible: count('visible'),
  held: count('held'),
  background: count('background'),
})
