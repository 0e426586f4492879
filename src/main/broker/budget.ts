import { AppError } from '../../shared/errors.ts'
import type { BudgetSnapshot, Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../clock.ts'
import { Ceiling, purposes } from './ceiling.ts'

const windowMs = 60_000

/** The right to send one request now. */
export interface Lease {
  /** To be called when the answer is in, or the request was given up. Further calls do nothing. */
  release(): void
}

/** A request as it was sent, for whoever keeps them over a restart. `at` is UTC milliseconds. */
export interface Spending {
  readonly at: number
  readonly endpoint: string
  readonly purpose: Purpose
}

/**
 * Never more than `limit` requests in any 60 s, as the service counts them. A request arrives at an unknown moment between
 * sending and answer, so its slot is taken from the sending until 60 s after the answer: whatever moment it was, it has
 * left the service's window by then.
 */
export interface Budget {
  /** Waits for a slot: by purpose, then first come first served. Rejects with `cancelled` when `signal` aborts first. */
  acquire(purpose: Purpose, endpoint: string, signal?: AbortSignal): Promise<Lease>
  /** Tells of a 429: nothing is sent for some seconds, and less for some minutes. */
  penalize(): void
  /** Takes slots for requests sent before a restart (UTC milliseconds): the service still counts them. */
  restore(sentAt: readonly number[]): void
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

interface Slot extends Spending {
  /** Monotonic; null while the answer is out. */
  freeAt: number | null
}

interface Waiter {
  readonly endpoint: string
  readonly grant: (lease: Lease) => void
}

class SlidingBudget implements Budget {
  readonly #clock: Clock
  readonly #guardMs: number
  readonly #answerMs: number
  readonly #onSpend: (spending: Spending) => void
  readonly #ceiling: Ceiling
  readonly #inFlight = new Set<Slot>()
  /** Answered, and still counted; the first to come free is first. */
  #cooling: Slot[] = []
  readonly #waiting: Readonly<Record<Purpose, Set<Waiter>>> = {
    cancel: new Set(),
    person: new Set(),
    visible: new Set(),
    held: new Set(),
    background: new Set(),
  }
  #stopTimer = (): void => undefined

  constructor({ clock, limit = 200, guardMs = 250, answerMs = 30_000, onSpend = () => undefined }: BudgetOptions) {
    this.#clock = clock
    this.#guardMs = guardMs
    this.#answerMs = answerMs
    this.#onSpend = onSpend
    this.#ceiling = new Ceiling(limit, clock)
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
    this.#ceiling.lower(this.#used(), this.#inFlight.size)
    this.#serve()
  }

  restore(sentAt: readonly number[]): void {
    const now = this.#clock.now()
    const before = sentAt
      // It may have arrived late, but not after this restart; a time ahead of us tells of a clock set back.
      .map((at) => ({ at, arrivedBefore: Math.min(at + this.#answerMs, now) }))
      .map(({ at, arrivedBefore }) => ({ at, leftMs: arrivedBefore + windowMs + this.#guardMs - now }))
      .filter(({ leftMs }) => leftMs > 0)
    for (const { at, leftMs } of before) {
      const spending = { at: Math.min(at, now), endpoint: 'before the restart', purpose: 'background' } as const
      this.#cooling.push({ ...spending, freeAt: this.#clock.monotonic() + leftMs })
    }
    this.#cooling.sort((a, b) => (a.freeAt ?? 0) - (b.freeAt ?? 0))
  }

  snapshot(): BudgetSnapshot {
    const used = this.#used()
    const slots = [...this.#inFlight, ...this.#cooling]
    const sentSince = this.#clock.now() - windowMs
    const byEndpoint = new Map<string, number>()
    for (const { at, endpoint } of slots)
      if (at > sentSince) byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? 0) + 1)
    const waitMs = this.#waitMs()
    return {
      limit: this.#ceiling.limit,
      fullLimit: this.#ceiling.full,
      used,
      usedBy: perPurpose((purpose) => slots.filter((slot) => slot.purpose === purpose).length),
      endpoints: [...byEndpoint].map(([endpoint, count]) => ({ endpoint, count })).sort((a, b) => b.count - a.count),
      waiting: perPurpose((purpose) => this.#waiting[purpose].size),
      nextFreeAt: waitMs === 0 ? null : Math.ceil(this.#clock.now() + waitMs),
    }
  }

  #used(): number {
    const now = this.#clock.monotonic()
    const firstTaken = this.#cooling.findIndex((slot) => slot.freeAt === null || slot.freeAt > now)
    this.#cooling = firstTaken === -1 ? [] : this.#cooling.slice(firstTaken)
    return this.#inFlight.size + this.#cooling.length
  }

  /** How long until a slot is free for a cancel; with all requests on their way, the soonest that could be. */
  #waitMs(): number {
    const surplus = this.#used() - this.#ceiling.limit
    const freeAt =
      surplus < 0 ? undefined : (this.#cooling[surplus]?.freeAt ?? this.#clock.monotonic() + windowMs + this.#guardMs)
    return Math.max(this.#ceiling.holdLeftMs, freeAt === undefined ? 0 : freeAt - this.#clock.monotonic())
  }

  #serve(): void {
    if (this.#ceiling.holdLeftMs === 0) {
      for (const purpose of purposes) {
        for (const waiter of this.#waiting[purpose]) {
          if (!this.#ceiling.allows(purpose, this.#used(), this.#inFlight.size)) break
          this.#waiting[purpose].delete(waiter)
          waiter.grant(this.#take(purpose, waiter.endpoint))
        }
      }
    }
    this.#wake()
  }

  #take(purpose: Purpose, endpoint: string): Lease {
    const slot: Slot = { at: this.#clock.now(), endpoint, purpose, freeAt: null }
    this.#inFlight.add(slot)
    this.#ceiling.noteSent(this.#used())
    this.#onSpend({ at: slot.at, endpoint, purpose })
    return {
      release: () => {
        if (!this.#inFlight.delete(slot)) return
        slot.freeAt = this.#clock.monotonic() + windowMs + this.#guardMs
        this.#cooling.push(slot)
        this.#serve()
      },
    }
  }

  /** Those who wait are served when a hold ends or a slot comes free; a release serves by itself. */
  #wake(): void {
    this.#stopTimer()
    if (purposes.every((purpose) => this.#waiting[purpose].size === 0)) return
    const now = this.#clock.monotonic()
    const nextFree = this.#cooling[0]?.freeAt ?? now + windowMs
    const delayMs = this.#ceiling.holdLeftMs || nextFree - now
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
