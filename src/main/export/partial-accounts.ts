import type { Cache } from '../cache/cache.ts'
import { readHistory } from '../ledger/reading/history.ts'

/** Of these accounts (`null`: of all) those of whose history a part is not loaded. */
export const partialAccounts = (
  tables: Pick<Cache, 'accounts' | 'coverage' | 'history'>,
  accountIds: readonly string[] | null,
): string[] =>
  tables.accounts
    .list()
    .map(({ account }) => account.id)
    .filter((id) => accountIds?.includes(id) !== false)
    .filter((id) => readHistory(tables, id).wholeUntil === null)
