import { z } from 'zod'
import { ValueNote } from '../value-note.ts'
import { AccountId, Decimal, Instant, Money } from '../values.ts'

/** The recorded position of an account in one instrument. There is a gap between points further apart than `maxGapMs`. */
export const PositionCurve = z.object({
  accountId: AccountId,
  currency: z.string().nullable(),
  /** How the values were calculated with today's reference data, or why there are none. */
  valueNote: ValueNote,
  /** The figures were the same from `at` until `until`. A quantity of zero means that the instrument was no longer held. */
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

/** The source of a past equity. */
export const EquitySource = z.enum(['recorded', 'derived'])
export type EquitySource = z.infer<typeof EquitySource>

/** The equity in `currency` (`null`: unknown): recorded, and for earlier days derived from the transactions. */
export const EquityCurve = z.object({
  /** The equity was the same from `at` until `until`. A derived equity is that of the end of a UTC day. */
  points: z.array(
    z.object({
      at: Instant,
      until: Instant,
      equity: Decimal,
      source: EquitySource,
      /** The time of the oldest price or rate in a derived equity; `null` if there is none. */
      oldestPriceAt: Instant.nullable(),
      /** Whether the equity is unknown between the previous point and this one. */
      followsGap: z.boolean(),
    }),
  ),
  maxGapMs: z.int(),
  currency: z.string().nullable(),
  /** Money of unknown currency, which no derived equity includes. Each amount applies from its `at` on; ascending. */
  unknownCurrency: z.array(z.object({ at: Instant, amount: Decimal })),
  /**
   * Deposits less withdrawals since the first transaction; `null` if unknown. In the currency of the equity; if that is
   * unknown, in the base currency or in the currency of most deposits.
   */
  deposits: z
    .object({
      currency: z.string(),
      /** Each amount applies from its `at` on; ascending. */
      points: z.array(z.object({ at: Instant, amount: Decimal })),
      /** Sums that are not included because their currency had no rate at that time. */
      notConverted: z.array(Money),
      /** The number of transactions that are not included: of unknown kind, or with pieces of unknown value. */
      notCounted: z.int().min(0),
    })
    .nullable(),
  /** Why no past equity is derived; `null` if it is derived, or if the reason is not known yet. */
  notDerived: z
    .discriminatedUnion('reason', [
      z.object({ reason: z.literal('not-loaded') }),
      /** The transactions do not add up to what the service states for these instruments (by name) and currencies. */
      z.object({ reason: z.literal('differs'), names: z.array(z.string()) }),
      z.object({ reason: z.literal('no-value') }),
    ])
    .nullable(),
})
export type EquityCurve = z.infer<typeof EquityCurve>
