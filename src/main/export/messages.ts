import { z } from 'zod'
import type { Language } from '../../shared/language.ts'
import type { JournalFormat } from '../../shared/model/transaction/history.ts'
import type { TransactionFilter } from '../../shared/model/transaction/kind-choice.ts'
import type { LedgerChoices } from '../ledger/replay/basis.ts'
import type { DataKey } from '../sqlite/keys.ts'
import type { Separator } from './csv.ts'

/** The transactions of a filter, in the order of the list. */
export interface ListExport {
  readonly format: 'csv'
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly separator: Separator
  /** A point if it is missing. */
  readonly decimalMark?: '.' | ',' | undefined
}

/** A journal for another program. */
export interface JournalExport {
  readonly format: JournalFormat
  /** `null`: all. */
  readonly accountIds: readonly string[] | null
  readonly choices: LedgerChoices
  readonly journalPath: string
}

/** The files that Portfolio Performance imports. */
export interface PerformanceCsvExport extends Omit<JournalExport, 'format'> {
  readonly format: 'performance-csv'
}

/** All tables in a workbook, or with everything else in an archive; the transactions alone as Parquet. */
export interface TablesExport {
  readonly format: 'xlsx' | 'parquet' | 'archive'
  readonly choices: LedgerChoices
  readonly journalPath: string
  /** Rows of income as the parts of a `ColumnText`. */
  readonly income: readonly string[]
  /** UTC ms. */
  readonly now: number
}

/** Everything, in a format of other programs. */
export type WholeExport = JournalExport | PerformanceCsvExport | TablesExport

export type ExportRequest = ListExport | WholeExport

/** The input of an export's thread. */
export interface ExportTask {
  readonly cachePath: string
  /** The key of sealed data. The file of an export is plain. */
  readonly key: DataKey | null
  readonly path: string
  /** Of the messages for the person. What is written is in English. */
  readonly language: Language
  readonly request: ExportRequest
}

/** The messages of an export's thread. `message` is meant for the user; null for an internal error. */
export const ExportMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), written: z.int(), total: z.int().nullable() }),
  z.object({ kind: z.literal('done'), written: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), message: z.string().nullable(), isDamage: z.boolean() }),
])
export type ExportMessage = z.infer<typeof ExportMessage>
