import type { BudgetSnapshot } from '../../shared/model/usage.ts'

/** Of the minute's requests, for prices: while somebody looks, and while nobody does. */
const watchedShare = 0.75
const unwatchedShare = 0.1
/** People and orders find this much free beyond what they used in the last minute. */
const spareShare = 0.08
/** While history or reference data waits for its turn: `background` is let through below 60 % of the minute. */
const yieldingShare = 0.45
/** On battery, of what would be asked otherwise. */
const savingShare = { watched: 0.6, unwatched: 0.3 }
const leastShare = 0.05
/** Nobody looks: no more than this a minute for each call on the average. */
const unwatchedPerCall = 0.2

interface RateSituation {
  readonly budget: Pick<BudgetSnapshot, 'limit' | 'used' | 'waiting'>
  /** Requests for prices in the last minute. */
  readonly ownUsed: number
  readonly isWatched: boolean
  readonly callCount: number
  /** The computer runs on battery. */
  readonly isSaving: boolean
}

/** Requests a minute that the quote plan may use: what people, orders and the other jobs leave of the budget. */
export function rateLeft({ budget, ownUsed, isWatched, callCount, isSaving }: RateSituation): number {
  const { limit } = budget
  const othersUsed = Math.max(0, budget.used - ownUsed)
  const usual = isWatched ? limit * watchedShare : Math.min(limit * unwatchedShare, callCount * unwatchedPerCall)
  const wished = isSaving ? usual * savingShare[isWatched ? 'watched' : 'unwatched'] : usual
  const most = budget.waiting.background > 0 ? limit * yieldingShare : limit * (1 - spareShare) - othersUsed
  return Math.max(1, limit * leastShare * (isSaving && !isWatched ? savingShare.unwatched : 1), Math.min(wished, most))
}
