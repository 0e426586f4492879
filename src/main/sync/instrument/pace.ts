import { minuteMs } from '../../../shared/durations.ts'
import type { BudgetSnapshot } from '../../../shared/model/usage.ts'
import type { MarketState } from '../../../shared/model/watchlist.ts'

/** How often a book and the trades are read while somebody looks at them and nothing else is short. */
const usualMs = { book: 2_500, trades: 5_000 } as const
/** Of the minute's requests, for all books and trades together; the quote plan shares the rest with people and orders. */
const share = 0.2
/** Fuller than the quote plan by itself makes it: others use the token, or a person works. */
const fullFrom = 0.93
const whenFull = 3
/** A market that may be closed, or whose data come late, is not worth the same haste. */
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

/** Milliseconds between two readings of a part that changes all the time. */
export function liveIntervalMs(part: LivePart, { budget, onScreen, market, delayMinutes }: PaceSituation): number {
  const wished = onScreen.reduce((total, one) => total + minuteMs / usualMs[one], 0)
  const crowd = Math.max(1, wished / Math.max(1, budget.limit * share))
  const isFull = budget.used >= budget.limit * fullFrom || budget.waiting.person + budget.waiting.visible > 0
  const slower =
    (isFull ? whenFull : 1) *
    (market.state === 'unknown' ? whenUnknown : 1) *
    (delayMinutes !== null && delayMinutes > 0 ? whenDelayed : 1)
  return Math.round(usualMs[part] * crowd * slower)
}
