import { z } from 'zod'
import { ConvertedSum } from '../currency.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'
import { IncomeReason } from './income-reason.ts'

/** What an event pays or changes. */
export const IncomeKind = z.enum(['dividend', 'coupon', 'amortization', 'redemption', 'offer', 'split', 'other'])
export type IncomeKind = z.infer<typeof IncomeKind>

/**
 * How an event stands in an account. `not-loaded`: rows that decide it are not here. `unknown`: the event or the pieces do
 * not tell what to expect. `passed`: an offer whose time is over, which pays nothing by itself.
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

/** The event of one date, as another event's row may belong to it. */
export const IncomeCandidate = z.object({ symbol: InstrumentSymbol, kind: IncomeKind, date: CalendarDate })
export type IncomeCandidate = z.infer<typeof IncomeCandidate>

/** An event in an account, or rows of an account without an event. */
export const IncomeRow = z.object({
  accountId: AccountId,
  /** Empty where the rows name no instrument. */
  symbol: z.string(),
  kind: IncomeKind,
  /** Of the event; of the first row where there is no event. */
  date: CalendarDate,
  state: IncomeState,
  /** Whole days from the date to the last payment, or to today while nothing came; 0 where nothing is late. */
  lateDays: z.int().min(0),
  /** Value of the event × pieces held at its date; `null` where one of them is not known. */
  expected: z.object({ low: Decimal, high: Decimal, currency: z.string() }).nullable(),
  /** The currency of `gross`, `tax` and `net`. */
  currency: z.string(),
  /** Sum of the payments, reversals included; `null` without a row, and where nothing decides whose the rows are. */
  gross: Decimal.nullable(),
  /** Withheld by rows of their own, positive. */
  tax: Decimal.nullable(),
  /** `gross − tax`. */
  net: Decimal.nullable(),
  /** Payments with their reversals, then taxes; all candidates where the state is ambiguous. */
  transactionIds: z.array(z.string()),
  /** How the state and the expected amount were found: one sentence after another. */
  rule: z.array(IncomeReason),
  name: z.string().nullable(),
  /** Of one piece. */
  each: Decimal.nullable(),
  /** Pieces held at the date: equal ends where they are certain. */
  pieces: z.object({ low: Decimal, high: Decimal }).nullable(),
  /** The pieces changed within three days of the date. */
  isUncertain: z.boolean(),
  /** The events that the rows may belong to, where the state is ambiguous. */
  candidates: z.array(IncomeCandidate),
  /** `event`: served by the service. `projection`: calculated. `rows`: only rows. */
  source: z.enum(['event', 'projection', 'rows']),
  /** The last day of an offer. */
  endsOn: CalendarDate.nullable(),
})
export type IncomeRow = z.infer<typeof IncomeRow>

/** What the list rests on. */
export const IncomeCoverage = z.object({
  /** Accounts of whose history a part is not loaded. */
  partialAccounts: z.array(AccountId),
  /** Instruments whose events have never been read. */
  unreadSymbols: z.array(z.string()),
})
export type IncomeCoverage = z.infer<typeof IncomeCoverage>

export const IncomeGrouping = z.enum(['instrument', 'account', 'year', 'currency'])
export type IncomeGrouping = z.infer<typeof IncomeGrouping>

/** Figures of one currency. Received, announced and projected amounts are never added. */
export const IncomeFigures = z.object({
  currency: z.string(),
  /** Dividends, coupons and other payments of the whole time, before tax; repaid face value is not in it. */
  gross: Decimal,
  tax: Decimal,
  net: Decimal,
  /** Before tax, of the twelve months up to today. */
  trailing: Decimal,
  /** The part of it that is of positions held now at a known cost. */
  trailingHeld: Decimal,
  /** Of the next twelve months: the least that is expected. */
  announced: Decimal,
  projected: Decimal,
  /** Amortization and redemption received in the whole time. */
  repaid: Decimal,
  /** Of open lots of a known cost; `null` where there is none. */
  cost: Decimal.nullable(),
  /** Trailing twelve months of what is held, by its cost; `null` where the cost is not known or zero. */
  yieldOnCost: Decimal.nullable(),
  /** Why there is no yield; empty where there is one. */
  noYield: z.string(),
  /** Payers that are held at an unknown cost: they are in neither part of the yield. */
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

/** Totals of income; `inBase` at the rates of today, each named, and `null` without a base currency. */
export const IncomeSummary = z.object({
  total: z.array(IncomeFigures),
  groups: z.array(IncomeGroup),
  inBase: z
    .object({ trailing: ConvertedSum, announced: ConvertedSum, projected: ConvertedSum, cost: ConvertedSum })
    .nullable(),
  /** Trailing twelve months of what is held ÷ its cost; `null` where a part has no rate or cost. */
  yieldInBase: Decimal.nullable(),
  /** Money of rows that nothing assigns to one event: received, but in no figure by kind. */
  unassigned: z.array(Money),
  coverage: IncomeCoverage,
  asOf: Instant,
})
export type IncomeSummary = z.infer<typeof IncomeSummary>
