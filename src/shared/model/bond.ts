import { z } from 'zod'
import { CalendarDate, Decimal, InstrumentSymbol, Money } from './values.ts'

/** Why a figure of a bond is not known. */
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

/** Figures of one bond for a settlement today. Amounts are of one piece. */
export const BondFigures = z.object({
  symbol: InstrumentSymbol,
  /** The UTC day of the settlement. */
  settledOn: CalendarDate,
  maturesOn: CalendarDate.nullable(),
  daysToMaturity: z.int().nullable(),
  /** `isProjected`: worked out from the last coupons, not stated by the service. */
  nextCoupon: z
    .object({ date: CalendarDate, amount: Decimal.nullable(), currency: z.string(), isProjected: z.boolean() })
    .nullable(),
  /** The next coupon × days since the last one ÷ days of the period, to the cent. */
  accruedInterest: Money.nullable(),
  accruedGap: BondGap.nullable(),
  /**
   * Annual, effective, actual/365, of price plus accrued interest, with everything held to maturity and paid when due; a share:
   * 0.1 is 10 %. `null` with `yieldGap`.
   */
  yieldToMaturity: z.number().nullable(),
  yieldGap: BondGap.nullable(),
  /** Coupons that are not announced are taken as the last one. */
  isYieldProjected: z.boolean(),
  /** The next offer, which the yield does not assume. */
  offerOn: CalendarDate.nullable(),
})
export type BondFigures = z.infer<typeof BondFigures>
