import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import type { Performance, PerformanceReason, PerformanceSums } from '../../../shared/model/ledger/performance.ts'

/** No figure of a period is known. */
export const unknownSums: Omit<PerformanceSums, 'currency'> = {
  ...{ begin: null, end: null, netDeposits: null, realized: null, unrealized: null },
  ...{ income: null, fees: null, taxes: null, remainder: null, remainderParts: [] },
}

export const unknownReturns: Pick<
  Performance,
  'xirr' | 'twr' | 'drawdown' | 'volatility' | 'coveredDays' | 'contribution'
> = {
  xirr: { roots: [], reason: 'unknown-value' },
  ...{ twr: null, drawdown: null, volatility: null, coveredDays: 0, contribution: [] },
}

/** The performance of a scope of which nothing is known, and why. Times in UTC ms. */
export const unknownPerformance = (
  reason: PerformanceReason,
  { from, to, method }: { readonly from: number; readonly to: number; readonly method: LotMethod },
): Performance => ({
  ...{ coverage: reason === 'not-loaded' ? 'partial' : 'whole', reason, from, to, method },
  ...{ currency: null, ...unknownSums, ...unknownReturns },
  ...{ byCurrency: [], base: null, inDoubt: [], unpriced: [], unknownCost: [] },
})
