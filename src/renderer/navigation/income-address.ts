/** The kinds of events that an address selects: expiries and maturities. */
export const endings = 'endings'

const path = '#/income'

/** The address of the income list with the expiries and maturities of the next seven days: `#/income?kind=endings&period=week`. */
export const endingsThisWeekHash = `${path}?kind=${endings}&period=week`

/** Whether an address selects them. */
export const asksEndingsThisWeek = (hash: string): boolean => {
  const query = new URLSearchParams(hash.startsWith(`${path}?`) ? hash.slice(path.length + 1) : '')
  return query.get('kind') === endings && query.get('period') === 'week'
}
