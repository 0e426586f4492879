import type { Purpose } from '../../../shared/model/usage.ts'
import type { Clock } from '../../time/clock.ts'
import type { Slots } from './slots.ts'

/** The purposes, highest priority first. */
export const purposes = ['cancel', 'person', 'visible', 'held', 'background'] as const satisfies readonly Purpose[]

/** Purposes of automatic requests, which form an even flow. Cancels and the user's clicks are sent at once. */
export const flowPurposes = ['visible', 'held', 'background'] as const satisfies readonly Purpose[]
export type FlowPurpose = (typeof flowPurposes)[number]

interface FlowShare {
  /** The part of the flow's free slots, in proportion to the other purposes that wait. */
  readonly weight: number
  /** The maximum share of the limit, if no other purpose needs it. */
  readonly max: number
  /** The share of the limit that may be sent at once after a pause. */
  readonly burst: number
}

/**
 * The policy, in shares of the requests that any 60 s may have.
 *
 *     cancel      ─ at once, up to 100 %
 *     person      ─ at once, up to 98 %, minus the slots that keep the screen at 12 %
 *     visible ┐   ─ together an even flow, up to 95 %;    80 of 100 while all wait
 *     held    ├     each slot goes to the purpose that    10 of 100, up to 40 %
 *     backgr. ┘     is furthest below its weight          10 of 100, up to 60 %
 *
 * So bulk work (`background`) has no bursts while others wait, visible data has four fifths of the flow under any load, 3 %
 * of the limit stays free for clicks, and another 2 % for cancels.
 */
export const shares = {
  person: 0.98,
  flow: 0.95,
  /** Visible data has this share, evenly spaced, even if the user's clicks take all the rest. */
  liveReserve: 0.12,
  flows: {
    visible: { weight: 80, max: 0.95, burst: 0.08 },
    held: { weight: 10, max: 0.4, burst: 0.05 },
    background: { weight: 10, max: 0.6, burst: 0.05 },
  } satisfies Record<FlowPurpose, FlowShare>,
  /** The part of the quote plan for positions and lists that are not on screen, while a window is visible. */
  prices: { hidden: 0.15 },
  /** The maximum number of requests in flight, so that a service that hangs leaves room for purposes with a higher priority. */
  inFlight: { cancel: 40, person: 32, visible: 24, held: 16, background: 8 } satisfies Record<Purpose, number>,
} as const

const minuteMs = 60_000

/** A token bucket: tokens are added at a rate, up to a burst, and each request takes one. Times are monotonic ms. */
class Bucket {
  #tokens: number
  #at: number

  constructor(tokens: number, at: number) {
    this.#tokens = tokens
    this.#at = at
  }

  /** `perMs` is called only if tokens are missing. */
  fill(now: number, perMs: () => number, burst: number): void {
    const max = Math.max(1, burst)
    this.#tokens = this.#tokens >= max ? max : Math.min(max, this.#tokens + (now - this.#at) * Math.max(0, perMs()))
    this.#at = now
  }

  get isReady(): boolean {
    // A sum of fractions may be slightly less than a whole token.
    return this.#tokens >= 1 - 1e-6
  }

  /** Milliseconds until a token is available at this rate. */
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
  /** Requests that Tidemark may send in any 60 s, as currently known. */
  readonly limit: () => number
  /** Requests that the service allows: cancels may use all of them. */
  readonly serviceLimit: () => number
}

/** Decides which purpose gets the next slot, and when. */
export class Pacing {
  readonly #clock: Clock
  readonly #slots: Slots
  readonly #limit: () => number
  readonly #serviceLimit: () => number
  readonly #flow: Bucket
  readonly #buckets: Readonly<Record<FlowPurpose, Bucket>>
  /** When a visible request last got a slot, monotonic ms. */
  #liveAt: number
  /** Start-time fair queueing (Goyal, Vin and Cheng, 1996): the finish tag of each purpose, and the virtual time of the queue. */
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

  /** Whether a request outside the flow may be sent now. `isLive`: a visible request waits. */
  allowsAtOnce(purpose: 'cancel' | 'person', isLive: boolean): boolean {
    const { used, inFlight } = this.#slots
    if (inFlight >= shares.inFlight[purpose]) return false
    if (purpose === 'cancel') return used < this.#serviceLimit()
    const reserve = isLive || this.#slots.usedBy('visible') > 0 ? this.#slots.neededFor(this.#livePerMs) : 0
    return used + reserve < this.#count(shares.person)
  }

  /** Whether the screen was without a request for so long that a visible request goes before the user's requests. */
  get isLiveOverdue(): boolean {
    const { used, inFlight } = this.#slots
    const hasRoom = used < this.#count(shares.person) && inFlight < shares.inFlight.visible
    return hasRoom && this.#clock.monotonic() - this.#liveAt >= 1 / this.#livePerMs - 1e-6
  }

  /** The waiting purpose whose request is sent now; `null` if none may be sent. */
  choose(waiting: (purpose: FlowPurpose) => boolean): FlowPurpose | null {
    this.#fill()
    const ready = flowPurposes.filter((purpose) => waiting(purpose) && this.#mayFlow(purpose))
    return ready.reduce<FlowPurpose | null>(
      (first, purpose) => (first === null || this.#startOf(purpose) < this.#startOf(first) ? purpose : first),
      null,
    )
  }

  /** Notes that a request of the flow gets its slot. */
  take(purpose: FlowPurpose): void {
    if (purpose === 'visible') this.#liveAt = this.#clock.monotonic()
    this.#virtualTime = this.#startOf(purpose)
    this.#finish[purpose] = this.#virtualTime + 1 / shares.flows[purpose].weight
    this.#flow.take()
    this.#buckets[purpose].take()
  }

  /** Milliseconds until `choose` or `isLiveOverdue` may change for the waiting purposes; infinite if none waits. */
  waitMs(waiting: (purpose: FlowPurpose) => boolean): number {
    this.#fill()
    const freeMs = this.#slots.freeInMs(0) ?? Infinity
    const waits = flowPurposes.filter(waiting).map((purpose) => {
      const hasRoom = this.#freeFor(purpose) >= 1
      // The even rate is calculated again when the next slot becomes free.
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

  /** The rate, in requests per ms, at which the flow does not have to stop before slots become free again. */
  readonly #evenPerMs = (): number => this.#slots.evenPerMs(Math.max(1, this.#count(shares.flow) - this.#slots.used))

  /** The maximum rate of one purpose in the flow, in requests per ms; visible requests may use the whole flow. */
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
