import type { IncomeRow } from '../../../shared/model/ledger/income.ts'

/** The number of days ahead for which payments are listed. */
export const aheadDays = 90

const isComing = ({ state, kind }: IncomeRow): boolean =>
  kind !== 'split' && ['announced', 'projected', 'not-loaded', 'unknown'].includes(state)

/** The payments from this date on, the next first, including those of unknown amount. */
export const nextPayments = (rows: readonly IncomeRow[], today: string): IncomeRow[] =>
  rows.filter((row) => row.date >= today && isComing(row)).toSorted((a, b) => (a.date < b.date ? -1 : 1))
