import { z } from 'zod'
import { EventRow, TransactionRow, TransactionKind } from '../model/transaction/transaction.ts'
import { Instant, AccountId } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request, nothing } from './request.ts'
import { SavedView, TransactionFilter, KindScope } from '../model/transaction/kind-choice.ts'
import {
  CountedField,
  HistoryCoverage,
  PeriodLength,
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

/** Recent transactions, and past and upcoming corporate events. */
export const activityRequests = {
  'transactions.recent': request(
    AccountScope.extend({ limit: z.int().min(1).max(200) }),
    z.object({
      rows: z.array(TransactionRow),
      /** Since when the history of every account is complete up to its last update; `null` if it is not. */
      knownFrom: Instant.nullable(),
    }),
  ),
  'events.list': request(AccountScope, z.array(EventRow)),
}

const direction = z.enum(['newest', 'oldest'])
const id = z.string().min(1).max(64)

/** The browser of transactions: pages, totals, views, exports, and how much of the history is here. */
export const transactionRequests = {
  'transactions.page': request(
    z.strictObject({
      filter: TransactionFilter,
      direction,
      /** A page's `next`; `null` starts at the first page. */
      after: z.string().max(64).nullable(),
      limit: z.int().min(1).max(500),
    }),
    TransactionPage,
  ),
  /** Finds the place that has `rank` rows above it; where the list is shorter, its end. */
  'transactions.seek': request(
    z.strictObject({ filter: TransactionFilter, direction, rank: z.int().min(0) }),
    TransactionPosition,
  ),
  'transactions.totals': request(z.strictObject({ filter: TransactionFilter }), TransactionTotals),
  /** The totals of a filter by calendar month or year, newest first; periods without rows are left out. */
  'transactions.periods': request(
    z.strictObject({ filter: TransactionFilter, length: PeriodLength }),
    z.array(TransactionPeriod),
  ),
  /** How many rows of a filter have each value of a field, largest count first; values without rows are left out. */
  'transactions.counts': request(
    z.strictObject({ filter: TransactionFilter, field: CountedField }),
    z.array(ValueCount),
  ),
  'transactions.detail': request(z.strictObject({ accountId: AccountId, id: z.string().max(256) }), TransactionDetail),
  /**
   * Chooses the kind of a transaction in place of the rules; `null` goes back to them. All like this: of every account, with
   * the same name, category, type of instrument and signs. `previous` is what was chosen for the same rows before.
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
      /** A point by default. */
      decimalMark: z.enum(['.', ',']).optional(),
    }),
    TransactionExport,
  ),
  /**
   * Writes all transactions into the export folder: as a journal of hledger, ledger or beancount, with lots, costs and prices,
   * of some accounts (`null`: of all); as a workbook, as Parquet, or as an archive of everything, which are of all accounts.
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
