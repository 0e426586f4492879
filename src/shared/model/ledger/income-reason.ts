import { z } from 'zod'
import { CalendarDate, Decimal } from '../values.ts'

/** A reason for the state or the expected amount of an event, as a code without language. */
export const IncomeReason = z.object({
  code: z.enum([
    'served',
    'served-times-pieces-now',
    'no-amount-stated',
    'value-times-pieces',
    'value-times-uncertain-pieces',
    'dividend-times-pieces',
    'maturity',
    'expiry-date',
    'same-coupon',
    'typed-maturity',
    'monthly-payer',
    'quarterly-payer',
    'half-yearly-payer',
    'annual-payer',
    'split-from-rows',
    'rows-pay-it',
    'more-than-expected',
    'less-than-expected',
    'payment-was-reversed',
    'no-row-pays-it',
    'no-row-yet',
    'no-row-in-time',
    'perhaps-nothing-was-due',
    'pays-nothing',
    'due-is-not-known',
    'history-not-loaded',
    'fits-several-events',
    'no-event-served',
    'no-pieces-at-the-date',
    'issuer-of-several',
    'no-instrument-named',
    'events-not-read',
    'split-ratio',
    'pays-a-loan',
    'tax-not-assigned',
    'perhaps-pays',
    'perhaps-paid-by',
    'paid-in-other-currency',
    'implied-rate',
    'implied-rate-is-near',
    'implied-rate-is-far',
  ]),
  /** The number of transactions or days. */
  count: z.int().min(0).optional(),
  /** The date of another event. */
  date: CalendarDate.optional(),
  symbols: z.array(z.string()).optional(),
  /**
   * A payment in another currency than declared: what one unit of `from` cost in `to` by the amounts, and on the `date`;
   * `null` if it is not known.
   */
  rate: z
    .object({ from: z.string(), to: z.string(), implied: Decimal.nullable(), known: Decimal.nullable() })
    .optional(),
  /** A split: `old` pieces become `new` pieces. */
  ratio: z.object({ old: Decimal, new: Decimal }).optional(),
})
export type IncomeReason = z.infer<typeof IncomeReason>
