import type { Cache } from '../cache/cache.ts'
import { readHistory } from '../ledger/reading/history.ts'
import type { Db } from '../sqlite/db.ts'

/** What the writer of a format is given. */
export interface Writing {
  /** A reader of the cache, in one state from beginning to end. */
  readonly db: Db
  readonly append: (data: string | Uint8Array) => Promise<void>
  /** Call it often: it reports the number of rows written, of all rows, and throws AppError `cancelled`. */
  readonly report: (written: number, total: number) => void
}

/** Those of the given accounts (`null`: of all) whose history is not completely loaded. */
export const partialAccounts = (
  tables: Pick<Cache, 'accounts' | 'coverage' | 'history'>,
  accountIds: readonly string[] | null,
): string[] =>
  tables.accounts
    .list()
    .map(({ account }) => account.id)
    .filter((id) => accountIds?.includes(id) !== false)
    .filter((id) => readHistory(tables, id).wholeUntil === null)
