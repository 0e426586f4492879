import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { BudgetSnapshot, Purpose } from '#shared/model/app/usage.ts'
import type { Clock } from '../../time/clock.ts'
import { LimitAfterRefusal } from './limit-after-refusal.ts'
import { Pacing } from './pacing.ts'
import { perPurpose, purposes, type FlowPurpose } from './shares.ts'
import { Slots, windowMs, type Spending } from './slots.ts'

interface WaitingRequest {
  readonly purpose: Purpose
  readonly endpoint: string
  readonly signal: AbortSignal | undefined
  /** Called when the signal aborts while the request waits. */
  readonly onLeave: () => void
}

interface Waiter<Lease> {
  readonly endpoint: string
  readonly grant: (lease: Lease) => void
}

/** The requests that wait for a slot, by purpose and in the order of their calls. */
class WaitingRequests<Lease> {
  readonly #queues = perPurpose(() => new Set<Waiter<Lease>>())

  /** Resolves when `grantFirst` reaches the request. Rejects with `cancelled` if its signal aborts first. */
  add({ purpose, endpoint, signal, onLeave }: WaitingRequest): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues[purpose]
      const leave = (): void => {
        queue.delete(waiter)
        onLeave()
        reject(new AppError('cancelled', m.broker_the_request_was_cancelled_before_it))
      }
      const waiter: Waiter<Lease> = {
        endpoint,
        grant: (lease) => {
          signal?.removeEventListener('abort', leave)
          resolve(lease)
        },
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(waiter)
    })
  }

  count(purpose: Purpose): number {
    return this.#queues[purpose].size
  }

  /** Gives what `take` returns to the request of this purpose that waits longest, if there is one. */
  grantFirst(purpose: Purpose, take: (endpoint: string) => Lease): void {
    const [waiter] = this.#queues[purpose]
    if (waiter === undefined) return
    this.#queues[purpose].delete(waiter)
    waiter.grant(take(waiter.endpoint))
  }
}

/** The right to send one request now. */
export interface Lease {
  /** Call when the response has arrived or the request was abandoned. Further calls have no effect. */
  release(): void
}

/**
 * Sends at most `limit` requests in any 60 s, as counted by the service. The service counts a request at an unknown
 * time between sending and response. So a slot is taken from sending until 60 s after the response: at that time the
 * service certainly no longer counts the request.
 */
export interface Budget {
  /**
   * Waits for a slot, by the policy of `shares.ts`. Requests with the same purpose get slots in the order of their
   * calls. Rejects with `cancelled` if `signal` aborts first.
   */
  acquire(purpose: Purpose, endpoint: string, signal?: AbortSignal): Promise<Lease>
  /** Reacts to a 429 response: sends no request for some seconds, and fewer requests for some minutes. */
  penalize(): void
  /** Takes slots for requests sent before a restart (UTC milliseconds): the service still counts them. */
  restore(sentAt: readonly number[]): void
  /** Limits the requests to this share (0 to 1) of the service's limit. Cancels may use the whole limit. */
  limitTo(share: number): void
  snapshot(): BudgetSnapshot
}

interface BudgetOptions {
  readonly clock: Clock
  /** Requests in any 60 s; the service allows 200. */
  readonly limit?: number
  /** Extra time per slot, for clocks that differ slightly and for packets in flight when a request is aborted. */
  readonly guardMs?: number
  /** The maximum time in flight of a request that was sent before a restart. */
  readonly responseMs?: number
  /** Called when a request takes its slot. */
  readonly onSpend?: (spending: Spending) => void
}

/** Creates the budget of a connection. All its requests, including retries, use it. */
export function createBudget(options: BudgetOptions): Budget {
  return new SlidingBudget(options)
}

class SlidingBudget implements Budget {
  readonly #clock: Clock
  readonly #guardMs: number
  readonly #onSpend: (spending: Spending) => void
  readonly #observed: LimitAfterRefusal
  readonly #slots: Slots
  readonly #pacing: Pacing
  readonly #waiting = new WaitingRequests<Lease>()
  #share = 1
  #stopTimer = (): void => undefined

