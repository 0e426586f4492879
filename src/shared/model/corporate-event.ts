import { z } from 'zod'
import { CalendarDate, Decimal } from './values.ts'

const date = CalendarDate.nullable()
const figure = Decimal.nullable()

/** A dividend; `amount` is per piece. */
export const Dividend = z.object({ date, amount: figure, currency: z.string() })
export type Dividend = z.infer<typeof Dividend>

/** A split from `oldRatio` to `newRatio` pieces. */
export const Split = z.object({
  execDate: date,
  oldRatio: figure,
  newRatio: figure,
  newLot: z.int().nullable(),
  /** As sent: ORDINARY, BUYBACK … */
  conversionType: z.string(),
})
export type Split = z.infer<typeof Split>

/** A payment or offer of a bond; `value` is per piece. */
export const BondEvent = z.object({
  date,
  /** As sent: COUPON, AMORTIZATION, OFFER, or an unknown type. */
  type: z.string(),
  value: figure,
  currency: z.string(),
  coupon: z.object({ recordDate: date, startDate: date, faceValue: figure, valuePercent: figure }).nullable(),
  amortization: z.object({ newFaceValue: figure, initialFaceValue: figure, percent: figure }).nullable(),
  offer: z
    .object({ offerType: z.string(), price: figure, startDate: date, endDate: date, agent: z.string() })
    .nullable(),
})
export type BondEvent = z.infer<typeof BondEvent>
