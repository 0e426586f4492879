import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../time/clock.ts'
import type { Slots } from './slots.ts'

/** From first to last: whose requests go first. */
export const purposes = ['cancel', 'person', 'visible', 'held', 'background'] as const satisfies readonly Purpose[]

/** What Tidemark asks for by itself. It flows evenly; a cancel and a person's click go at once. */
export const flowPurposes = ['visible', 'held', 'background'] as const satisfies readonly Purpose[]
export type FlowPurpose = (typeof flowPurposes)[number]

interface FlowShare {
  /** Of the slots that are free for the flow, in proportion to the others that wait. */
  readonly weight: number
  /** Of the limit: what it takes where nobody else wants it. */
  readonly max: number
  /** Of the limit: requests that may go at once after a rest. */
  readonly burst: number
}

/**
 * The policy, in shares of the requests that any 60 s may have.
 *
 *     cancel      ─ at once, up to 100 %
 *     person      ─ at once, up to 98 %, less what keeps the screen at 12 % until slots come free
 *     visible ┐   ─ together an even flow, up to 95 %;    80 of 100 while all wait
 *     held    ├     each slot of it goes to whoever has   10 of 100, up to 40 %
 *     backgr. ┘     had least of its weight               10 of 100, up to 60 %
 *
 * So bulk work (`background`) takes no burst while others wait, what is on screen has four fifths of every few seconds under any load, a
 * click finds 5 % free, and a cancel 2 % more.
 */
export const shares = {
  person: 0.98,
  flow: 0.95,
  /** What is on screen has this much, evenly, even while a person's clicks take all the rest. */
  liveReserve: 0.12,
  flows: {
    visible: { weight: 80, max: 0.95, burst: 0.08 },
    held: { weight: 10, max: 0.4, burst: 0.05 },
    background: { weight: 10, max: 0.6, burst: 0.05 },
  } satisfies Record<FlowPurpose, FlowShare>,
  /** The part of the quote plan for positions and lists that are not on screen, while a window is visible. */
  prices: { hidden: 0.15 },
  /** Requests in flight at once, so that a service that hangs leaves room for those that go first. */
  inFlight: { cancel: 40, person: 32, visible: 24, held: 16, background: 8 } satisfies Record<Purpose, number>,
} as const

const minuteMs = 60_000

/** Tokens that come in at a rate, up to a burst; each request takes one. Times are monotonic, ms. */
class Bucket {
  #tokens: number
  #at: number

  constructor(tokens: number, at: number) {
    this.#tokens = tokens
    this.#at = at
  }

  /** `perMs` is worked out only where tokens are lacking. */
  fill(now: number, perMs: () => number, burst: number): void {
    const max = Math.max(1, burst)
    this.#tokens = this.#tokens >= max ? max : Math.min(max, this.#tokens + (now - this.#at) * Math.max(0, perMs()))
    this.#at = now
  }

  get isReady(): boolean {
    // Sums of fractions miss a whole token by a little.
    return this.#tokens >= 1 - 1e-6
  }

  /** Until a token is in, at this rate. */
  waitMs(perMs: () => number): number {
    if (this.isReady) return 0
    const rate = perMs()
    return rate > 0 ? (1 - this.#tokens) / rate : Infinity
  }

  take(): void {
    this.#tokens--
  }
}

interface PacingOptions {
  readonly clock: Clock
  readonly slots: Slots
  /** Requests that Tidemark may send in any 60 s, as far as is known now. */
  readonly limit: () => number
  /** Requests that the service allows: a cancel may use them all. */
  readonly serviceLimit: () => number
}

/** Decides who is given the next slot, and when. */
export class Pacing {
  readonly #clock: Clock
  readonly #slots: Slots
  readonly #limit: () => number
  readonly #serviceLimit: () => number
  readonly #flow: Bucket
  readonly #buckets: Readonly<Record<FlowPurpose, Bucket>>
  /** When something on screen was given its slot last, monotonic. */
  #liveAt: number
  /** Start-time fair queueing (Goyal, Vin and Cheng, 1996): when each has had its weight, and where the queue as a whole is. */
  readonly #finish: Record<FlowPurpose, number> = { visible: 0, held: 0, background: 0 }
  #virtualTime = 0

  constructor({ clock, slots, limit, serviceLimit }: PacingOptions) {
    this.#clock = clock
    this.#slots = slots
    this.#limit = limit
    this.#serviceLimit = serviceLimit
    const bucket = (): Bucket => new Bucket(Infinity, clock.monotonic())
    this.#liveAt = clock.monotonic()
    this.#flow = bucket()
    this.#buckets = { visible: bucket(), held: bucket(), background: bucket() }
  }

