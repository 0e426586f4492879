import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'
import { flowPurposes, shares, type FlowPurpose } from './shares.ts'
import type { Slots } from './slots.ts'

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
  allowsAtOnce(purpose: 'cancel' | 'user', isLive: boolean): boolean {
    const { used, inFlight } = this.#slots
    if (inFlight >= shares.inFlight[purpose]) return false
    if (purpose === 'cancel') return used < this.#serviceLimit()
    const reserve = isLive || this.#slots.usedBy('visible') > 0 ? this.#slots.neededFor(this.#livePerMs) : 0
    return used + reserve < this.#count(shares.user)
  }

  /** Whether a visible request is overdue. Then it is sent before the user's requests. */
  get isLiveOverdue(): boolean {
    const { used, inFlight } = this.#slots
    const hasRoom = used < this.#count(shares.user) && inFlight < shares.inFlight.visible
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
      const hasRoom = this.#slots.used < this.#count(shares.user)
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

  /** The highest rate, in requests per ms, at which the flow does not run out of slots. */
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
