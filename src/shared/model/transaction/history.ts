import { z } from 'zod'
import { AccountId, Instant, Money } from '../values.ts'
import { KindScope } from './kind-choice.ts'
import { RowGroup, RowGroupDraft } from './row-group.ts'
import { TransactionRow, TransactionKind } from './transaction.ts'
import { FormerContent } from './withdrawn-row.ts'

/** An interval of time: from (inclusive) to (exclusive). */
export const TimeInterval = z.object({ from: Instant, to: Instant })
export type TimeInterval = z.infer<typeof TimeInterval>

/**
 * Transactions that the service sent and that could not be read, because their id, time or money is damaged. No figure
 * contains them. Their time is between `from` and `to`.
 */
export const UnreadableRows = TimeInterval.extend({ count: z.int().min(1) })
export type UnreadableRows = z.infer<typeof UnreadableRows>

/** How much of an account's history is loaded. Nothing is known about the time that is not covered. */
export const HistoryCoverage = z.object({
  accountId: AccountId,
  /** Oldest first, disjoint. */
  covered: z.array(TimeInterval),
  /**
   * Seconds with more transactions than one response of the service can contain. Some of these transactions cannot be read.
   */
  gaps: z.array(TimeInterval),
  /** The start of the history; `null` until it is found. */
  beginsAt: Instant.nullable(),
  /** By time, oldest first. They are in covered intervals. */
  unreadable: z.array(UnreadableRows),
  /**
   * The loaded transactions that the last complete answers for their time no longer contain and that still count; null: none. At
   * `at` (UTC ms) they are left out if they are missing until then. If they are too many, they are only read again.
   */
  missing: z.object({ count: z.int().min(1), isTooMany: z.boolean(), at: Instant }).nullable(),
  /** Whether the history is covered without a gap from its start until recently. */
  isComplete: z.boolean(),
})
export type HistoryCoverage = z.infer<typeof HistoryCoverage>

export const TransactionPage = z.object({
  rows: z.array(TransactionRow),
  /** The `after` parameter of the next page; `null` on the last page. */
  next: z.string().nullable(),
})
export type TransactionPage = z.infer<typeof TransactionPage>

/**
 * A position between two rows of a list, from which pages are read in both directions. Without cursors it is the top of the
 * list.
 */
export const TransactionPosition = z.object({
  /** The number of rows above it. */
  rank: z.int().min(0),
  cursors: z
    .object({
      /** The `after` parameter for the rows below, in the list's direction. */
      below: z.string(),
      /** The `after` parameter for the rows above, in the opposite direction. */
      above: z.string(),
    })
    .nullable(),
})
export type TransactionPosition = z.infer<typeof TransactionPosition>

/** The count and exact sums of all rows of a filter. */
export const TransactionTotals = z.object({
  count: z.int(),
  /** Largest count first. Rows without money have the currency `''` and a sum of 0. */
  byCurrency: z.array(Money.extend({ count: z.int() })),
  byCategory: z.array(Money.extend({ category: z.string(), count: z.int() })),
  byKind: z.array(Money.extend({ kind: TransactionKind, count: z.int() })),
  /**
   * The number of rows, over all accounts, whose kind must be determined again: after an update, or when more is known
   * about an instrument.
   */
  unreviewedCount: z.int().min(0),
})
export type TransactionTotals = z.infer<typeof TransactionTotals>

/** The calendar periods by which transactions are summed. */
export const PeriodLength = z.enum(['month', 'year'])
export type PeriodLength = z.infer<typeof PeriodLength>

/**
 * The count and exact sums of the rows of a filter in one calendar period of the local time zone: `from` inclusive, `to`
 * exclusive.
 */
export const TransactionPeriod = z.object({
  /** `null` means all rows before `to`. */
  from: Instant.nullable(),
  to: Instant,
  count: z.int(),
  byCurrency: TransactionTotals.shape.byCurrency,
})
export type TransactionPeriod = z.infer<typeof TransactionPeriod>

/** The fields of a filter whose values are counted. */
export const CountedField = z.enum(['account', 'kind', 'category', 'currency', 'mic'])
export type CountedField = z.infer<typeof CountedField>

/** The number of rows with a value. Rows without the field have the value `''`. */
export const ValueCount = z.object({ value: z.string(), count: z.int() })
export type ValueCount = z.infer<typeof ValueCount>

/** The possible values of a filter: those that occur in the loaded rows. */
export const TransactionFacets = z.object({
  accounts: z.array(z.string()),
  /** In the order of lists on screen. */
  kinds: z.array(TransactionKind),
  /** The number of rows of unknown kind. */
  unknownCount: z.int().min(0),
  categories: z.array(z.string()),
  currencies: z.array(z.string()),
  mics: z.array(z.string()),
})
export type TransactionFacets = z.infer<typeof TransactionFacets>

/** One row with all its fields, and when its content was first read. */
export const TransactionDetail = TransactionRow.extend({
  fetchedAt: Instant,
  /** The user's choice for this row or for all rows like it; `null` if the rules decide. */
  chosenKind: z.object({ scope: KindScope, kind: TransactionKind }).nullable(),
  /** The group of the user to which the row belongs. */
  group: RowGroup.nullable(),
  /** What the row was before the service changed it, the newest first. */
  former: z.array(FormerContent),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

/** The most groups that a preview finds to be like the given one. */
export const maxAlike = 50

/** What a group of rows would change. */
export const RowGroupPreview = z.object({
  /** The rows of the group in the order of time, with the kind that each would have. */
  rows: z.array(z.object({ row: TransactionRow, kindAfter: TransactionKind })),
  /**
   * Other rows of any account that could be such groups: the same categories, names and signs, as far apart as these at most, and
   * no other choice between them. The newest first.
   */
  alike: z.array(z.object({ group: RowGroupDraft, rows: z.array(TransactionRow) })),
  /** Whether more than `maxAlike` were found. */
  hasMore: z.boolean(),
})
export type RowGroupPreview = z.infer<typeof RowGroupPreview>

/** Programs that can import a journal of transactions. */
export const JournalFormat = z.enum(['hledger', 'ledger', 'beancount'])
export type JournalFormat = z.infer<typeof JournalFormat>

/**
 * The formats of complete exports: a journal, a workbook with one sheet per table, the transactions as Parquet, or an
 * archive of all tables with a description. `performance-csv` writes the files that Portfolio Performance imports.
 */
export const WholeFormat = z.enum([...JournalFormat.options, 'performance-csv', 'xlsx', 'parquet', 'archive'])
export type WholeFormat = z.infer<typeof WholeFormat>

/** An export to a file, in progress or ended. */
export const TransactionExport = z.object({
  id: z.string(),
  phase: z.enum(['running', 'done', 'cancelled', 'failed']),
  written: z.int(),
  total: z.int().nullable(),
  /** The path of the file once it is complete. */
  path: z.string().nullable(),
  message: z.string().nullable(),
})
export type TransactionExport = z.infer<typeof TransactionExport>
