import { z } from 'zod'
import { NotConverted, Rate } from '../currency.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'

/** `now`: uses all transactions read so far. `then`: uses only those that had been read by the end of the day. */
export const Knowledge = z.enum(['now', 'then'])
export type Knowledge = z.infer<typeof Knowledge>

/** A complete calendar date: `2026-03-31`. */
export const DayDate = CalendarDate.length('YYYY-MM-DD'.length)

/** A price at or before a past time. It is never a later price, and never the cost. */
export const PastDayPrice = z.object({
  /** Per piece; in percent of the face value if `isPercentOfFace`. */
  price: Decimal,
  isPercentOfFace: z.boolean(),
  /** A quote recorded on this computer, or the price of an own trade. */
  source: z.enum(['quote', 'trade']),
  at: Instant,
  /** The age of the price at the end of the day. */
  ageMs: z.int().min(0),
})
export type PastDayPrice = z.infer<typeof PastDayPrice>

/** Why a past position has no value, or why its value is uncertain. */
export const PastDayNote = z.enum([
  /** The transactions until then are not fully loaded, so only recorded figures are given. */
  'not-replayed',
  /** An earlier transaction does not state its number of pieces. */
  'unknown-pieces',
  /** There is no recorded quote and no own trade on that day or before it. */
  'no-price',
  /** The newest price is more than 400 days old. The value is given but may be far from the real one. */
  'old-price',
  /** Some of the pieces are lent or in a repo. The value includes them, less the money that is to be paid for them. */
  'lent',
  /** The face value of that day is unknown. */
  'no-face-value',
  /** A future has no value: its profit is part of the cash. */
  'future',
])
export type PastDayNote = z.infer<typeof PastDayNote>

export const PastDayPosition = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  /** Signed pieces after all transactions of the day; `null` if unknown. */
  quantity: Decimal.nullable(),
  /** Pieces that the service stated that day; `null` if nothing was recorded. */
  recorded: Decimal.nullable(),
  price: PastDayPrice.nullable(),
  value: Decimal.nullable(),
  currency: z.string().nullable(),
  note: PastDayNote.nullable(),
})
export type PastDayPosition = z.infer<typeof PastDayPosition>

/** How complete an account’s history is for a day. */
export const PastDayCoverage = z.object({
  /**
   * `whole`: everything until then is loaded. `partial`: a part is missing, so nothing is calculated. `before`: the day is
   * before the first transaction. `not-read`: not all earlier transactions had been read by the end of that day (only with
   * the knowledge `then`).
   */
  state: z.enum(['whole', 'partial', 'before', 'not-read']),
  /**
   * When the last of the earlier transactions was read. From that day on, the state "as known then" is available. `null`
   * without transactions.
   */
  readAt: Instant.nullable(),
  /** The number of transactions until then that were read or changed only after that day. They are not part of `then`. */
  lateRows: z.int().min(0),
})
export type PastDayCoverage = z.infer<typeof PastDayCoverage>

/** An account at the end of a UTC day: as recorded that day, and as calculated from its transactions. */
export const PastDayAccount = z.object({
  accountId: AccountId,
  coverage: PastDayCoverage,
  /** Every position that the transactions or the record have; `null` if both are unknown. */
  positions: z.array(PastDayPosition).nullable(),
  cash: z.array(Money).nullable(),
  /** Money that is blocked: it is not in the cash, but part of `replayed`. Empty if it is not known. */
  blocked: z.array(Money),
  /** The last figures that the service stated that day; `null` if nothing was recorded. */
  recorded: z
    .object({ at: Instant, equity: Decimal, currency: z.string().nullable(), cash: z.array(Money).nullable() })
    .nullable(),
  /** Cash, blocked money and values by currency; `null` if a value is unknown. */
  replayed: z.array(Money).nullable(),
  /** The time of the oldest price in these values; `null` if there is none. */
  oldestPriceAt: Instant.nullable(),
  /** The names of held instruments whose value is unknown. */
  missing: z.array(z.string()),
  /** The names of instruments, and the currencies, whose transactions do not add up to what the service states today. */
  differing: z.array(z.string()),
})
export type PastDayAccount = z.infer<typeof PastDayAccount>

/** The accounts at the end of a UTC day. */
export const PastDay = z.object({
  date: DayDate,
  /** The end of the day; for today, the current time. */
  at: Instant,
  isOver: z.boolean(),
  knowledge: Knowledge,
  accounts: z.array(PastDayAccount),
  /**
   * In the base currency, or in the only currency, at rates of that time; `null` if there is no such currency. Money of
   * unknown currency is in no figure, but in `notConverted`.
   */
  total: z
    .object({
      currency: z.string(),
      recorded: Decimal.nullable(),
      replayed: Decimal.nullable(),
      /** `recorded − replayed`. */
      difference: Decimal.nullable(),
      rates: z.array(Rate),
      notConverted: z.array(NotConverted),
    })
    .nullable(),
  /** The nearest days with transactions before and after, and the first day with a transaction. */
  previous: DayDate.nullable(),
  next: DayDate.nullable(),
  first: DayDate.nullable(),
})
export type PastDay = z.infer<typeof PastDay>

/** The changes in one currency (`''`: unknown): exactly `end − begin = deposits + income + fees + taxes + price + other`. */
export const DayChange = z.object({
  currency: z.string(),
  begin: Decimal.nullable(),
  end: Decimal.nullable(),
  change: Decimal.nullable(),
  /** Deposits less withdrawals. Transferred pieces count with their value at that time. */
  deposits: Decimal,
  income: Decimal,
  fees: Decimal,
  taxes: Decimal,
  /** The gain from prices, trades included; `null` if a value is unknown. */
  price: Decimal.nullable(),
  /** Transactions of unknown kind; `null` if a value is unknown. */
  other: Decimal.nullable(),
})
export type DayChange = z.infer<typeof DayChange>

/** The changes of one instrument. */
export const PositionChange = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  currency: z.string().nullable(),
  /** Pieces at both ends. */
  before: Decimal.nullable(),
  after: Decimal.nullable(),
  valueBefore: Decimal.nullable(),
  valueAfter: Decimal.nullable(),
  trades: z.int().min(0),
  /** Money paid for purchases less money received from sales; `null` if an amount is unknown. */
  paid: Decimal.nullable(),
  /** The gain from the price, trades included; `null` if unknown. */
  price: Decimal.nullable(),
})
export type PositionChange = z.infer<typeof PositionChange>

/** The changes between the ends of two UTC days. */
export const DayComparison = z.object({
  from: DayDate,
  to: DayDate,
  /** Whether both days are fully known; otherwise nothing is compared. */
  isComplete: z.boolean(),
  byCurrency: z.array(DayChange),
  positions: z.array(PositionChange),
  /** The names of instruments, and the currencies, whose transactions do not add up to what the service states today. */
  differing: z.array(z.string()),
})
export type DayComparison = z.infer<typeof DayComparison>
