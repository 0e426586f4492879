import { z } from 'zod'
import { LotMethod } from '../model/ledger/ledger.ts'
import { BenchmarkComparison, Performance, PerformanceRow } from '../model/ledger/performance.ts'
import { PerformanceExplanation, PerformanceFigure } from '../model/ledger/explanation.ts'
import { RealizedLots } from '../model/ledger/realized-lots.ts'
import { Instant, InstrumentSymbol } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/**
 * What is measured, and when: instants, `from` included, `to` excluded. `null` does not narrow. With an instrument or a type
 * its trades are the flows; with a currency the cash and the instruments of that currency are measured.
 */
export const PerformanceScope = AccountScope.extend({
  symbol: InstrumentSymbol.nullable(),
  /** Of the instrument, as the service sends it. */
  type: z.string().nullable().optional(),
  currency: z.string().nullable().optional(),
  from: Instant,
  to: Instant,
})
export type PerformanceScope = z.infer<typeof PerformanceScope>

/** How a scope did. */
export const performanceRequests = {
  /** `isQuick` leaves out what needs the value of each day: twr, drawdown and volatility are `null`. */
  'performance.read': request(PerformanceScope.extend({ isQuick: z.boolean().optional() }), Performance),
  /** Latest first. */
  'performance.table': request(PerformanceScope.extend({ by: z.enum(['year', 'month']) }), z.array(PerformanceRow)),
  /** `of`: the currency of the figure; `null` is the one at the top of `performance.read`. */
  'performance.explain': request(
    PerformanceScope.extend({ figure: PerformanceFigure, of: z.string().nullable().optional() }),
    PerformanceExplanation,
  ),
  /** With another method: the lots as that one closes them. */
  'performance.realized': request(
    PerformanceScope.extend({
      method: LotMethod.optional(),
      offset: z.int().min(0).optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    RealizedLots,
  ),
  /** Writes the realized lots as CSV into the folder of exports. */
  'performance.exportRealized': request(
    PerformanceScope.extend({ method: LotMethod.optional() }),
    z.object({ path: z.string(), lotCount: z.int() }),
  ),
  'performance.benchmark': request(PerformanceScope.extend({ benchmark: InstrumentSymbol }), BenchmarkComparison),
}
