import { positionKey, type QuoteLedger } from './quote-ledger.ts'
import type { Call, PlannedCall } from './planner/types.ts'

/** The ids of the calls that refresh a price of one of these symbols: its quote, or an account that holds it. */
export function refreshersOf(symbols: readonly string[], calls: readonly Call[]): ReadonlySet<string> {
  const keys = new Set(symbols.flatMap((symbol) => [symbol, positionKey(symbol)]))
  return new Set(calls.flatMap(({ id, refreshes }) => (refreshes.some((key) => keys.has(key)) ? [id] : [])))
}

/** When the first of these calls is due, by a plan made at `plannedAt`: UTC ms; infinite for none. A call requested since then waits for its interval. */
export function nextRefresh(
  planned: readonly PlannedCall[],
  plannedAt: number,
  ledger: Pick<QuoteLedger, 'requestedAt'>,
): number {
  return planned.reduce((first, { id, dueAt, intervalMs }) => {
    const requestedAt = ledger.requestedAt(id)
    return Math.min(first, requestedAt === null || requestedAt < plannedAt ? dueAt : requestedAt + intervalMs)
  }, Infinity)
}
