import { z } from 'zod'
import { TransactionRow, TransactionKind } from './transaction.ts'
import { KindScope } from './kind-choice.ts'
import { AccountId, Instant, Money } from '../values.ts'

/** UTC ms. No broker kept electronic records before this: nothing older is requested. */
export const oldestRecordsAt = Date.UTC(1990, 0, 1)

/** An interval of time: from (inclusive) to (exclusive). */
export const TimeInterval = z.object({ from: Instant, to: Instant })
export type TimeInterval = z.infer<typeof TimeInterval>

/** How much of an account's history is here. What is not covered is not known: it may hold anything. */
export const HistoryCoverage = z.object({
  accountId: AccountId,
  /** Oldest first, disjoint. */
  covered: z.array(TimeInterval),
  /** Seconds that hold more rows than one response of the service carries: a part of their rows cannot be read. */
  gaps: z.array(TimeInterval),
  /** Where the history begins, once that is known; `null` while it is still looked for. */
  beginsAt: Instant.nullable(),
  /** Covered from its beginning until lately, without a hole. */
  isWhole: z.boolean(),
})
export type HistoryCoverage = z.infer<typeof HistoryCoverage>

export const TransactionPage = z.object({
  rows: z.array(TransactionRow),
  /** Pass as `after` for the page behind; `null` when there is none. */
  next: z.string().nullable(),
})
export type TransactionPage = z.infer<typeof TransactionPage>

/** A place between two rows of a list, from which pages are read both ways; without cursors it is the top of the list. */
export const TransactionPosition = z.object({
  /** Rows above it. */
  rank: z.int().min(0),
  cursors: z
    .object({
      /** Pass as `after` in the list's direction for the rows below. */
      below: z.string(),
      /** Pass as `after` in the opposite direction for the rows above. */
      above: z.string(),
    })
    .nullable(),
})
export type TransactionPosition = z.infer<typeof TransactionPosition>

/** Count and exact sums of all rows of a filter. */
export const TransactionTotals = z.object({
  count: z.int(),
  /** Largest count first. Rows without money have the currency `''` and a sum of 0. */
  byCurrency: z.array(Money.extend({ count: z.int() })),
  byCategory: z.array(Money.extend({ category: z.string(), count: z.int() })),
  byKind: z.array(Money.extend({ kind: TransactionKind, count: z.int() })),
  /** Rows of all accounts whose kind is still to be found again: after an update, or when more is known of an instrument. */
  unreviewedCount: z.int().min(0),
})
export type TransactionTotals = z.infer<typeof TransactionTotals>

/** The calendar periods by which transactions are summed. */
export const PeriodLength = z.enum(['month', 'year'])
export type PeriodLength = z.infer<typeof PeriodLength>

/** Count and exact sums of the rows of a filter in one calendar period of the local time zone: `from` inclusive, `to` exclusive. */
export const TransactionPeriod = z.object({
  /** `null`: all rows before `to`. */
  from: Instant.nullable(),
  to: Instant,
  count: z.int(),
  byCurrency: TransactionTotals.shape.byCurrency,
})
export type TransactionPeriod = z.infer<typeof TransactionPeriod>

/** Fields of a filter whose values are counted. */
export const CountedField = z.enum(['account', 'kind', 'category', 'currency', 'mic'])
export type CountedField = z.infer<typeof CountedField>

/** The rows that have a value; rows without the field have the value `''`. */
export const ValueCount = z.object({ value: z.string(), count: z.int() })
export type ValueCount = z.infer<typeof ValueCount>

/** What may be chosen in a filter: what occurs in the rows that are here. */
export const TransactionFacets = z.object({
  accounts: z.array(z.string()),
  /** In the order of lists. */
  kinds: z.array(TransactionKind),
  /** Rows whose kind is not known. */
  unknownCount: z.int().min(0),
  categories: z.array(z.string()),
  currencies: z.array(z.string()),
  mics: z.array(z.string()),
})
export type TransactionFacets = z.infer<typeof TransactionFacets>

/** One row with all its fields, and when its content was first read. */
export const TransactionDetail = TransactionRow.extend({
  fetchedAt: Instant,
  /** What a person chose for this row, or for all that are like it; `null` where the rules decide. */
  chosenKind: z.object({ scope: KindScope, kind: TransactionKind }).nullable(),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

/** Programs that read a journal of transactions. */
export const JournalFormat = z.enum(['hledger', 'ledger', 'beancount'])
export type JournalFormat = z.infer<typeof JournalFormat>

/**
 * Exports of everything: a journal, a workbook with a sheet for each table, the transactions as Parquet, or an archive of all
 * tables with a description; `performance-csv` are the files that Portfolio Performance imports.
 */
export const WholeFormat = z.enum([...JournalFormat.options, 'performance-csv', 'xlsx', 'parquet', 'archive'])
export type WholeFormat = z.infer<typeof WholeFormat>

/** An export to a file, under way or ended. */
export const TransactionExport = z.object({
  id: z.string(),
  phase: z.enum(['running', 'done', 'cancelled', 'failed']),
  written: z.int(),
  total: z.int().nullable(),
  /** Where the file lies, once it is whole. */
  path: z.string().nullable(),
  message: z.string().nullable(),
})
export type TransactionExport = z.infer<typeof TransactionExport>
