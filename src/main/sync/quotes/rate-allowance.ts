import type { BudgetSnapshot } from '../../../shared/model/usage.ts'
import { shares } from '../../broker/pacing.ts'

/** While no window is visible: the share of the limit for prices, and the maximum rate a minute for each call on average. */
const unwatchedShare = 0.1
const unwatchedPerCall = 0.2
/** On battery: the share of the usual rate. */
const savingShare = { watched: 0.6, unwatched: 0.3 }
const minShare = 0.05

const { visible, background } = shares.flows
/** The maximum share of the flow for work other than prices: what the budget gives bulk work beside a busy screen, plus a little for orders. */
const bulkShare = background.weight / (visible.weight + background.weight) + 0.04

interface RateSituation {
  readonly budget: Pick<BudgetSnapshot, 'limit' | 'used' | 'usedBy'>
  /** Requests for prices in the last minute. */
  readonly ownUsed: number
  readonly isWindowVisible: boolean
  readonly callCount: number
  /** The computer runs on battery. */
  readonly isSaving: boolean
}

/** Requests a minute that the quote plan may use: the flow of the budget minus clicks and other work; little while no window is visible. */
export function rateLeft({ budget, ownUsed, isWindowVisible, callCount, isSaving }: RateSituation): number {
  const { limit, used, usedBy } = budget
  const clicks = usedBy.person + usedBy.cancel
  const flow = Math.max(0, limit * shares.flow - clicks)
  const bulk = Math.min(Math.max(0, used - clicks - ownUsed), flow * bulkShare)
  const usual = isWindowVisible
    ? flow - bulk
    : Math.min(limit * unwatchedShare, callCount * unwatchedPerCall, flow - bulk)
  const saved = isSaving ? usual * savingShare[isWindowVisible ? 'watched' : 'unwatched'] : usual
  const min = limit * minShare * (isSaving && !isWindowVisible ? savingShare.unwatched : 1)
  return Math.max(1, min, saved)
}