  constructor({ clock, limit = 200, guardMs = 250, responseMs = 30_000, onSpend = () => undefined }: BudgetOptions) {
    this.#clock = clock
    this.#guardMs = guardMs
    this.#onSpend = onSpend
    this.#observed = new LimitAfterRefusal(limit, clock)
    this.#slots = new Slots({ clock, guardMs, responseMs })
    this.#pacing = new Pacing({
      clock,
      slots: this.#slots,
      limit: () => this.#limit,
      serviceLimit: () => this.#observed.limit,
    })
  }

  acquire(purpose: Purpose, endpoint: string, signal?: AbortSignal): Promise<Lease> {
    const lease = this.#waiting.add({ purpose, endpoint, signal, onLeave: () => this.#wake() })
    this.#serve()
    return lease
  }

  penalize(): void {
    this.#observed.lower(this.#slots.used, this.#slots.inFlight)
    this.#serve()
  }

  limitTo(share: number): void {
    this.#share = share
    this.#serve()
  }

  /** The number of requests that Tidemark may send in any 60 s. */
  get #limit(): number {
    return Math.max(1, Math.floor(this.#observed.limit * this.#share))
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
      fullLimit: Math.max(1, Math.floor(this.#observed.full * this.#share)),
      used,
      usedBy: perPurpose((purpose) => slots.filter((slot) => slot.purpose === purpose).length),
      endpoints: [...byEndpoint].map(([endpoint, count]) => ({ endpoint, count })).sort((a, b) => b.count - a.count),
      waiting: perPurpose((purpose) => this.#waiting.count(purpose)),
      nextFreeAt: waitMs === 0 ? null : Math.ceil(this.#clock.now() + waitMs),
    }
  }

  /**
   * Milliseconds until a slot is free for a cancel. If each slot belongs to a request in flight, the earliest possible
   * time.
   */
  #waitMs(): number {
    const surplus = this.#slots.used - this.#observed.limit
    const freeInMs = surplus < 0 ? 0 : (this.#slots.freeInMs(surplus) ?? windowMs + this.#guardMs)
    return Math.max(this.#observed.holdLeftMs, freeInMs)
  }

  #serve(): void {
    if (this.#observed.holdLeftMs === 0) {
      this.#serveAtOnce('cancel')
      if (this.#isWaiting('visible') && this.#pacing.isLiveOverdue) this.#serveFlow('visible')
      this.#serveAtOnce('user')
      for (let next = this.#pacing.choose(this.#isWaiting); next !== null; next = this.#pacing.choose(this.#isWaiting))
        this.#serveFlow(next)
    }
    this.#wake()
  }

  #serveAtOnce(purpose: 'cancel' | 'user'): void {
    while (this.#isWaiting(purpose) && this.#pacing.allowsAtOnce(purpose, this.#isWaiting('visible')))
      this.#grant(purpose)
  }

  #serveFlow(purpose: FlowPurpose): void {
    this.#pacing.take(purpose)
    this.#grant(purpose)
  }

  readonly #isWaiting = (purpose: Purpose): boolean => this.#waiting.count(purpose) > 0

  /** Grants a slot to the request of a purpose that waits longest. */
  #grant(purpose: Purpose): void {
    this.#waiting.grantFirst(purpose, (endpoint) => this.#take(purpose, endpoint))
  }

  #take(purpose: Purpose, endpoint: string): Lease {
    const spending = { at: this.#clock.now(), endpoint, purpose }
    const noteResponse = this.#slots.take(spending)
    this.#observed.noteSent(this.#slots.used)
    this.#onSpend(spending)
    return {
      release: () => {
        if (noteResponse()) this.#serve()
      },
    }
  }

  /**
   * Sets the timer for waiting requests: for the end of a hold, the next free slot or the next request of the flow. A
   * released slot needs no timer.
   */
  #wake(): void {
    this.#stopTimer()
    if (!purposes.some(this.#isWaiting)) return
    const freeMs = this.#slots.freeInMs(0) ?? windowMs
    const isClickWaiting = this.#isWaiting('cancel') || this.#isWaiting('user')
    const flowMs = this.#pacing.waitMs(this.#isWaiting)
    const delayMs = this.#observed.holdLeftMs || Math.min(isClickWaiting ? freeMs : windowMs, flowMs)
    this.#stopTimer = this.#clock.after(Math.max(1, Math.ceil(delayMs)), () => this.#serve())
  }
}
