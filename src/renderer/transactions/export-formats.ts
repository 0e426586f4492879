import type { JournalFormat } from '../../shared/model/transaction/history.ts'

export type ExportFormat = 'csv' | JournalFormat

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
  { value: 'hledger', label: 'hledger journal', about: `A journal for hledger ${journal}` },
  { value: 'ledger', label: 'Ledger journal', about: `A journal for Ledger 3 ${journal}` },
  { value: 'beancount', label: 'Beancount ledger', about: `A ledger for Beancount ${journal}` },
]
