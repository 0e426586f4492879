import { minuteMs } from '#shared/durations.ts'
import type { BudgetSnapshot } from '#shared/model/app/usage.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import type { Clock } from '../../time/clock.ts'
import type { ChainRequest } from './part-troubles.ts'

const leaseMs = 45_000

/** What one window shows of one instrument. */
export interface InstrumentFocus {
  readonly symbol: string
  readonly accountId: string | null
  readonly parts: readonly InstrumentPart[]
  readonly chain: ChainRequest | null
  readonly isVisible: boolean
}

/** The instruments that windows show. An open window repeats its report; 45 s after the last one it counts as closed. */
export class InstrumentViews {
  readonly #views = new Map<string, { readonly focus: InstrumentFocus; readonly until: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns whether the report differs from the previous one. */
  set(viewId: string, focus: InstrumentFocus): boolean {
    this.#dropExpired()
    const before = this.#views.get(viewId)?.focus
    this.#views.set(viewId, { focus, until: this.#clock.monotonic() + leaseMs })
    return before === undefined || JSON.stringify(before) !== JSON.stringify(focus)
  }

  /** What is on screen now. */
  get visible(): readonly InstrumentFocus[] {
    this.#dropExpired()
    return [...this.#views.values()].flatMap(({ focus }) => (focus.isVisible ? [focus] : []))
  }

  #dropExpired(): void {
    const now = this.#clock.monotonic()
    for (const [viewId, { until }] of this.#views) if (until <= now) this.#views.delete(viewId)
  }
}

/** How often a book and the trades are read while they are on screen and there is enough budget. */
const usualMs = { book: 2_500, trades: 5_000 } as const
/** The share of the minute's requests for all books and trades together. Quotes, the user's requests and orders share the rest. */
const share = 0.2
/**
 * Above this share of the limit, another program uses the token or the user makes requests: the quote plan alone uses
 * less.
 */
const fullFrom = 0.93
const whenFull = 3
/** A market that may be closed, or whose data are delayed, is read less often. */
const whenUnknown = 4
const whenDelayed = 4

export type LivePart = keyof typeof usualMs

export const isLive = (part: string): part is LivePart => Object.hasOwn(usualMs, part)

interface PaceSituation {
  readonly budget: Pick<BudgetSnapshot, 'limit' | 'used' | 'waiting'>
  /** All books and trades on screen. */
  readonly onScreen: readonly LivePart[]
  readonly market: MarketState
  readonly delayMinutes: number | null
}

/** Milliseconds between two readings of a part that changes continuously. */
export function liveIntervalMs(part: LivePart, { budget, onScreen, market, delayMinutes }: PaceSituation): number {
  const wantedPerMinute = onScreen.reduce((total, shown) => total + minuteMs / usualMs[shown], 0)
  const crowding = Math.max(1, wantedPerMinute / Math.max(1, budget.limit * share))
  const isFull = budget.used >= budget.limit * fullFrom || budget.waiting.user + budget.waiting.visible > 0
  const slowdown =
    (isFull ? whenFull : 1) *
    (market.state === 'unknown' ? whenUnknown : 1) *
    (delayMinutes !== null && delayMinutes > 0 ? whenDelayed : 1)
  return Math.round(usualMs[part] * crowding * slowdown)
}
