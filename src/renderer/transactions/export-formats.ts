import type { WholeFormat } from '../../shared/model/transaction/history.ts'

export type ExportFormat = 'csv' | WholeFormat

interface FormatWords {
  readonly value: ExportFormat
  readonly label: string
  /** What the file holds. */
  readonly about: string
}

const journal =
  'with lots and their cost, income, taxes, commissions, transfers and prices. The filters do not apply. Each transaction is in it once; those of unknown kind are in a clearing account.'

/** The formats of an export, in the order of the list. */
export const exportFormats: readonly FormatWords[] = [
  { value: 'csv', label: 'CSV table', about: '' },
  {
    value: 'xlsx',
    label: 'Excel workbook',
    about:
      'A workbook with a sheet each for transactions, accounts, positions, lots, realized lots and income, of all accounts. The filters do not apply. Numbers are numbers; those of more than 15 digits are text with all digits.',
  },
  { value: 'hledger', label: 'hledger journal', about: `A journal for hledger ${journal}` },
  { value: 'ledger', label: 'Ledger journal', about: `A journal for Ledger 3 ${journal}` },
  { value: 'beancount', label: 'Beancount ledger', about: `A ledger for Beancount ${journal}` },
  {
    value: 'performance-csv',
    label: 'Portfolio Performance',
    about:
      'A ZIP file with the two CSV files that Portfolio Performance imports, and how. The filters do not apply. Trades of futures are left out.',
  },
  {
    value: 'parquet',
    label: 'Parquet',
    about:
      'All transactions of all accounts for DuckDB, pandas and the like. The filters do not apply. Amounts are decimals of 38 digits, times are UTC.',
  },
  {
    value: 'archive',
    label: 'Everything in one archive',
    about:
      'A ZIP file with all tables of all accounts, what you entered (kinds, opening balances, views, watchlists) and what was recorded (equity, prices), with a description of each column and the hash of each file.',
  },
]

const accountFormats: readonly ExportFormat[] = ['hledger', 'ledger', 'beancount', 'performance-csv']

/** Whether it can be of one account. */
export const canBeOfAccount = (format: ExportFormat): boolean => accountFormats.includes(format)
