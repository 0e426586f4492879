import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { WholeFormat, TransactionExport } from '#shared/model/transaction/history.ts'
import { texts } from '#shared/texts.ts'
import { asAppError } from '../lib/host/failure.ts'
import { query } from '../lib/host/queries.svelte.ts'
import type { Query } from '../lib/host/query.svelte.ts'
import type { ViewSettings } from '../navigation/transactions-address.ts'

export type ExportFormat = 'csv' | WholeFormat

interface FormatWords {
  readonly value: ExportFormat
  readonly label: string
  /** The description of the file. */
  readonly about: string
}

/** The formats of an export, in the order of the list. */
export const exportFormats: readonly FormatWords[] = texts([
  { value: 'csv', label: m.transactions_export_csv_table, about: '' },
  { value: 'xlsx', label: m.transactions_export_excel_workbook, about: m.transactions_export_about_a_workbook },
  {
    value: 'hledger',
    label: m.transactions_export_hledger_journal,
    about: () => m.transactions_export_about_a_journal({ program: 'hledger' }),
  },
  {
    value: 'ledger',
    label: m.transactions_export_ledger_journal,
    about: () => m.transactions_export_about_a_journal({ program: 'Ledger 3' }),
  },
  {
    value: 'beancount',
    label: m.transactions_export_beancount_ledger,
    about: () => m.transactions_export_about_a_journal({ program: 'Beancount' }),
  },
  {
    value: 'performance-csv',
    label: 'Portfolio Performance',
    about: m.transactions_export_about_portfolio_performance,
  },
  { value: 'parquet', label: 'Parquet', about: m.transactions_export_about_parquet },
  {
    value: 'archive',
    label: m.transactions_export_everything_in_one_archive,
    about: m.transactions_export_about_an_archive,
  },
])

const accountFormats: readonly ExportFormat[] = ['hledger', 'ledger', 'beancount', 'performance-csv']

/** Whether the export can be limited to one account. */
export const canBeOfAccount = (format: ExportFormat): boolean => accountFormats.includes(format)

/** The style of a CSV file: column separator and decimal mark. */
export interface CsvStyle {
  readonly separator: ',' | ';' | '\t'
  readonly decimalMark: '.' | ','
}

/** An export and its progress. */
export class ExportRun {
  readonly #client: Client
  readonly #list: Query<TransactionExport[]>
  #started = $state.raw<TransactionExport>()
  #error = $state.raw<AppError>()
  #isStarting = $state(false)

  constructor(client: Client) {
    this.#client = client
    this.#list = query(client, 'exports.list')
  }

  /** The export that this window started, or one that is still running. */
  get current(): TransactionExport | undefined {
    const all = this.#list.current ?? []
    const started = this.#started
    if (started === undefined) return all.find(({ phase }) => phase === 'running')
    return all.find(({ id }) => id === started.id) ?? started
  }
  /** Whether a file was written and no other export was started since. */
  get isDone(): boolean {
    return this.#started !== undefined && this.current?.phase === 'done'
  }
  /** Removes the result of an ended export, so that another one can be started. */
  reset(): void {
    if (this.isRunning) return
    this.#started = undefined
    this.#error = undefined
  }
  get isRunning(): boolean {
    return this.#isStarting || this.current?.phase === 'running'
  }
  get error(): AppError | undefined {
    return this.#error
  }

  /** Starts an export of the rows of a filter, in their order. */
  startList({ filter, direction }: ViewSettings, style: CsvStyle): Promise<void> {
    return this.#start(() => this.#client.call('exports.start', { filter, direction, ...style }))
  }
  /** Starts an export of all transactions of an account (`null`: of all) for another program. */
  startWhole(format: WholeFormat, accountId: string | null): Promise<void> {
    const accountIds = accountId === null ? null : [accountId]
    return this.#start(() => this.#client.call('exports.startWhole', { format, accountIds }))
  }
  cancel(): Promise<void> {
    return this.#try(async () => {
      const { current } = this
      if (current !== undefined) await this.#client.call('exports.cancel', { id: current.id })
      await this.#list.refresh()
    })
  }

  #start(request: () => Promise<TransactionExport>): Promise<void> {
    // A second click must not write a second file.
    if (this.isRunning) return Promise.resolve()
    return this.#try(async () => {
      this.#isStarting = true
      this.#started = await request()
      await this.#list.refresh()
    })
  }

  async #try(action: () => Promise<void>): Promise<void> {
    this.#error = undefined
    try {
      await action()
    } catch (cause) {
      this.#error = asAppError(cause)
    }
    this.#isStarting = false
  }
}
