/** What the plan knows of one quote. Times are UTC ms. */
export interface QuoteNeed {
  readonly symbol: string
  readonly isVisible: boolean
  readonly market: 'open' | 'closed' | 'unknown'
  /** When the market closed last; `null` while it is open or nothing is known. */
  readonly closedAt: number | null
  /** When the quote was asked for last; `null` for never. */
  readonly askedAt: number | null
}

export interface QuotePlan {
  /** What to ask for now: what is on screen first, then the most overdue. */
  readonly due: readonly string[]
  /** Milliseconds until the next one is due; `null` when nothing will be. */
  readonly nextDelayMs: number | null
}

const visibleIntervalMs = 5_000
const hiddenIntervalMs = 60_000
const unknownIntervalMs = 300_000
/** A closed market gets one more look this long after its close, for the closing price. */
const closingLookMs = 60_000

/**
 * Which quotes to ask for now. What is on screen is wanted every 5 s, the rest every minute, a market without a
 * schedule every 5 min; where that is more than `perMinute` requests, all intervals grow alike. A closed market is
 * asked once after its close.
 */
export function planQuotes(needs: readonly QuoteNeed[], now: number, perMinute: number): QuotePlan {
  const wishes = needs.map((need) => ({ need, intervalMs: intervalOf(need) }))
  const wishedPerMinute = wishes.reduce((total, { intervalMs }) => total + 60_000 / intervalMs, 0)
  const stretch = Math.max(1, wishedPerMinute / perMinute)
  const planned = wishes
    .map(({ need, intervalMs }) => ({ ...need, dueAt: dueTime(need, intervalMs * stretch, now) }))
    .filter(({ dueAt }) => dueAt < Infinity)
  const later = planned.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now)
  return {
    // A backlog of what is hidden does not keep what is on screen waiting.
    due: planned
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => Number(b.isVisible) - Number(a.isVisible) || compareTimes(a.dueAt, b.dueAt))
      .map(({ symbol }) => symbol),
    nextDelayMs: later.length === 0 ? null : later.reduce((a, b) => Math.min(a, b)) - now,
  }
}

/** Not a difference: two that were never asked for are both at minus infinity. */
const compareTimes = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

function intervalOf({ market, isVisible }: QuoteNeed): number {
  if (market === 'closed') return Infinity
  if (market === 'unknown') return isVisible ? hiddenIntervalMs : unknownIntervalMs
  return isVisible ? visibleIntervalMs : hiddenIntervalMs
}

function dueTime({ market, closedAt, askedAt }: QuoteNeed, intervalMs: number, now: number): number {
  if (askedAt === null) return -Infinity
  // A clock that was set back leaves an asking in the future: ask again.
  if (askedAt > now) return now
  if (market !== 'closed') return askedAt + intervalMs
  return closedAt === null || askedAt >= closedAt + closingLookMs ? Infinity : closedAt + closingLookMs
}
