import { z } from 'zod'
import { NotConverted, Rate } from '../currency.ts'
import { Decimal, Instant, InstrumentSymbol } from '../values.ts'
import { LotMethod } from './ledger.ts'
import { Drawdown, GrowthPoint, Interval, MoneyWeighted, TimeWeighted, TwrReason } from './returns.ts'

/** Why a part of the change in value is not profit, income, fee, tax or deposit. */
export const RemainderReason = z.enum([
  /** Transactions of unknown kind. */
  'unknown-kind',
  /** Trades or repayments that name no instrument. */
  'no-instrument',
  /** Profit of pieces with an unknown cost: the realized part of it is unknown. */
  'unknown-cost',
  /** Trades in another currency than that of the instrument's value. The other side is in the figures of that currency. */
  'other-currency',
  /** Money exchanged for another currency. The other side is in the figures of that currency. */
  'exchange',
  /** The difference between what the service states at the end and what the transactions add up to. */
  'difference',
])
export type RemainderReason = z.infer<typeof RemainderReason>

export const RemainderPart = z.object({
  reason: RemainderReason,
  amount: Decimal,
  symbols: z.array(InstrumentSymbol),
})
export type RemainderPart = z.infer<typeof RemainderPart>

/**
 * The figures of a period in one currency. If all are known: `end − begin = netDeposits + realized + unrealized + income −
 * fees − taxes + remainder`, exactly. `null` is unknown.
 */
const sums = {
  /** The value at `from`; `null` if a held instrument has no known price. */
  begin: Decimal.nullable(),
  end: Decimal.nullable(),
  /** The value that entered the scope less the value that left it. */
  netDeposits: Decimal.nullable(),
  /** The profit of closed lots with a known cost, and the variation margin of futures. */
  realized: Decimal.nullable(),
  /** The change of unrealized profit. */
  unrealized: Decimal.nullable(),
  /** Dividends, coupons, interest, and accrued interest received less paid. */
  income: Decimal.nullable(),
  /** Positive figures reduce the result. */
  fees: Decimal.nullable(),
  taxes: Decimal.nullable(),
  remainder: Decimal.nullable(),
  /** The sum of the parts is `remainder`. */
  remainderParts: z.array(RemainderPart),
}
export const PerformanceSums = z.object({ currency: z.string(), ...sums })
export type PerformanceSums = z.infer<typeof PerformanceSums>

/**
 * The contribution of an instrument; a `symbol` of null is what belongs to no instrument. The sum is `end − begin −
 * netDeposits`.
 */
export const Contribution = z.object({
  symbol: InstrumentSymbol.nullable(),
  name: z.string().nullable(),
  /** `null` if its value at one end is unknown. */
  amount: Decimal.nullable(),
})
export type Contribution = z.infer<typeof Contribution>

const returns = {
  xirr: MoneyWeighted,
  twr: TimeWeighted.nullable(),
  drawdown: Drawdown.nullable(),
  /** The annual standard deviation of daily returns, as a fraction. */
  volatility: z.number().nullable(),
  /** The number of days with a known return. Drawdown and volatility require 60. */
  coveredDays: z.int().min(0),
  contribution: z.array(Contribution),
}
export const PerformanceFigures = PerformanceSums.extend(returns)
export type PerformanceFigures = z.infer<typeof PerformanceFigures>

/**
 * In the base currency: every amount of `byCurrency` times the rate of its currency, with one rate for the whole period.
 */
export const ConvertedPerformance = PerformanceFigures.extend({
  rates: z.array(Rate),
  /** The currencies without a rate. They are not part of these figures. */
  notConverted: z.array(NotConverted.pick({ currency: true, problem: true })),
})
export type ConvertedPerformance = z.infer<typeof ConvertedPerformance>

/** Why the main figures are unknown. */
export const PerformanceReason = z.enum(['no-account', 'not-loaded', 'several-currencies', 'nothing'])
export type PerformanceReason = z.infer<typeof PerformanceReason>

/** The performance of a scope over a period. */
export const Performance = z.object({
  /** `partial`: part of the history is not loaded, so every figure is unknown. */
  coverage: z.enum(['whole', 'partial']),
  reason: PerformanceReason.nullable(),
  /** UTC ms: the period of the figures. `to` is not after the current time. */
  from: Instant,
  to: Instant,
  /** The figures in the base currency, or in the only currency; all `null` if there is none. */
  currency: z.string().nullable(),
  ...sums,
  ...returns,
  byCurrency: z.array(PerformanceFigures),
  base: ConvertedPerformance.nullable(),
  /**
   * The symbols and currencies whose transactions do not add up to what the service states. Values are unknown while they
   * differ.
   */
  differing: z.array(z.string()),
  /** Held instruments without a known price at one end. */
  unpriced: z.array(z.object({ symbol: InstrumentSymbol, name: z.string().nullable(), at: z.enum(['begin', 'end']) })),
  /** Pieces closed in the period with unknown cost or proceeds. */
  unknownCost: z.array(z.object({ symbol: InstrumentSymbol, name: z.string().nullable(), pieces: Decimal })),
  method: LotMethod,
})
export type Performance = z.infer<typeof Performance>

/** One row of the table: a UTC year or month, cut to the period. */
export const PerformanceRow = PerformanceSums.extend({
  from: Instant,
  to: Instant,
  currency: z.string().nullable(),
  byCurrency: z.array(PerformanceSums),
  /** The time-weighted return of this row, and why it is unknown. */
  twr: z.number().nullable(),
  twrReason: TwrReason.nullable(),
})
export type PerformanceRow = z.infer<typeof PerformanceRow>

/** The time-weighted index of the scope compared with an instrument that has recorded quotes. */
export const BenchmarkComparison = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  currency: z.string().nullable(),
  /** Whether the prices exclude the dividends of the shares in it. */
  isWithoutDividends: z.boolean(),
  /** The return over the common days; `null` if there are none. */
  total: z.number().nullable(),
  ownTotal: z.number().nullable(),
  coveredShare: z.number(),
  gaps: z.array(Interval),
  points: z.array(GrowthPoint),
  own: z.array(GrowthPoint),
})
export type BenchmarkComparison = z.infer<typeof BenchmarkComparison>
