import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol } from '../values.ts'
import { Wording } from '../wording.ts'

/** Figures that have an explanation. */
export const PerformanceFigure = z.enum([
  'begin',
  'end',
  'netDeposits',
  'realized',
  'unrealized',
  'income',
  'fees',
  'taxes',
  'remainder',
  'xirr',
  'twr',
  'drawdown',
  'volatility',
  'contribution',
])
export type PerformanceFigure = z.infer<typeof PerformanceFigure>

/** How a figure was calculated. */
export const PerformanceExplanation = z.object({
  figure: PerformanceFigure,
  /** The formula in words. */
  formula: z.string(),
  /** The inputs of the formula: prices, values, flows, other figures. */
  inputs: z.array(
    z.object({
      label: z.string(),
      symbol: InstrumentSymbol.nullable(),
      amount: Decimal.nullable(),
      currency: z.string().nullable(),
      at: Instant.nullable(),
      /** The source of the input; `null` if it is calculated. */
      source: Wording.nullable(),
    }),
  ),
  /** The newest transactions used, with their money; for income, with what each adds to it. */
  rows: z.array(
    z.object({
      accountId: AccountId,
      transactionId: z.string(),
      at: Instant,
      name: z.string(),
      symbol: z.string(),
      amount: Decimal.nullable(),
      currency: z.string().nullable(),
    }),
  ),
  rowCount: z.int().min(0),
  /** What is not included, with the number of transactions or instruments. */
  leftOut: z.array(z.object({ words: Wording, count: z.int().min(0) })),
})
export type PerformanceExplanation = z.infer<typeof PerformanceExplanation>
