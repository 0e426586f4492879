import type { IncomeRow, UnsettledContract } from '#shared/model/ledger/income.ts'

/** The number of days ahead for which events are listed. */
export const aheadDays = 90

const isComing = ({ state, kind }: IncomeRow): boolean =>
  kind !== 'split' && ['announced', 'projected', 'not-loaded', 'unknown'].includes(state)

/** The payments, expiries and maturities from this date on, the next first, including payments of unknown amount. */
export const comingEvents = (rows: readonly IncomeRow[], today: string): IncomeRow[] =>
  rows.filter((row) => row.date >= today && isComing(row)).toSorted((a, b) => a.date.localeCompare(b.date))

/** The contracts and bonds that have ended although they are still held. */
export const endedContracts = (contracts: readonly UnsettledContract[]): UnsettledContract[] =>
  contracts.filter(({ date }) => date !== null)

/** The names of held contracts and bonds whose last day has not been read. */
export const namesWithoutDate = (contracts: readonly UnsettledContract[]): string[] => [
  ...new Set(contracts.flatMap(({ date, name, symbol }) => (date === null ? [name ?? symbol] : []))),
]
