/** A price that is shown, and what is known of it. Times are UTC ms. */
export interface ShownPrice {
  readonly key: string
  /** What it stands for: the value held, or a nominal one. Only ratios matter. */
  readonly weight: number
  /** Variance of its relative change per ms; only ratios matter. */
  readonly varianceRate: number
  readonly isVisible: boolean
  readonly market: 'open' | 'closed' | 'unknown'
  /** When the market closed last; `null` while it is open or nothing is known. */
  readonly closedAt: number | null
  /** When a closed market opens; `null` where that is not known. */
  readonly opensAt: number | null
  /** When what is shown was asked for; `null` for never. A request that is out counts as asked. */
  readonly refreshedAt: number | null
}

/** A request that could be sent, and the prices that its response refreshes. */
export interface Call {
  readonly id: string
  readonly refreshes: readonly string[]
  /** UTC ms, answered or not; `null` for never. */
  readonly askedAt: number | null
  /** It is not asked more often than this. */
  readonly minIntervalMs: number
  /** What else it brings may not be older than this; `null` where it brings nothing else. */
  readonly maxIntervalMs: number | null
}

export interface PlanInput {
  readonly prices: readonly ShownPrice[]
  readonly calls: readonly Call[]
  readonly now: number
  /** Requests a minute that all calls together may take on the average. */
  readonly perMinute: number
}

/** When a call is wanted: UTC ms, minus infinity for one that was never asked. */
export interface PlannedCall {
  readonly id: string
  readonly dueAt: number
  /** How long after an asking it is wanted again, all else unchanged. */
  readonly intervalMs: number
  /** It refreshes something on screen. */
  readonly isVisible: boolean
  /** From when on (UTC ms) it is worth asking ahead of its time, where nothing else is due; absent for never. */
  readonly earliestAt?: number
}

export type Planner = (input: PlanInput) => readonly PlannedCall[]
