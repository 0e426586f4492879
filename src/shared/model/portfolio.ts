import { z } from 'zod'
import { MaturitySource } from './bond.ts'
import { Contribution, ContributionSession } from './contribution.ts'
import { ConvertedSum, EquityCurrency, NotConverted, Rate } from './currency.ts'
import { ValueNote } from './value-note.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from './values.ts'

/**
 * The margin of an account, as the service reports it, in the currency of the account (which the service does not state).
 */
export const Margin = z.object({
  available: Decimal.nullable(),
  initial: Decimal.nullable(),
  maintenance: Decimal.nullable(),
  /** Equity minus maintenance margin; `null` unless both are known. */
  distance: Decimal.nullable(),
})
export type Margin = z.infer<typeof Margin>

/** Sums by currency. Figures that are unknown or have no known currency are listed as missing and never counted as zero. */
export const PartialSum = z.object({
  /** One entry per currency. */
  amounts: z.array(Money),
  /** The instruments (by name, or by symbol if there is no name) or accounts (by id) whose figure is unknown. */
  missing: z.array(z.string()),
})
export type PartialSum = z.infer<typeof PartialSum>

/** The key figures of one account. */
export const AccountSummary = z.object({
  id: AccountId,
  type: z.string(),
  status: z.string(),
  equity: Decimal.nullable(),
  /** The currency of equity, unrealized profit and margin; `null` while it is unknown. */
  equityCurrency: EquityCurrency.nullable(),
  unrealizedProfit: Decimal.nullable(),
  dailyPnl: PartialSum,
  cash: z.array(Money),
  margin: Margin.nullable(),
  /** The number of positions with a quantity other than zero. */
  positionCount: z.int(),
  fetchedAt: Instant,
  /** When the account becomes stale. Accounts are updated less often while markets are closed. */
  staleAt: Instant,
})
export type AccountSummary = z.infer<typeof AccountSummary>

/** A held instrument whose price changed today. */
export const Mover = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  /** The decimals of `last`; `null` if unknown. */
  priceDecimals: z.int().nullable(),
  last: Decimal.nullable(),
  /** Last against the previous close, in percent, two places. */
  changePercent: Decimal,
  quoteAt: Instant.nullable(),
})
export type Mover = z.infer<typeof Mover>

/** The key figures of the accounts in scope. */
export const Overview = z.object({
  accounts: z.array(AccountSummary),
  /**
   * The total equity of the accounts in scope, in their common currency. `null` if there is no account, if the equity of
   * one account is unknown, or if the accounts are not known to have the same currency.
   */
  equity: Decimal.nullable(),
  /** The currency of `equity` and `unrealizedProfit`; `null` while it is unknown. */
  equityCurrency: EquityCurrency.nullable(),
  unrealizedProfit: Decimal.nullable(),
  dailyPnl: PartialSum,
  /** Equity, day's profit and unrealized profit of the positions in the base currency; `null` without one. */
  total: ConvertedSum.nullable(),
  day: ConvertedSum.nullable(),
  unrealized: ConvertedSum.nullable(),
  /** All cash in the base currency; `null` if none is chosen. */
  cashTotal: ConvertedSum.nullable(),
  /** The day's profit by instrument. Null if it could not be read. */
  contribution: Contribution.nullable(),
  /** Cash by currency over all accounts in scope; amounts of unknown currency (`''`) are not added. */
  cash: z.array(Money),
  /** Null if they could not be read. */
  movers: z.array(Mover).nullable(),
  /** Null if they could not be read. `fetchedAt` is null until the orders of every account have been read. */
  orders: z.object({ working: z.int(), needAttention: z.int(), fetchedAt: Instant.nullable() }).nullable(),
  /** When the account with the oldest data was updated; `null` without accounts. */
  asOf: Instant.nullable(),
  /** When the first account becomes stale; `null` without accounts. */
  staleAt: Instant.nullable(),
})
export type Overview = z.infer<typeof Overview>

/** A row of the positions table: figures of the service, and figures derived from them and from the reference data. */
export const PositionRow = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  /** Whether the reference data of the instrument has been read, or cannot be because the service names no market for it. */
  isReferenceRead: z.boolean(),
  /** The last day of a contract, or the maturity of a bond; `null` if it is not known. */
  expiresOn: CalendarDate.nullable(),
  /** Where that day comes from; `null` if it is not known. */
  expirySource: MaturitySource.nullable(),
  /** Signed pieces. */
  quantity: Decimal.nullable(),
  /** Quantity divided by the lot size; `null` while the lot size is unknown. */
  lots: Decimal.nullable(),
  averagePrice: Decimal.nullable(),
  currentPrice: Decimal.nullable(),
  /** Prices are in percent of the face value. */
  isPercentOfFace: z.boolean(),
  currency: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  /** Market value in `currency`; `null` if it is unknown, or does not exist (futures). */
  value: Decimal.nullable(),
  /** How `value` was calculated, or why it is `null`. */
  valueNote: ValueNote,
  /** Value, day's profit and unrealized profit in the base currency; `null` if none is chosen, or without a rate. */
  valueInBase: Decimal.nullable(),
  dayInBase: Decimal.nullable(),
  unrealizedInBase: Decimal.nullable(),
  /** The position's fraction of the `PortfolioWhole` of the scope, 0 … 1. */
  weight: z.number().nullable(),
  dailyPnl: Decimal.nullable(),
  unrealizedPnl: Decimal.nullable(),
  maintenanceMargin: Decimal.nullable(),
  /** When the account of this position was updated, and when its data becomes stale. */
  fetchedAt: Instant,
  staleAt: Instant,
})
export type PositionRow = z.infer<typeof PositionRow>

/**
 * The total of which the weights are fractions: the gross value of positions and cash. A debt counts with its absolute
 * value.
 */
export const PortfolioWhole = z.object({
  /**
   * The base currency, or the only currency. `null` if there are several currencies and no base currency; no weight exists
   * then.
   */
  currency: z.string().nullable(),
  /** `null` if no part of it is known. */
  gross: Decimal.nullable(),
  /** By currency. `inWhole` is in the currency of the whole. */
  cash: z.array(Money.extend({ inWhole: Decimal.nullable(), weight: z.number().nullable() })),
  /** The instruments without a value, and the currencies of cash without a rate. They are not part of the whole. */
  leftOut: z.object({ symbols: z.array(InstrumentSymbol), currencies: z.array(z.string()) }),
  /** The sessions that the day's profits belong to, the latest first. */
  sessions: z.array(ContributionSession),
})
export type PortfolioWhole = z.infer<typeof PortfolioWhole>

export const AllocationKey = z.enum(['instrument', 'type', 'market', 'currency'])
export type AllocationKey = z.infer<typeof AllocationKey>

/**
 * The allocation of the gross value: of positions and cash in the base currency, or of positions in each currency
 * separately.
 */
export const Allocation = z.object({
  currency: z.string(),
  /** The sum of the absolute values; `null` if none is known. */
  gross: Decimal.nullable(),
  /** `value` is signed; `share` is the fraction of the gross value, 0 … 1. */
  slices: z.array(z.object({ key: z.string(), label: z.string(), value: Decimal, share: z.number() })),
  /** The positions in this currency whose value is unknown: by name, or by symbol if there is no name. */
  missing: z.array(z.string()),
  /** The rates that the values use, and the amounts without a rate. */
  rates: z.array(Rate),
  notConverted: z.array(NotConverted),
  /** Whether the gross value includes cash. It does not if there are several currencies and no base currency. */
  includesCash: z.boolean(),
})
export type Allocation = z.infer<typeof Allocation>
