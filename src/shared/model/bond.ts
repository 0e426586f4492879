import { z } from 'zod'
import { CalendarDate, Decimal, InstrumentSymbol, Money } from './values.ts'

/** Why a figure of a bond is unknown. */
export const BondGap = z.enum([
  'no-reference',
  'no-maturity',
  'matured',
  'no-face',
  'events-not-read',
  'no-price',
  'coupons-unknown',
  'currencies-differ',
  'no-single-yield',
])
export type BondGap = z.infer<typeof BondGap>

/** Where a maturity comes from: the service, a repayment that leaves nothing, or the user. */
export const MaturitySource = z.enum(['served', 'repaid', 'typed'])
export type MaturitySource = z.infer<typeof MaturitySource>

export const Maturity = z.object({ on: CalendarDate, source: MaturitySource })
export type Maturity = z.infer<typeof Maturity>

/** A maturity that the user may type: a complete date that exists, in the years 1970 to 2199. */
export const TypedMaturity = z.iso.date().refine((date) => date >= '1970' && date < '2200')

/** The figures of one bond for a settlement today. Amounts are per piece. */
export const BondFigures = z.object({
  symbol: InstrumentSymbol,
  /** The UTC day of the settlement. */
  settledOn: CalendarDate,
  maturesOn: CalendarDate.nullable(),
  /** Null without a maturity. */
  maturitySource: MaturitySource.nullable(),
  daysToMaturity: z.int().nullable(),
  /** `isProjected`: estimated from the last coupons, not stated by the service. */
  nextCoupon: z
    .object({ date: CalendarDate, amount: Decimal.nullable(), currency: z.string(), isProjected: z.boolean() })
    .nullable(),
  /** The next coupon × days since the last coupon ÷ days of the coupon period, rounded to two places. */
  accruedInterest: Money.nullable(),
  accruedGap: BondGap.nullable(),
  /**
   * The yield to maturity: annual, effective, actual/365, on the price plus accrued interest, if every payment is made when
   * due. A fraction: 0.1 is 10 %. If it is `null`, `yieldGap` says why.
   */
  yieldToMaturity: z.number().nullable(),
  yieldGap: BondGap.nullable(),
  /** The yield assumes that unannounced coupons equal the last coupon. */
  isYieldProjected: z.boolean(),
  /** The date of the next offer. The yield assumes that it is not used. */
  offerOn: CalendarDate.nullable(),
})
export type BondFigures = z.infer<typeof BondFigures>
