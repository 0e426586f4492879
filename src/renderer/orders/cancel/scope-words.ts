import { m } from '#shared/messages/messages.js'

/** The accounts that a button affects, as the end of its label: "of account 1900001", "of 2 accounts". */
export function scopeWords(accountIds: readonly string[]): string {
  const [id = '', ...others] = new Set(accountIds)
  return others.length === 0 ? m.orders_of_account_id({ id }) : m.orders_of_count_accounts({ count: others.length + 1 })
}
