import { minuteMs } from '#shared/durations.ts'
import type { BudgetSnapshot } from '#shared/model/app/usage.ts'
import { shares } from '../../broker/budget/shares.ts'

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
  const clicks = usedBy.user + usedBy.cancel
  const flow = Math.max(0, limit * shares.flow - clicks)
  const bulk = Math.min(Math.max(0, used - clicks - ownUsed), flow * bulkShare)
  const usual = isWindowVisible
    ? flow - bulk
    : Math.min(limit * unwatchedShare, callCount * unwatchedPerCall, flow - bulk)
  const saved = isSaving ? usual * savingShare[isWindowVisible ? 'watched' : 'unwatched'] : usual
  const min = limit * minShare * (isSaving && !isWindowVisible ? savingShare.unwatched : 1)
  return Math.max(1, min, saved)
}

const shortMs = 10_000
/** `shortMs` may use this multiple of its share of the minute; more while there are prices that were never requested. */
const burstFactor = 1.5
const firstRequestsFactor = 3

/** Keeps the requests of the plan within its rate: in any minute, and without using the whole minute at once. Times are monotonic ms. */
export class QuotePace {
  #requestedAt: number[] = []

  note(now: number): void {
    this.#requestedAt.push(now)
  }

  /** The number of requests in the last minute. */
  recent(now: number): number {
    this.#requestedAt = this.#requestedAt.filter((at) => at > now - minuteMs)
    return this.#requestedAt.length
  }

  /** The number of requests allowed now; more while there are prices that were never requested. */
  allowance(now: number, perMinute: number, hasFirstRequests = false): number {
    const inMinute = this.recent(now)
    const inShort = this.#requestedAt.filter((at) => at > now - shortMs).length
    const shortLimit = (perMinute * (hasFirstRequests ? firstRequestsFactor : burstFactor) * shortMs) / minuteMs
    return Math.max(0, Math.floor(Math.min(Math.max(1, perMinute) - inMinute, Math.max(1, shortLimit) - inShort)))
  }

  /** Milliseconds until one more request may be allowed. */
  waitMs(now: number, perMinute: number): number {
    if (this.allowance(now, perMinute) > 0) return 0
    const frees = [this.#requestedAt[0], this.#requestedAt.find((at) => at > now - shortMs)]
    const waits = [minuteMs, shortMs].map((windowMs, i) => (frees[i] ?? now) + windowMs - now)
    return Math.max(1, Math.min(...waits))
  }
}
