/** The kinds of events that an address selects: expiries and maturities. */
export const endings = 'endings'

export const incomePath = '#/income'

/** The address of the income list with the expiries and maturities of the next seven days: `#/income?kind=endings&period=week`. */
export const endingsThisWeekHash = `${incomePath}?kind=${endings}&period=week`

/** Whether an address selects them; `null` if not. */
export const asksEndingsThisWeek = (hash: string): true | null => {
  const query = new URLSearchParams(hash.startsWith(`${incomePath}?`) ? hash.slice(incomePath.length + 1) : '')
  return query.get('kind') === endings && query.get('period') === 'week' ? true : null
}
