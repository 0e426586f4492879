import { z } from 'zod'
import {
  CountedField,
  HistoryCoverage,
  PeriodLength,
  RowGroupPreview,
  maxAlike,
  TransactionDetail,
  TransactionExport,
  TransactionFacets,
  TransactionPage,
  TransactionPeriod,
  TransactionPosition,
  TransactionTotals,
  ValueCount,
  WholeFormat,
} from '../model/transaction/history.ts'
import { KindScope } from '../model/transaction/kind-choice.ts'
import { RowGroup, RowGroupDraft } from '../model/transaction/row-group.ts'
import { SavedView, TransactionFilter } from '../model/transaction/transaction-filter.ts'
import { EventRow, TransactionRow, TransactionKind } from '../model/transaction/transaction.ts'
import { WithdrawnTransaction } from '../model/transaction/withdrawn-row.ts'
import { Instant, AccountId } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request, nothing } from './request.ts'

/** Recent transactions, and past and upcoming corporate events. */
export const activityRequests = {
  'transactions.recent': request(
    AccountScope.extend({ limit: z.int().min(1).max(200) }),
    z.object({
      rows: z.array(TransactionRow),
      /**
       * The start of the time for which the history of every account is complete up to its last update; `null` if it is
       * not.
       */
      knownFrom: Instant.nullable(),
    }),
  ),
  'events.list': request(AccountScope, z.array(EventRow)),
}

const direction = z.enum(['newest', 'oldest'])
const id = z.string().min(1).max(64)

/** The list of transactions: pages, totals, views, exports, and how much of the history is loaded. */
export const transactionRequests = {
  'transactions.page': request(
    z.strictObject({
      filter: TransactionFilter,
      direction,
      /** The `next` of the previous page; `null` for the first page. */
      after: z.string().max(64).nullable(),
      limit: z.int().min(1).max(500),
    }),
    TransactionPage,
  ),
  /** Finds the position with `rank` rows above it, or the end of a shorter list. */
  'transactions.seek': request(
    z.strictObject({ filter: TransactionFilter, direction, rank: z.int().min(0) }),
    TransactionPosition,
  ),
  'transactions.totals': request(z.strictObject({ filter: TransactionFilter }), TransactionTotals),
  /**
   * The totals of a filter by calendar month or year (local time zone), newest first. Periods without rows are not listed.
   */
  'transactions.periods': request(
    z.strictObject({ filter: TransactionFilter, length: PeriodLength }),
    z.array(TransactionPeriod),
  ),
  /** The number of rows of a filter for each value of a field, largest count first. Values without rows are not listed. */
  'transactions.counts': request(
    z.strictObject({ filter: TransactionFilter, field: CountedField }),
    z.array(ValueCount),
  ),
  'transactions.detail': request(z.strictObject({ accountId: AccountId, id: z.string().max(256) }), TransactionDetail),
  /**
   * Sets the kind of a transaction, which overrides the rules; `null` restores the rules. The scope `all-like-this` covers
   * all accounts and every row with the same name, category, type of instrument and signs. `previous` is the earlier choice
   * for the same rows.
   */
  'transactions.setKind': request(
    z.strictObject({
      accountId: AccountId,
      id: z.string().max(256),
      kind: TransactionKind.nullable(),
      scope: KindScope.optional(),
    }),
    z.object({ previous: TransactionKind.nullable() }),
  ),
  /**
   * What a group would change, and other rows that could be such groups too; changes nothing. Throws AppError `invalid`, with
   * the reason, if the rows cannot be such a group.
   */
  'transactions.previewGroup': request(RowGroupDraft, RowGroupPreview),
  /** Keeps groups, all or none. The rows have no kind of their own choice while they belong to a group. Throws as `previewGroup`. */
  'transactions.group': request(
    z.strictObject({
      groups: z
        .array(RowGroupDraft)
        .min(1)
        .max(maxAlike + 1),
    }),
    z.object({ ids: z.array(z.string()) }),
  ),
  /** Takes groups apart, so that the rules decide again. Returns what they were. Ids without a group are ignored. */
  'transactions.ungroup': request(
    z.strictObject({
      ids: z
        .array(z.string().max(64))
        .min(1)
        .max(maxAlike + 1),
    }),
    z.object({ removed: z.array(RowGroup) }),
  ),
  /** All groups that the user made, the newest first. */
  'transactions.groups': request(nothing, z.array(RowGroup)),
  /** The rows that the service no longer sends, the newest withdrawal first. `transactions.changed` follows each change. */
  'transactions.withdrawn': request(nothing, z.array(WithdrawnTransaction)),
  'transactions.facets': request(nothing, TransactionFacets),
  'transactions.coverage': request(nothing, z.array(HistoryCoverage)),
  'views.list': request(nothing, z.array(SavedView)),
  'views.save': request(SavedView.omit({ id: true }).extend({ id: id.nullable() }).strict(), SavedView),
  'views.remove': request(z.strictObject({ id }), nothing),
  /** Writes a CSV file into the export folder; `exports.changed` reports its progress. */
  'exports.start': request(
    z.strictObject({
      filter: TransactionFilter,
      direction,
      separator: z.enum([',', ';', '\t']),
      /** The default is a point. */
      decimalMark: z.enum(['.', ',']).optional(),
    }),
    TransactionExport,
  ),
  /**
   * Writes all transactions to the export folder. A journal (hledger, ledger or beancount) has lots, costs and prices, and
   * covers some accounts or all (`null`). A workbook, Parquet or an archive of everything always covers all accounts.
   * `exports.changed` reports the progress.
   */
  'exports.startWhole': request(
    z.strictObject({ format: WholeFormat, accountIds: z.array(AccountId).min(1).max(200).nullable() }),
    TransactionExport,
  ),
  'exports.list': request(nothing, z.array(TransactionExport)),
  'exports.cancel': request(z.strictObject({ id }), nothing),
  /** Desktop only. */
  'exports.showInFolder': request(z.strictObject({ id }), nothing),
}
