import type { JournalFormat } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { LedgerChoices } from '../ledger/replay/replay-inputs.ts'
import type { DataKey } from '../sqlite/keys.ts'
import type { Separator } from './csv.ts'

/** The transactions of a filter, in the order of the list. */
export interface ListExport {
  readonly format: 'csv'
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly separator: Separator
  /** A point if missing. */
  readonly decimalMark?: '.' | ',' | undefined
}

/** A journal for another program. */
export interface JournalExport {
  readonly format: JournalFormat
  /** `null`: all accounts. */
  readonly accountIds: readonly string[] | null
  readonly choices: LedgerChoices
  readonly journalPath: string
}

/** The files that Portfolio Performance imports. */
export interface PerformanceCsvExport extends Omit<JournalExport, 'format'> {
  readonly format: 'performance-csv'
}

/** All tables in a workbook, all tables and other data in an archive, or the transactions only as Parquet. */
export interface TablesExport {
  readonly format: 'xlsx' | 'parquet' | 'archive'
  readonly choices: LedgerChoices
  readonly journalPath: string
  /** Rows of income as the parts of a `ColumnText`. */
  readonly income: readonly string[]
  /** UTC ms. */
  readonly now: number
}

/** An export of all data, in a format of other programs. */
export type WholeExport = JournalExport | PerformanceCsvExport | TablesExport

export type ExportRequest = ListExport | WholeExport

/** The input of an export's thread. */
export interface ExportTask {
  readonly cachePath: string
  /** The key of sealed data. The exported file is not sealed. */
  readonly key: DataKey | null
  readonly path: string
  readonly request: ExportRequest
}

export interface ExportProgress {
  readonly written: number
  readonly total: number
}

/** The functions of an export's thread. It sends `ExportProgress` as notices. */
export interface ExportHandlers {
  /** Writes the file. Returns the number of rows. Throws `cancelled` after `cancel`; no file is left then. */
  write(task: ExportTask): Promise<number>
  cancel(): void
}
