/** A price that is shown, and what is known about it. Times are UTC ms. */
export interface ShownPrice {
  readonly key: string
  /** Its importance: the value held, or a nominal value. Only ratios matter. */
  readonly weight: number
  /** Variance of its relative change per ms; only ratios matter. */
  readonly varianceRate: number
  readonly isVisible: boolean
  readonly market: 'open' | 'closed' | 'unknown'
  /** When the market last closed; `null` while it is open or if unknown. */
  readonly closedAt: number | null
  /** When a closed market opens; `null` if unknown. */
  readonly opensAt: number | null
  /** When the shown price was requested; `null` for never. A request in flight counts. */
  readonly refreshedAt: number | null
}

/** A request that could be sent, and the prices that its response refreshes. */
export interface Call {
  readonly id: string
  readonly refreshes: readonly string[]
  /** UTC ms of the last request, successful or not; `null` for never. */
  readonly requestedAt: number | null
  /** The minimum time between two requests. */
  readonly minIntervalMs: number
  /** The maximum age of the other figures in its response; `null` if it has no others. */
  readonly maxIntervalMs: number | null
}

export interface PlanInput {
  readonly prices: readonly ShownPrice[]
  readonly calls: readonly Call[]
  readonly now: number
  /** Requests a minute that all calls together may take on average. */
  readonly perMinute: number
}

/** When a call is due: UTC ms, minus infinity if it was never requested. */
export interface PlannedCall {
  readonly id: string
  readonly dueAt: number
  /** How long after a request the call is due again, all else unchanged. */
  readonly intervalMs: number
  /** It refreshes something on screen. */
  readonly isVisible: boolean
  /** The earliest time (UTC ms) to make the call if nothing else is due; absent for never. */
  readonly earliestAt?: number
}

export type Planner = (input: PlanInput) => readonly PlannedCall[]