  /** Whether a request that waits for no flow may go now. `isLive`: something on screen waits for a request. */
  allowsAtOnce(purpose: 'cancel' | 'person', isLive: boolean): boolean {
    const { used, inFlight } = this.#slots
    if (inFlight >= shares.inFlight[purpose]) return false
    if (purpose === 'cancel') return used < this.#serviceLimit()
    const reserve = isLive || this.#slots.usedBy('visible') > 0 ? this.#slots.neededFor(this.#livePerMs) : 0
    return used + reserve < this.#count(shares.person)
  }

  /** Whether the screen was without a request for so long that its next one goes before a person's. */
  get isLiveOverdue(): boolean {
    const { used, inFlight } = this.#slots
    const hasRoom = used < this.#count(shares.person) && inFlight < shares.inFlight.visible
    return hasRoom && this.#clock.monotonic() - this.#liveAt >= 1 / this.#livePerMs - 1e-6
  }

  /** Whose request of the flow goes now, of those that wait; `null` while it is nobody's time. */
  choose(waiting: (purpose: FlowPurpose) => boolean): FlowPurpose | null {
    this.#fill()
    const ready = flowPurposes.filter((purpose) => waiting(purpose) && this.#mayFlow(purpose))
    return ready.reduce<FlowPurpose | null>(
      (first, purpose) => (first === null || this.#startOf(purpose) < this.#startOf(first) ? purpose : first),
      null,
    )
  }

  /** A request of the flow is given its slot. */
  take(purpose: FlowPurpose): void {
    if (purpose === 'visible') this.#liveAt = this.#clock.monotonic()
    this.#virtualTime = this.#startOf(purpose)
    this.#finish[purpose] = this.#virtualTime + 1 / shares.flows[purpose].weight
    this.#flow.take()
    this.#buckets[purpose].take()
  }

  /** How long until `choose` or `isLiveOverdue` may say otherwise for those that wait; infinite where nobody does. */
  waitMs(waiting: (purpose: FlowPurpose) => boolean): number {
    this.#fill()
    const freeMs = this.#slots.freeInMs(0) ?? Infinity
    const waits = flowPurposes.filter(waiting).map((purpose) => {
      const hasRoom = this.#freeFor(purpose) >= 1
      // The even rate is worked out again as the next slot comes free.
      const flowMs = hasRoom ? this.#flow.waitMs(this.#evenPerMs) : freeMs
      return Math.max(
        flowMs,
        this.#buckets[purpose].waitMs(() => this.#maxPerMs(purpose)),
      )
    })
    if (waiting('visible')) {
      const hasRoom = this.#slots.used < this.#count(shares.person)
      waits.push(hasRoom ? Math.max(1, this.#liveAt + 1 / this.#livePerMs - this.#clock.monotonic()) : freeMs)
    }
    return Math.min(...waits)
  }

  #mayFlow(purpose: FlowPurpose): boolean {
    const hasRoom = this.#freeFor(purpose) >= 1 && this.#slots.inFlight < shares.inFlight[purpose]
    return hasRoom && this.#flow.isReady && this.#buckets[purpose].isReady
  }

  #fill(): void {
    const now = this.#clock.monotonic()
    this.#flow.fill(now, this.#evenPerMs, this.#count(shares.flows.visible.burst))
    for (const purpose of flowPurposes)
      this.#buckets[purpose].fill(now, () => this.#maxPerMs(purpose), this.#count(shares.flows[purpose].burst))
  }

  #startOf(purpose: FlowPurpose): number {
    return Math.max(this.#virtualTime, this.#finish[purpose])
  }

  /** Slots that a purpose may still take now. */
  #freeFor(purpose: FlowPurpose): number {
    const own = this.#count(shares.flows[purpose].max) - this.#slots.usedBy(purpose)
    return Math.min(own, this.#count(shares.flow) - this.#slots.used)
  }

  /** Requests a ms at which the flow need not stop before slots come free again. */
  readonly #evenPerMs = (): number => this.#slots.evenPerMs(Math.max(1, this.#count(shares.flow) - this.#slots.used))

  /** Requests a ms that one purpose may have of the flow; what is on screen may have it all. */
  #maxPerMs(purpose: FlowPurpose): number {
    const { max, burst } = shares.flows[purpose]
    return (this.#count(max) - (max < shares.flow ? this.#count(burst) - 1 : -this.#count(burst))) / minuteMs
  }

  get #livePerMs(): number {
    return (this.#limit() * shares.liveReserve) / minuteMs
  }

  #count(share: number): number {
    return Math.max(1, Math.round(this.#limit() * share))
  }
}
