import type { Cache } from '#main/cache/cache.ts'
import type { QuoteLine } from '#main/insight/history/past-prices.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { KnownDay } from '#shared/model/app/settings.ts'
import type { Rate, RateProblem } from '#shared/model/currency.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import type { UnnamedReconciliation } from '../differences.ts'
import { readHistory } from '../history.ts'
import type { KnownInstruments } from './method-holdings.ts'

/** The data from which a period is calculated. */
export interface ReaderSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'coverage' | 'history'>
  readonly known: KnownInstruments
}

/** The parameters that a window sends. Times in UTC ms. */
interface PerformanceScope {
  readonly accountIds: readonly string[]
  readonly symbol: string | null
  readonly type: string | null
  readonly currency: string | null
  readonly from: number
  readonly to: number
}

/** Amounts in the base currency: one rate for each other currency, as it was at the end of the period. */
export interface BaseRates {
  readonly base: string
  readonly rates: readonly Rate[]
  readonly missing: readonly { readonly currency: string; readonly problem: RateProblem }[]
}

/** A question with all inputs of its answer except the rows. */
export interface PerformanceQuestion extends PerformanceScope {
  readonly choices: LedgerChoices
  readonly now: number
  /** The last recorded price of each UTC day, by symbol. */
  readonly quotes: ReadonlyMap<string, QuoteLine>
  /** The comparison of each account's figures with its rows; `null` for an account that the service has not stated. */
  readonly compared: readonly (UnnamedReconciliation | null)[]
  /** `null` without a base currency. */
  readonly rates: BaseRates | null
  /** The recorded equity of all accounts at the end of UTC days, in `currency`; empty where it is not known. */
  readonly recorded: { readonly currency: string; readonly days: readonly RecordedDay[] } | null
  readonly knownDay: KnownDay
  readonly isQuick: boolean
}

/** `at`: the start of the UTC day, ms. */
interface RecordedDay {
  readonly at: number
  readonly equity: Decimal
}

/** A period has whole UTC days and ends today at the latest. */
export function wholeDays<T extends { readonly from: number; readonly to: number; readonly now: number }>(
  period: T,
): T {
  const end = (Math.floor(period.now / dayMs) + 1) * dayMs
  const from = Math.floor(period.from / dayMs) * dayMs
  return { ...period, from, to: Math.max(from, Math.min(Math.ceil(period.to / dayMs) * dayMs, end)) }
}

/** Nothing can be calculated without all rows of all accounts. */
export function isLoaded({ tables }: ReaderSource, { accountIds, compared }: PerformanceQuestion): boolean {
  const known = compared.filter((each) => each !== null)
  return (
    accountIds.every((id) => readHistory(tables, id).wholeUntil !== null) &&
    known.length === accountIds.length &&
    known.every(({ coverage, needsNewerRows }) => coverage === 'whole' || needsNewerRows)
  )
}

/** The start of the UTC day (ms) of the first row of all accounts. */
export function firstDayOf({ tables }: ReaderSource, accountIds: readonly string[]): number {
  const begins = accountIds.map((id) => readHistory(tables, id).beginsAt ?? Infinity)
  return Math.floor(begins.reduce((first, at) => Math.min(first, at), Infinity) / dayMs) * dayMs
}
