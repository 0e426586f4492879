import { dayMs } from '../../../../shared/durations.ts'
import { moneyOf, type InstrumentPeriod } from '../../../insight/performance/period.ts'
import { noSums } from '../../../insight/ledger/series/state.ts'
import type { DayFlow } from '../../../insight/history/external-flow.ts'
import type { ScopeFlows } from './piece-flows.ts'
import type { ScopeReader } from './scope.ts'

/**
 * What came into a scope on each UTC day. Of accounts: money and pieces from outside. Of instruments: the money that was put
 * into them, and pieces. `null` where the value of pieces is not known.
 */
export function* scopeFlows(
  scope: ScopeReader,
  { days, pieces }: ScopeFlows,
  instruments: readonly InstrumentPeriod[],
  [from, to]: readonly [number, number],
): Generator<void, readonly DayFlow[] | null> {
  if (pieces.some(({ worth }) => worth === null)) return null
  if (scope.hasCash) return days
  const flows = new Map<string, DayFlow>()
  const enter = (at: number, currency: string, amount: bigint): void => {
    const day = Math.floor(at / dayMs) * dayMs
    const key = `${day} ${currency}`
    flows.set(key, { at: day, currency, amount: (flows.get(key)?.amount ?? 0n) + amount })
  }
  for (const { at, currency, amount } of days) enter(at, currency, amount)
  for (const { symbol } of instruments) {
    for (const account of scope.accounts) {
      for (const { step } of scope.entries(account, symbol, from, to)) {
        if (step.currency === null) continue
        const paid = -moneyOf({ currency: step.currency, ...noSums, ...step.sums })
        if (paid !== 0n) enter(step.at, step.currency, paid)
      }
    }
    yield
  }
  return [...flows.values()].sort((a, b) => a.at - b.at)
}
