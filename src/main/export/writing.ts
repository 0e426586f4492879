import type { Cache } from '../cache/cache.ts'
import { readHistory } from '../ledger/reading/history.ts'
import type { Db } from '../sqlite/db.ts'

/** What the writer of a format is given. */
export interface Writing {
  /** A reader of the cache, in one state from begin to end. */
  readonly db: Db
  readonly append: (data: string | Uint8Array) => Promise<void>
  /** Call it often: it reports progress and throws AppError `cancelled`. Rows of all rows. */
  readonly report: (written: number, total: number) => void
}

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
