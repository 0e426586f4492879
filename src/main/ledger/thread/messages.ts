import { z } from 'zod'
import type { Decimal } from '#shared/decimal.ts'
import { AccountCharges, TransactionCharges } from '#shared/model/ledger/charges.ts'
import { PerformanceExplanation, type PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { IncomeGrouping } from '#shared/model/ledger/income.ts'
import { OpenLot, QuantityPoint, type LotMethod } from '#shared/model/ledger/ledger.ts'
import { BenchmarkComparison, Performance, PerformanceRow } from '#shared/model/ledger/performance.ts'
import { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { WithdrawnRow } from '#shared/model/transaction/withdrawn-row.ts'
import { AccountId } from '#shared/model/values.ts'
import type { DataKey } from '../../sqlite/keys.ts'
import type { WritePriority } from '../../sqlite/write-priority.ts'
import { DerivedPast } from '../past/stored-text.ts'
import type { ChargeQuestion } from '../reading/charge-answers.ts'
import type { NearRow } from '../reading/charges.ts'
import { DayRows } from '../reading/day-rows.ts'
import { UnnamedReconciliation } from '../reading/differences.ts'
import type { IncomeSpan } from '../reading/income/income-span.ts'
import { UnnamedIncomeSummary } from '../reading/income/income-summary.ts'
import type { RateLine } from '../reading/income/past-rates.ts'
import type { PastDaysQuestion } from '../reading/past-days.ts'
import { PastDaysRead } from '../reading/past-instruments.ts'
import type { PerformanceQuestion } from '../reading/performance/question.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'

/** The initial data of the thread. Writes of the main thread have priority. */
export interface LedgerThreadData {
  readonly path: string
  /** The key of a sealed cache. */
  readonly key: DataKey | null
  readonly priority: WritePriority
}

/** A question about performance, before the thread adds its own inputs. */
export type TimedPerformanceScope = Omit<PerformanceQuestion, 'choices' | 'quotes' | 'compared'>

/** The tasks of the thread. Tasks that need current holdings update them first. */
export type LedgerTask =
  | { readonly kind: 'refresh'; readonly choices: LedgerChoices; readonly factsChanged: boolean }
  | {
      readonly kind: 'reconcile'
      readonly choices: LedgerChoices
      readonly accountIds: readonly string[]
      /** The rows of these accounts that the service no longer sends. */
      readonly withdrawn: readonly WithdrawnRow[]
    }
  | {
      readonly kind: 'lots'
      readonly choices: LedgerChoices
      readonly accountIds: readonly string[]
      readonly symbol: string | null
    }
  | {
      readonly kind: 'quantities'
      readonly choices: LedgerChoices
      readonly accountId: string
      readonly symbol: string
    }
  /**
   * Recorded prices for questions about the past, in chunks: the last price of each UTC day before `until` (UTC ms), ascending.
   * They are used once the chunk with `isLast` has arrived.
   */
  | {
      readonly kind: 'past-quotes'
      readonly lines: readonly RecordedLine[]
      readonly until: number
      readonly isFirst: boolean
      readonly isLast: boolean
    }
  | {
      readonly kind: 'past'
      readonly choices: LedgerChoices
      readonly accountIds: readonly string[]
      /** UTC ms. */
      readonly now: number
      /** Incremented when the facts about an instrument change. */
      readonly factsVersion: number
    }
  | { readonly kind: 'performance'; readonly choices: LedgerChoices; readonly question: TimedPerformanceScope }
  | {
      readonly kind: 'performance-table'
      readonly choices: LedgerChoices
      readonly question: TimedPerformanceScope
      readonly by: 'year' | 'month'
    }
  | {
      readonly kind: 'performance-explanation'
      readonly choices: LedgerChoices
      readonly question: TimedPerformanceScope
      readonly figure: PerformanceFigure
      /** `null`: the currency of the figure at the top. */
      readonly figureCurrency: string | null
    }
  | {
      readonly kind: 'realized'
      readonly choices: LedgerChoices
      readonly question: TimedPerformanceScope
      /** `null`: the chosen method. */
      readonly method: LotMethod | null
      readonly offset: number
      readonly limit: number
    }
  | {
      readonly kind: 'benchmark'
      readonly choices: LedgerChoices
      readonly question: TimedPerformanceScope
      readonly benchmark: string
    }
  /** `accountIds` are those of the questions. */
  | (IncomeTask & { readonly kind: 'charges'; readonly questions: readonly ChargeQuestion[] })
  | (IncomeTask & { readonly kind: 'charges-around'; readonly row: NearRow })
  /** The rows of accounts since a time of the last days (UTC ms). */
  | { readonly kind: 'day-rows'; readonly accountIds: readonly string[]; readonly from: number }
  | ({ readonly kind: 'past-days' } & Omit<PastDaysQuestion, 'revision' | 'compared'>)
  | (IncomeTask &
      IncomeSpan & {
        readonly kind: 'income'
        /** Incremented when the facts about an instrument change. */
        readonly factsVersion: number
      })
  | (IncomeTask & { readonly kind: 'income-summary'; readonly by: IncomeGrouping })
  | { readonly kind: 'progress' }

/** A question about the income of accounts; `now` is UTC ms. */
interface IncomeTask {
  readonly choices: LedgerChoices
  readonly accountIds: readonly string[]
  readonly now: number
  readonly rateLines: readonly RateLine[]
}

/** Prices of a symbol with their times (UTC ms), ascending. */
export interface RecordedLine {
  readonly symbol: string
  readonly points: readonly { readonly at: number; readonly last: Decimal }[]
}

const count = z.int().min(0)
/** A value with the accounts whose figures were updated for it. */
const withChanges = <T extends z.ZodType>(value: T) => z.object({ value, accountIds: z.array(AccountId) })

/** The thread does not have the recorded prices of this day: send them and ask again. */
const needsQuotes = z.literal('needs-quotes')

/** The result of each task. */
export const ledgerResults = {
  refresh: withChanges(z.object({ rowsRead: count })),
  reconcile: withChanges(z.array(UnnamedReconciliation)),
  lots: withChanges(z.array(OpenLot)),
  quantities: z.array(QuantityPoint),
  /** `null`: send the recorded prices of the days before first. */
  past: withChanges(DerivedPast.nullable()),
  performance: withChanges(z.union([Performance, needsQuotes])),
  table: withChanges(z.union([z.array(PerformanceRow), needsQuotes])),
  explanation: withChanges(z.union([PerformanceExplanation, needsQuotes])),
  realized: withChanges(z.union([RealizedLots, needsQuotes])),
  benchmark: withChanges(z.union([BenchmarkComparison, needsQuotes])),
  charges: withChanges(z.array(AccountCharges)),
  chargesAround: withChanges(TransactionCharges),
  'day-rows': z.array(DayRows),
  'past-days': withChanges(PastDaysRead),
  /** Rows of the contract, as the texts of a `ColumnText`. */
  income: withChanges(z.array(z.string())),
  'income-summary': withChanges(UnnamedIncomeSummary),
  progress: z.object({ isReplaying: z.boolean(), done: count, total: count }),
}
