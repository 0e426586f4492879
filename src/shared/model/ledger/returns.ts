import { z } from 'zod'
import { Instant } from '../values.ts'

export const XirrReason = z.enum([
  /** Less than a year between the first flow and the last, or the end while something is invested. */
  'short-period',
  'no-flows',
  'no-rate',
  'several-rates',
  /** More was lost than was invested. */
  'more-lost',
  'unknown-value',
  /** Money moved for an unknown reason. */
  'unknown-money',
])
export type XirrReason = z.infer<typeof XirrReason>

/** The annual money-weighted return, actual/365, as a fraction (0.1 is 10 %). */
export const MoneyWeighted = z.object({
  /** Every rate at which the present value is 0. A rate of -1 is a total loss. */
  roots: z.array(z.number()),
  /** Why there is no single rate; `null` if there is one. */
  reason: XirrReason.nullable(),
  /** The money-weighted return of the whole period, not per year; only with the reason `short-period`. */
  periodReturn: z.number().nullable(),
})
export type MoneyWeighted = z.infer<typeof MoneyWeighted>

/** An interval of UTC days: `from` included, `to` excluded. */
export const Interval = z.object({ from: Instant, to: Instant })

/** Why a time-weighted return is unknown, or why it does not cover some days. */
export const TwrReason = z.enum([
  /** The value before or after these days is unknown. */
  'no-value',
  /** Nothing was held. */
  'nothing',
  /** The value was zero or negative, or more was lost than there was. */
  'not-positive',
  /** No return, or more than one, fits the flows between two known values. */
  'no-rate',
  /** Money or pieces moved for an unknown reason. */
  'unknown-money',
  /** Money was exchanged for another currency that is not part of the figure, or only one side is known. */
  'exchange',
  /** A future has no value on which a return could be based. */
  'future',
  /** Too few of the days are covered. */
  'low-coverage',
])
export type TwrReason = z.infer<typeof TwrReason>

/** The time-weighted return, linked over the windows between two known values: see docs/returns.md. */
export const TimeWeighted = z.object({
  /** A fraction; `null` if it is unknown. */
  total: z.number().nullable(),
  /** Why there is no total; `null` if there is one. */
  reason: TwrReason.nullable(),
  /** The share of the days with a holding that have a return, 0 to 1. */
  coveredShare: z.number(),
  /** The share of the days with a holding that end with a known value, 0 to 1. */
  knownShare: z.number(),
  /** Intervals of days without a return. */
  gaps: z.array(Interval.extend({ reason: TwrReason })),
  /** The times of the first and the last known value. */
  from: Instant,
  to: Instant,
})
export type TimeWeighted = z.infer<typeof TimeWeighted>

/** The largest fall of the time-weighted index from a peak; a negative fraction. */
export const Drawdown = z.object({ share: z.number(), peakAt: Instant, lowAt: Instant })
export type Drawdown = z.infer<typeof Drawdown>

/** Growth since the start of the period: 1.1 is 10 % more. `followsGap`: the days before this point are unknown. */
export const GrowthPoint = z.object({ at: Instant, growth: z.number(), followsGap: z.boolean() })
export type GrowthPoint = z.infer<typeof GrowthPoint>
