import type { Rate, RateProblem } from '../../../../shared/model/currency.ts'
import type { KnownDay } from '../../../../shared/model/settings.ts'
import type { Decimal } from '../../../../shared/decimal.ts'
import type { QuoteLine } from '../../../insight/history/past-prices.ts'
import type { LedgerChoices } from '../../replay/basis.ts'
import type { UnnamedReconciliation } from '../unnamed-reconciliation.ts'

/** What a window asks. Times in UTC ms. */
export interface PerformanceScope {
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

/** A question with all that its answer follows from beside the rows. */
export interface PerformanceQuestion extends PerformanceScope {
  readonly choices: LedgerChoices
  readonly now: number
  /** The last recorded price of each UTC day, by symbol. */
  readonly quotes: ReadonlyMap<string, QuoteLine>
  /** How the figures of each account agree with its rows; `null` for an account that is not stated. */
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
