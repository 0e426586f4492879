import { m } from '../../../shared/messages/messages.js'

/** The accounts of what a button cancels, as the end of its words: "of account 1900001", "of 2 accounts". */
export function scopeWords(accountIds: readonly string[]): string {
  const [id = '', ...others] = new Set(accountIds)
  return others.length === 0 ? m.orders_of_account_id({ id }) : m.orders_of_count_accounts({ count: others.length + 1 })
}
