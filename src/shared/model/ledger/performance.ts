import { z } from 'zod'
import { NotConverted, Rate } from '../currency.ts'
import { LotMethod } from './ledger.ts'
import { Decimal, Instant, InstrumentSymbol } from '../values.ts'

/** Why a part of the change of value is neither profit, income, fee, tax nor deposit. */
export const RemainderReason = z.enum([
  /** Rows whose kind is not known. */
  'unknown-kind',
  /** Rows of a trade or a repayment that name no instrument. */
  'no-instrument',
  /** Profit of pieces whose cost is not known: how much of it is realized is unknown. */
  'unknown-cost',
  /** Trades in another currency than that of the instrument's value: the other side is in the figures of that currency. */
  'other-currency',
  /** What the service states at the end beyond the transactions. */
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
 * A period in one currency. Where all are known: `end − begin = netDeposits + realized + unrealized + income − fees − taxes +
 * remainder`, to the last digit. `null` is unknown.
 */
const sums = {
  /** The value at `from`; `null` where a held instrument has no known price. */
  begin: Decimal.nullable(),
  end: Decimal.nullable(),
  /** What came in across the edge of the scope, less what left it. */
  netDeposits: Decimal.nullable(),
  /** Of what was closed, by lots of known cost, with the variation margin of futures. */
  realized: Decimal.nullable(),
  /** The change of unrealized profit. */
  unrealized: Decimal.nullable(),
  /** Dividends, coupons, interest, and accrued interest received less paid. */
  income: Decimal.nullable(),
  /** Positive figures reduce the result. */
  fees: Decimal.nullable(),
  taxes: Decimal.nullable(),
  remainder: Decimal.nullable(),
  /** They re-sum to `remainder`. */
  remainderParts: z.array(RemainderPart),
}
export const PerformanceSums = z.object({ currency: z.string(), ...sums })
export type PerformanceSums = z.infer<typeof PerformanceSums>

export const XirrReason = z.enum(['short-period', 'no-flows', 'no-rate', 'several-rates', 'unknown-value'])
export type XirrReason = z.infer<typeof XirrReason>

/** The annual money-weighted return, actual/365, as shares (0.1 is 10 %). */
export const MoneyWeighted = z.object({
  /** Every rate at which the present value is 0; -1 is a total loss. */
  roots: z.array(z.number()),
  /** Why there is no single figure; `null` where there is one. */
  reason: XirrReason.nullable(),
})
export type MoneyWeighted = z.infer<typeof MoneyWeighted>

/** UTC days: `from` included, `to` excluded. */
const Interval = z.object({ from: Instant, to: Instant })

/** The time-weighted return, linked over windows between days with a known value. */
export const TimeWeighted = z.object({
  /** A share; `null` where no window has a return. */
  total: z.number().nullable(),
  /** The known days of all days of the period, 0 to 1. */
  coveredShare: z.number(),
  /** Intervals of days without a known value. */
  gaps: z.array(Interval),
  /** From the first known value to the last one. */
  from: Instant,
  to: Instant,
})
export type TimeWeighted = z.infer<typeof TimeWeighted>

/** The deepest fall of the time-weighted index from a peak; a negative share. */
export const Drawdown = z.object({ share: z.number(), peakAt: Instant, lowAt: Instant })
export type Drawdown = z.infer<typeof Drawdown>

/** What an instrument added; `symbol` null: what belongs to no instrument. They re-sum to `end − begin − netDeposits`. */
export const Contribution = z.object({
  symbol: InstrumentSymbol.nullable(),
  name: z.string().nullable(),
  /** `null` where its value is not known at one end. */
  amount: Decimal.nullable(),
})
export type Contribution = z.infer<typeof Contribution>

const returns = {
  xirr: MoneyWeighted,
  twr: TimeWeighted.nullable(),
  drawdown: Drawdown.nullable(),
  /** The annual standard deviation of daily returns, as a share. */
  volatility: z.number().nullable(),
  /** Days with a known return. Drawdown and volatility need 60 of them. */
  coveredDays: z.int().min(0),
  contribution: z.array(Contribution),
}
export const PerformanceFigures = PerformanceSums.extend(returns)
export type PerformanceFigures = z.infer<typeof PerformanceFigures>

/** In the base currency: every amount of `byCurrency` times the rate of its currency, one rate for the whole period. */
export const ConvertedPerformance = PerformanceFigures.extend({
  rates: z.array(Rate),
  /** Currencies without a rate: they are not part of these figures. */
  notConverted: z.array(NotConverted),
})
export type ConvertedPerformance = z.infer<typeof ConvertedPerformance>

/** Why the figures at the top are not known. */
export const PerformanceReason = z.enum(['no-account', 'not-loaded', 'several-currencies', 'nothing'])
export type PerformanceReason = z.infer<typeof PerformanceReason>

/** The performance of a scope over a period. */
export const Performance = z.object({
  /** `partial`: a part of the history is not loaded, so no figure is known. */
  coverage: z.enum(['whole', 'partial']),
  reason: PerformanceReason.nullable(),
  /** UTC ms: the period that the figures are of, `to` not after now. */
  from: Instant,
  to: Instant,
  /** The figures in the base currency, or in the only currency; all `null` without one. */
  currency: z.string().nullable(),
  ...sums,
  ...returns,
  byCurrency: z.array(PerformanceFigures),
  base: ConvertedPerformance.nullable(),
  /** Names of symbols and currencies whose rows do not give what the service states: no value is known while they differ. */
  differing: z.array(z.string()),
  /** Held instruments without a known price at one end. */
  unpriced: z.array(z.object({ symbol: InstrumentSymbol, name: z.string().nullable(), at: z.enum(['begin', 'end']) })),
  /** Pieces that were closed in the period and whose cost or proceeds are not known. */
  unknownCost: z.array(z.object({ symbol: InstrumentSymbol, name: z.string().nullable(), pieces: Decimal })),
  method: LotMethod,
})
export type Performance = z.infer<typeof Performance>

/** One row of the table: a UTC year or month, as far as it lies in the period. */
export const PerformanceRow = PerformanceSums.extend({
  from: Instant,
  to: Instant,
  currency: z.string().nullable(),
  byCurrency: z.array(PerformanceSums),
  /** The time-weighted return of these days alone. */
  twr: z.number().nullable(),
})
export type PerformanceRow = z.infer<typeof PerformanceRow>

/** Growth since the start of the period: 1.1 is 10 % more. `followsGap`: the days before it are not known. */
const GrowthPoint = z.object({ at: Instant, growth: z.number(), followsGap: z.boolean() })
export type GrowthPoint = z.infer<typeof GrowthPoint>

/** The scope's time-weighted index beside an instrument with recorded quotes. */
export const BenchmarkComparison = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  currency: z.string().nullable(),
  /** A price does not contain the dividends of the shares behind it. */
  isWithoutDividends: z.boolean(),
  /** Over the common days; `null` without any. */
  total: z.number().nullable(),
  ownTotal: z.number().nullable(),
  coveredShare: z.number(),
  gaps: z.array(Interval),
  points: z.array(GrowthPoint),
  own: z.array(GrowthPoint),
})
export type BenchmarkComparison = z.infer<typeof BenchmarkComparison>
