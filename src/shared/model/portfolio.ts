import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol, Money } from './values.ts'

/** How far an account is from a margin call. All figures as the service states them, in the account's own currency. */
export const Margin = z.object({
  available: Decimal.nullable(),
  initial: Decimal.nullable(),
  maintenance: Decimal.nullable(),
  /** Equity minus maintenance margin; `null` unless both are known. */
  distance: Decimal.nullable(),
})
export type Margin = z.infer<typeof Margin>

/** Sums by currency, with what could not be added named instead of taken as zero. */
export const PartialSum = z.object({
  /** One entry a currency; a currency of `''` is not known. */
  amounts: z.array(Money),
  /** Instruments (or account ids) whose figure is not known: by name, or by symbol where they have none. */
  missing: z.array(z.string()),
})
export type PartialSum = z.infer<typeof PartialSum>

/** One account at a glance. */
export const AccountSummary = z.object({
  id: AccountId,
  type: z.string(),
  status: z.string(),
  equity: Decimal.nullable(),
  unrealizedProfit: Decimal.nullable(),
  dailyPnl: PartialSum,
  cash: z.array(Money),
  margin: Margin.nullable(),
  /** Positions of a quantity other than zero. */
  positionCount: z.int(),
  fetchedAt: Instant,
  /** From when on the reading is older than it should be: closed markets are read seldom. */
  staleAt: Instant,
})
export type AccountSummary = z.infer<typeof AccountSummary>

/** An instrument held that moved today. */
export const Mover = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  /** Decimals of `last`. */
  priceDecimals: z.int().nullable(),
  last: Decimal.nullable(),
  /** Last against the previous close, in percent, two places. */
  changePercent: Decimal,
  quoteAt: Instant.nullable(),
})
export type Mover = z.infer<typeof Mover>

/** What the chosen accounts are worth, what moved, what needs a look. */
export const Overview = z.object({
  accounts: z.array(AccountSummary),
  /** Sum of the accounts' equity as stated; `null` while one of them is unknown, or none is there. */
  equity: Decimal.nullable(),
  unrealizedProfit: Decimal.nullable(),
  dailyPnl: PartialSum,
  /** Cash by currency over all chosen accounts. */
  cash: z.array(Money),
  movers: z.array(Mover),
  orders: z.object({ working: z.int(), needLook: z.int(), fetchedAt: Instant.nullable() }),
  /** When the oldest of the accounts shown was read; `null` when there is none. */
  asOf: Instant.nullable(),
  /** When the first of the readings is older than it should be; `null` when there is none. */
  staleAt: Instant.nullable(),
})
export type Overview = z.infer<typeof Overview>

/** A row of the positions table: the service's figures, and what we derive from them and the reference data. */
export const PositionRow = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  /** Signed pieces. */
  quantity: Decimal.nullable(),
  /** Quantity by lot size; `null` while the lot size is unknown. */
  lots: Decimal.nullable(),
  averagePrice: Decimal.nullable(),
  currentPrice: Decimal.nullable(),
  /** Prices are in percent of the face value. */
  isPercentOfFace: z.boolean(),
  currency: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  /** Market value in `currency`; `null` where it is unknown or not meaningful (futures). */
  value: Decimal.nullable(),
  /** Why `value` is `null`, or how it was found. */
  valueNote: z.string(),
  /** Share of the gross value of all valued rows in the same currency: 0 … 1. */
  weight: z.number().nullable(),
  dailyPnl: Decimal.nullable(),
  unrealizedPnl: Decimal.nullable(),
  maintenanceMargin: Decimal.nullable(),
  /** When the account was read that carries this position, and from when on that is older than it should be. */
  fetchedAt: Instant,
  staleAt: Instant,
})
export type PositionRow = z.infer<typeof PositionRow>

export const AllocationKey = z.enum(['instrument', 'type', 'market'])
export type AllocationKey = z.infer<typeof AllocationKey>

/** How the gross value in one currency is spread. Nothing is added across currencies. */
export const Allocation = z.object({
  currency: z.string(),
  /** Sum of absolute values; `null` while none is known. */
  gross: Decimal.nullable(),
  slices: z.array(z.object({ key: z.string(), label: z.string(), value: Decimal, share: z.number() })),
  /** Positions in this currency whose value is not known: by name, or by symbol where they have none. */
  missing: z.array(z.string()),
})
export type Allocation = z.infer<typeof Allocation>

/** What an account was seen to hold of an instrument. Between two points further apart than `maxGapMs` nothing is known. */
export const PositionCurve = z.object({
  accountId: AccountId,
  currency: z.string().nullable(),
  /** How the values were found from today's reference data, or why there are none. */
  valueNote: z.string(),
  /** The same was seen from `at` until `until`. A quantity of zero says that it was no longer held. */
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

/** Recorded equity. Between two points further apart than `maxGapMs` nothing is known: draw a gap. */
export const EquityCurve = z.object({
  /** The same equity was seen from `at` until `until`. */
  points: z.array(z.object({ at: Instant, until: Instant, equity: Decimal })),
  maxGapMs: z.int(),
})
export type EquityCurve = z.infer<typeof EquityCurve>
