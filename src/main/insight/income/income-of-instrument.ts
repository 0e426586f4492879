import type { IncomeKind, IncomeRow } from '../../../shared/model/ledger/income.ts'
import type { IncomeEvent } from './income-event.ts'

/** What is known of an instrument's events. */
export interface InstrumentIncome {
  readonly symbol: string
  /** Served, announced and projected ones. */
  readonly events: readonly IncomeEvent[]
  /** The day (since 1970) when the list of this kind of payment was last read; `null` where it never was. */
  readUntil(kind: IncomeKind): number | null
}

/** A row before the instrument's name is added. */
export type UnnamedIncomeRow = Omit<IncomeRow, 'name'>
