import { z } from 'zod'
import { PerformanceExplanation, PerformanceFigure } from '../model/ledger/explanation.ts'
import { LotMethod } from '../model/ledger/ledger.ts'
import { BenchmarkComparison, Performance, PerformanceRow } from '../model/ledger/performance.ts'
import { RealizedLots } from '../model/ledger/realized-lots.ts'
import { Instant, InstrumentSymbol } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/**
 * The scope and the period: UTC instants, `from` included, `to` excluded. `null` means no restriction. For an instrument or
 * a type, its trades are the flows. For a currency, the cash and the instruments of that currency are measured.
 */
export const PerformanceScope = AccountScope.extend({
  symbol: InstrumentSymbol.nullable(),
  /** The type of the instrument, as the service sends it. */
  type: z.string().nullable().optional(),
  currency: z.string().nullable().optional(),
  from: Instant,
  to: Instant,
})
export type PerformanceScope = z.infer<typeof PerformanceScope>

/** The performance of a scope. */
export const performanceRequests = {
  /** `isQuick` skips the figures that need the value of every day: twr, drawdown and volatility are then `null`. */
  'performance.read': request(PerformanceScope.extend({ isQuick: z.boolean().optional() }), Performance),
  /** Latest first. */
  'performance.table': request(PerformanceScope.extend({ by: z.enum(['year', 'month']) }), z.array(PerformanceRow)),
  /** `of` is the currency of the figure; `null` means the currency of the main figures of `performance.read`. */
  'performance.explain': request(
    PerformanceScope.extend({ figure: PerformanceFigure, figureCurrency: z.string().nullable().optional() }),
    PerformanceExplanation,
  ),
  /** `method` replaces the lot method of the settings. */
  'performance.realized': request(
    PerformanceScope.extend({
      method: LotMethod.optional(),
      offset: z.int().min(0).optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    RealizedLots,
  ),
  /** Writes the realized lots as CSV into the export folder. `id` is that of the exports. */
  'performance.exportRealized': request(
    PerformanceScope.extend({ method: LotMethod.optional() }),
    z.object({ id: z.string(), path: z.string(), lotCount: z.int() }),
  ),
  'performance.benchmark': request(PerformanceScope.extend({ benchmark: InstrumentSymbol }), BenchmarkComparison),
}
