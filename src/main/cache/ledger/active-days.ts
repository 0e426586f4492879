import type { Db } from '../../sqlite/db.ts'

/** UTC days on which accounts have transactions, as days since 1970; `null` where there is none. */
export function createActiveDays(db: Db) {
  const prepare = (what: string, condition: string) =>
    db
      .prepare<[string, number], number | null>(
        `SELECT ${what}(day) FROM transaction_day
         WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?) AND day ${condition} ?`,
      )
      .pluck()
  const [selectBefore, selectAfter] = [prepare('max', '<'), prepare('min', '>')]
  const read = (select: ReturnType<typeof prepare>, accountIds: readonly string[], day: number): number[] =>
    accountIds.flatMap((id) => select.get(id, day) ?? [])
  const first = (days: readonly number[]): number | null => (days.length === 0 ? null : Math.min(...days))
  return {
    before(accountIds: readonly string[], day: number): number | null {
      const days = read(selectBefore, accountIds, day)
      return days.length === 0 ? null : Math.max(...days)
    },
    after: (accountIds: readonly string[], day: number): number | null => first(read(selectAfter, accountIds, day)),
    first: (accountIds: readonly string[]): number | null =>
      first(read(selectAfter, accountIds, Number.MIN_SAFE_INTEGER)),
  }
}
