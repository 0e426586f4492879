import { z } from 'zod'
import { TransactionKind } from '../transaction/transaction.ts'
import { CalendarDate, Decimal, InstrumentSymbol, Money } from '../values.ts'

/** What a text says of a transaction. */
const DescribedRow = z.object({
  id: z.string(),
  kind: TransactionKind,
  /** Empty for a transaction without an instrument. */
  symbol: z.string(),
  /** The UTC date. */
  date: CalendarDate,
  /** Without sign; `null` if it moves none, or an unknown number. */
  pieces: Decimal.nullable(),
  /** Without sign; `null` if it moves none. */
  money: Money.nullable(),
})
export type DescribedRow = z.infer<typeof DescribedRow>

/** Transactions of which all together (`and`) or any one (`or`) is the cause. */
const DescribedRows = z.object({
  /** At most two. */
  first: z.array(DescribedRow),
  count: z.int(),
  joint: z.enum(['and', 'or']),
})
export type DescribedRows = z.infer<typeof DescribedRows>

const split = { old: Decimal, next: Decimal }

/** Why two figures may differ, as a code with its values. `causeText` turns it into text. */
export const CauseReason = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['rounding', 'not-loaded']) }),
  z.object({
    code: z.enum([
      'row-is-there-twice',
      'row-is-not-counted',
      'row-has-the-wrong-sign',
      'not-settled-yet',
      'row-of-unknown-pieces',
      'row-of-unknown-instrument',
      'lent-pieces-are-counted',
      'borrowed-pieces-are-not-counted',
      'withdrawn-rows-are-counted',
      'rows-are-missing-in-answers',
    ]),
    rows: DescribedRows,
  }),
  z.object({ code: z.literal('lot-size'), size: Decimal, rows: DescribedRows }),
  z.object({ code: z.literal('face-value-ignored'), face: Decimal, rows: DescribedRows }),
  /** Booked in one currency and taken in another. */
  z.object({ code: z.literal('commission-currency'), booked: z.string(), taken: z.string(), rows: DescribedRows }),
  z.object({
    code: z.enum(['exchange-booked-as-money', 'exchange-booked-as-pieces']),
    currency: z.string(),
    symbol: InstrumentSymbol,
    rows: DescribedRows,
  }),
  z.object({ code: z.literal('no-market'), symbol: InstrumentSymbol }),
  /** Rows from one day to another, both included, that could not be read. */
  z.object({ code: z.literal('rows-not-read'), count: z.int(), from: CalendarDate, to: CalendarDate }),
  z.object({
    code: z.enum(['dividend-is-missing', 'coupon-is-missing', 'amortization-is-missing']),
    symbol: InstrumentSymbol,
    date: CalendarDate,
    pieces: Decimal,
  }),
  z.object({ code: z.literal('split-of-that-day-is-missing'), ...split, date: CalendarDate }),
  z.object({ code: z.literal('split-between-is-missing'), ...split, from: CalendarDate, to: CalendarDate }),
  // The pieces and the money of the following have the sign of the difference.
  /** A purchase or a sale of these pieces for this money. */
  z.object({ code: z.literal('trade-is-missing'), pieces: Decimal, symbol: InstrumentSymbol, money: Money }),
  /** The same for a part of the money that is missing in one of these currencies. */
  z.object({
    code: z.literal('trade-in-a-currency-is-missing'),
    pieces: Decimal,
    symbol: InstrumentSymbol,
    currencies: z.array(z.string()),
  }),
  z.object({ code: z.literal('row-of-pieces-is-missing'), pieces: Decimal, symbol: InstrumentSymbol }),
  z.object({ code: z.literal('row-of-money-is-missing'), money: Money }),
  z.object({ code: z.literal('money-of-missing-trades'), symbols: z.array(InstrumentSymbol), money: Money }),
  z.object({ code: z.literal('money-held-before'), money: Money }),
  /** `first`: the first transaction of the instrument; `null` if there is none. */
  z.object({ code: z.literal('pieces-held-before'), pieces: Decimal, first: DescribedRow.nullable() }),
])
export type CauseReason = z.infer<typeof CauseReason>
