import { z } from 'zod'
import { NotConverted, Rate } from '../currency.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'

/** `now`: from all transactions read so far. `then`: only from those that were read by the end of the day. */
export const Knowledge = z.enum(['now', 'then'])
export type Knowledge = z.infer<typeof Knowledge>

/** A date of the calendar with its day. */
export const DayDate = CalendarDate.length('YYYY-MM-DD'.length)

/** A price of a past time: never one of a later time, and never the cost. */
export const PastDayPrice = z.object({
  /** Of one piece; in percent of the face value where `isPercentOfFace`. */
  price: Decimal,
  isPercentOfFace: z.boolean(),
  /** A quote that this computer recorded, or the price of an own trade. */
  source: z.enum(['quote', 'trade']),
  at: Instant,
  /** At the end of the day. */
  ageMs: z.int().min(0),
})
export type PastDayPrice = z.infer<typeof PastDayPrice>

/** Why a past position has no value, or one that may be wrong. */
export const PastDayNote = z.enum([
  /** The transactions until then are not known whole: there is only what was recorded. */
  'not-replayed',
  /** A transaction before does not say how many pieces it moved. */
  'unknown-pieces',
  /** No quote was recorded and no own trade was made on that day or before it. */
  'no-price',
  /** The newest price is more than 400 days old: the value is given, and may be far from what it was. */
  'old-price',
  /** The face value of that day is not known. */
  'no-face-value',
  /** A future has no value: its profit is in the cash. */
  'future',
])
export type PastDayNote = z.infer<typeof PastDayNote>

export const PastDayPosition = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  /** Signed pieces after all transactions of the day; `null` where they are not known. */
  quantity: Decimal.nullable(),
  /** Pieces that the service stated that day, as recorded here; `null` where nothing was recorded. */
  recorded: Decimal.nullable(),
  price: PastDayPrice.nullable(),
  value: Decimal.nullable(),
  currency: z.string().nullable(),
  note: PastDayNote.nullable(),
})
export type PastDayPosition = z.infer<typeof PastDayPosition>

/** What is known of an account’s history on a day. */
export const PastDayCoverage = z.object({
  /**
   * `whole`: everything until then is loaded. `partial`: a part is missing, so nothing is calculated. `before`: nothing had
   * happened yet. `not-read`: by the end of that day not all earlier transactions had been read (knowledge `then` only).
   */
  state: z.enum(['whole', 'partial', 'before', 'not-read']),
  /** When the last of the earlier transactions was read: the day from which on "as known then" is known; `null` without rows. */
  readAt: Instant.nullable(),
  /** Transactions until then that were read, or changed, only after that day. They are left out of `then`. */
  lateRows: z.int().min(0),
})
export type PastDayCoverage = z.infer<typeof PastDayCoverage>

/** An account at the end of a UTC day: as recorded that day, and as its transactions give it. */
export const PastDayAccount = z.object({
  accountId: AccountId,
  coverage: PastDayCoverage,
  /** Of the transactions and of the record: the union; `null` where neither is known. */
  positions: z.array(PastDayPosition).nullable(),
  cash: z.array(Money).nullable(),
  /** What the service stated last that day; `null` where nothing was recorded. */
  recorded: z
    .object({ at: Instant, equity: Decimal, currency: z.string().nullable(), cash: z.array(Money).nullable() })
    .nullable(),
  /** Cash and values by currency; `null` where a value is not known. */
  replayed: z.array(Money).nullable(),
  /** Of the prices in it, the time of the oldest; `null` without one. */
  oldestPriceAt: Instant.nullable(),
  /** Held instruments, by name, whose value is not known. */
  missing: z.array(z.string()),
  /** Instruments, by name, and currencies whose transactions do not give what the service states today. */
  differing: z.array(z.string()),
})
export type PastDayAccount = z.infer<typeof PastDayAccount>

/** The accounts at the end of a UTC day. */
export const PastDay = z.object({
  date: DayDate,
  /** The end of the day; of today now. */
  at: Instant,
  isOver: z.boolean(),
  knowledge: Knowledge,
  accounts: z.array(PastDayAccount),
  /** In the base currency, or in the only one there is, at rates of that time; `null` without such a currency. */
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
  /** The nearest days with transactions, and the first one of all. */
  previous: DayDate.nullable(),
  next: DayDate.nullable(),
  first: DayDate.nullable(),
})
export type PastDay = z.infer<typeof PastDay>

/** What changed in one currency: exactly `end − begin = deposits + income + fees + taxes + price + other`. */
export const DayChange = z.object({
  currency: z.string(),
  begin: Decimal.nullable(),
  end: Decimal.nullable(),
  change: Decimal.nullable(),
  /** What came in from outside, less what left, pieces at their value of that time. */
  deposits: Decimal,
  income: Decimal,
  fees: Decimal,
  taxes: Decimal,
  /** What holdings gained by their prices, trades included; `null` where a value is not known. */
  price: Decimal.nullable(),
  /** Transactions of unknown kind; `null` where a value is not known. */
  other: Decimal.nullable(),
})
export type DayChange = z.infer<typeof DayChange>

/** What changed in one instrument. */
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
  /** Money that trades cost, less what they brought; `null` where a cost is not known. */
  paid: Decimal.nullable(),
  /** What the price gained, trades included; `null` where it is not known. */
  price: Decimal.nullable(),
})
export type PositionChange = z.infer<typeof PositionChange>

/** What changed between the ends of two UTC days. */
export const DayComparison = z.object({
  from: DayDate,
  to: DayDate,
  /** Whether both days are known whole; otherwise nothing is compared. */
  isWhole: z.boolean(),
  byCurrency: z.array(DayChange),
  positions: z.array(PositionChange),
  /** Instruments, by name, and currencies whose transactions do not give what the service states today. */
  differing: z.array(z.string()),
})
export type DayComparison = z.infer<typeof DayComparison>
