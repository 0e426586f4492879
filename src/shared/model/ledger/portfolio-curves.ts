import { z } from 'zod'
import { AccountId, Decimal, Instant, Money } from '../values.ts'

/** The recorded position of an account in one instrument. Points further apart than `maxGapMs` have a gap between them. */
export const PositionCurve = z.object({
  accountId: AccountId,
  currency: z.string().nullable(),
  /** How the values were calculated with today's reference data, or why there are none; for a person. */
  valueNote: z.string(),
  /** The same figures were seen from `at` until `until`. A quantity of zero means that the instrument was no longer held. */
  points: z.array(
    z.object({
      at: Instant,
      until: Instant,
      quantity: Decimal.nullable(),
      averagePrice: Decimal.nullable(),
      price: Decimal.nullable(),
      value: Decimal.nullable(),
    }),
  ),
  maxGapMs: z.int(),
})
export type PositionCurve = z.infer<typeof PositionCurve>

/** Where the equity of a past time comes from. */
export const EquitySource = z.enum(['recorded', 'derived'])
export type EquitySource = z.infer<typeof EquitySource>

/** The equity in `currency` (`null`: unknown): recorded, and before that as it follows from the transactions. */
export const EquityCurve = z.object({
  /** The same equity was seen from `at` until `until`; a derived one is that of the end of a UTC day. */
  points: z.array(
    z.object({
      at: Instant,
      until: Instant,
      equity: Decimal,
      source: EquitySource,
      /** Of the prices and rates in a derived equity, the time of the oldest; `null` without one. */
      oldestPriceAt: Instant.nullable(),
      /** Between the point before and this one the equity is not known. */
      followsGap: z.boolean(),
    }),
  ),
  maxGapMs: z.int(),
  currency: z.string().nullable(),
  /**
   * Deposits less withdrawals since the first transaction; `null` while they are not known. In the currency of the equity;
   * where that is unknown in the base currency or in that of most of them.
   */
  deposits: z
    .object({
      currency: z.string(),
      /** From each `at` on, ascending. */
      points: z.array(z.object({ at: Instant, amount: Decimal })),
      /** Sums that are not included because their currency had no rate at the time. */
      notConverted: z.array(Money),
      /** Transactions that are not in it: of unknown kind, or pieces of unknown value. */
      notCounted: z.int().min(0),
    })
    .nullable(),
  /** Why no past equity is derived; `null` where it is, or where nothing is known of it yet. */
  notDerived: z
    .discriminatedUnion('reason', [
      z.object({ reason: z.literal('not-loaded') }),
      /** The transactions do not give what the service states: of these instruments (by name) and currencies. */
      z.object({ reason: z.literal('differs'), names: z.array(z.string()) }),
      z.object({ reason: z.literal('no-value') }),
    ])
    .nullable(),
})
export type EquityCurve = z.infer<typeof EquityCurve>
