import { z } from 'zod'
import { ConvertedSum } from '../currency.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'
import { IncomeReason } from './income-reason.ts'

/** The type of an event that pays money, changes pieces, or ends an option or a future (`expiry`). */
export const IncomeKind = z.enum([
  'dividend',
  'coupon',
  'amortization',
  'redemption',
  'expiry',
  'offer',
  'split',
  'other',
])
export type IncomeKind = z.infer<typeof IncomeKind>

/**
 * The state of an event in an account. `not-loaded`: the transactions that decide it are not loaded. `unknown`: the event
 * or the pieces do not determine the expected amount. `passed`: an offer or a contract that has ended, which pays nothing by itself.
 */
export const IncomeState = z.enum([
  'received',
  'partial',
  'over',
  'pending',
  'missing',
  'ambiguous',
  'unexpected',
  'announced',
  'projected',
  'not-loaded',
  'unknown',
  'passed',
])
export type IncomeState = z.infer<typeof IncomeState>

/** An event or a payment that a row may belong to. */
export const IncomeCandidate = z.object({ symbol: InstrumentSymbol, kind: IncomeKind, date: CalendarDate })
export type IncomeCandidate = z.infer<typeof IncomeCandidate>

/** An event in an account, or transactions of an account without an event. */
export const IncomeRow = z.object({
  accountId: AccountId,
  /** Empty if the transactions name no instrument. */
  symbol: z.string(),
  kind: IncomeKind,
  /** The date of the event, or of the first transaction if there is no event. */
  date: CalendarDate,
  state: IncomeState,
  /** Whole days from the date to the last payment, or to today if nothing was paid; 0 if nothing is late. */
  lateDays: z.int().min(0),
  /** Value of the event × pieces held at its date; `null` if one of them is unknown. */
  expected: z.object({ low: Decimal, high: Decimal, currency: z.string() }).nullable(),
  /** The currency of `gross`, `tax` and `net`. */
  currency: z.string(),
  /**
   * The sum of the payments and their reversals; `null` without transactions, and if it is ambiguous which event they
   * belong to.
   */
  gross: Decimal.nullable(),
  /** Tax withheld in separate transactions, positive; `null` if a tax may belong to this row or to another one. */
  tax: Decimal.nullable(),
  /** `gross − tax`; `null` if one of them is. */
  net: Decimal.nullable(),
  /** Payments with their reversals, then taxes. If the state is ambiguous: all candidates. */
  transactionIds: z.array(z.string()),
  /** How the state and the expected amount were found, one sentence per entry. */
  rule: z.array(IncomeReason),
  name: z.string().nullable(),
  /** The amount per piece. */
  each: Decimal.nullable(),
  /** Pieces held at the date; both ends are equal if the number is certain. */
  pieces: z.object({ low: Decimal, high: Decimal }).nullable(),
  /** Whether the pieces changed within three days of the date. */
  isUncertain: z.boolean(),
  /**
   * If the state is ambiguous: the events that the transactions may belong to. If the event is not paid in full: the
   * payments without an event that may pay it, and the reverse for these payments.
   */
  candidates: z.array(IncomeCandidate),
  /** `event`: reported by the service. `projection`: calculated. `rows`: known only from transactions. */
  source: z.enum(['event', 'projection', 'rows']),
  /** The last day of an offer. */
  endsOn: CalendarDate.nullable(),
})
export type IncomeRow = z.infer<typeof IncomeRow>

/** A held contract or bond that ends at an unknown date, or has ended although it is still held. */
export const UnsettledContract = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  kind: IncomeKind.extract(['expiry', 'redemption']),
  /** Its last day, which is over; `null` while its reference data has not been read. */
  date: CalendarDate.nullable(),
  /** Signed pieces. */
  quantity: Decimal.nullable(),
})
export type UnsettledContract = z.infer<typeof UnsettledContract>

/** What data the list is based on. */
export const IncomeCoverage = z.object({
  /** Accounts whose history is only partly loaded. */
  partialAccounts: z.array(AccountId),
  /** Instruments whose events were never read. */
  unreadSymbols: z.array(z.string()),
})
export type IncomeCoverage = z.infer<typeof IncomeCoverage>

export const IncomeGrouping = z.enum(['instrument', 'account', 'year', 'currency'])
export type IncomeGrouping = z.infer<typeof IncomeGrouping>

export const NoYield = z.enum(['grouped-by-year', 'cost-not-known', 'nothing-held'])
export type NoYield = z.infer<typeof NoYield>

/** Figures of one currency. Received, announced and projected amounts are never added. */
export const IncomeFigures = z.object({
  currency: z.string(),
  /** All dividends, coupons and other payments, before tax. Repaid face value is not included. */
  gross: Decimal,
  tax: Decimal,
  net: Decimal,
  /** The part of `gross` whose tax is not known: it is in `net` before tax. */
  grossOfUnknownTax: Decimal,
  /** Income of the twelve months up to today, before tax. */
  trailing: Decimal,
  /** The part of `trailing` from positions that are held now at a known cost. */
  trailingHeld: Decimal,
  /** Announced income of the next twelve months: the lower end of the expected amounts. */
  announced: Decimal,
  projected: Decimal,
  /** All amortization and redemption received. */
  repaid: Decimal,
  /** The cost of the open lots with a known cost; `null` if there are none. */
  cost: Decimal.nullable(),
  /** `trailingHeld` ÷ `cost`; `null` if the cost is unknown or zero. */
  yieldOnCost: Decimal.nullable(),
  /** Why there is no yield: a group by year has no cost, a cost is not known, or nothing is held; `null` if there is one. */
  noYield: NoYield.nullable(),
  /** Held instruments with income but without a known cost. They are in neither part of the yield. */
  withoutCost: z.array(z.string()),
})
export type IncomeFigures = z.infer<typeof IncomeFigures>

export const IncomeGroup = z.object({
  /** The symbol, account, year or currency. */
  key: z.string(),
  name: z.string().nullable(),
  figures: z.array(IncomeFigures),
})
export type IncomeGroup = z.infer<typeof IncomeGroup>

/** Totals of income. `inBase` uses today's rates, each listed; `null` if no base currency is chosen. */
export const IncomeSummary = z.object({
  total: z.array(IncomeFigures),
  groups: z.array(IncomeGroup),
  inBase: z
    .object({ trailing: ConvertedSum, announced: ConvertedSum, projected: ConvertedSum, cost: ConvertedSum })
    .nullable(),
  /** Trailing income of held positions ÷ their cost; `null` if a part has no rate or no cost. */
  yieldInBase: Decimal.nullable(),
  /** Money of transactions that cannot be assigned to one event: received, but not included in any figure by kind. */
  unassigned: z.array(Money),
  coverage: IncomeCoverage,
  /** Held bonds whose maturity is not known: what they pay after the announced events is not known either. */
  undatedBonds: z.array(InstrumentSymbol),
  asOf: Instant,
})
export type IncomeSummary = z.infer<typeof IncomeSummary>
