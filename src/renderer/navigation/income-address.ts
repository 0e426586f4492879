/** The kinds of events that an address selects: expiries and maturities. */
export const endings = 'endings'
/** The states of events that an address selects: missing, or late. */
export const overdue = 'overdue'

export const incomePath = '#/income'

/** What an address selects: the expiries and maturities of the next seven days, or missing and late payments of all time. */
export type IncomeSelection = 'endings-this-week' | 'overdue'

const queries: Readonly<Record<IncomeSelection, string>> = {
  'endings-this-week': `kind=${endings}&period=week`,
  overdue: `state=${overdue}`,
}

/** The address of the income list with a selection: `#/income?kind=endings&period=week`, `#/income?state=overdue`. */
export const incomeHash = (selection: IncomeSelection): `#/${string}` => `${incomePath}?${queries[selection]}`

/** The selection in an address; `null` if there is none. */
export function incomeSelectionIn(hash: string): IncomeSelection | null {
  if (!hash.startsWith(`${incomePath}?`)) return null
  const query = new URLSearchParams(hash.slice(incomePath.length + 1))
  if (query.get('kind') === endings && query.get('period') === 'week') return 'endings-this-week'
  return query.get('state') === overdue ? 'overdue' : null
}
