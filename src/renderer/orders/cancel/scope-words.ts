/** The accounts of what would be cancelled: "account 1900001", "2 accounts". */
export function accountWords(accountIds: readonly string[]): string {
  const distinct = [...new Set(accountIds)]
  return distinct.length === 1 ? `account ${distinct[0]}` : `${distinct.length} accounts`
}

/** What a button cancels: "3 orders of account 1900001". `which` stands before "orders", such as "matching working". */
export function scopeWords(count: number, accountIds: readonly string[], which = ''): string {
  const noun = [which, count === 1 ? 'order' : 'orders'].filter(Boolean).join(' ')
  return `${count} ${noun} of ${accountWords(accountIds)}`
}
