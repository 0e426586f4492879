import type { UnreadableRows } from '../../shared/model/transaction/history.ts'
import type { Cache } from '../cache/cache.ts'
import { readHistory } from '../ledger/reading/history.ts'
import type { Db } from '../sqlite/db.ts'

/** The input of the writer of a format. */
export interface WriterInput {
  /** A reader of the cache that sees one state from beginning to end. */
  readonly db: Db
  readonly append: (data: string | Uint8Array) => Promise<void>
  /** Call it often: it reports the number of rows written and of all rows, and throws AppError `cancelled`. */
  readonly report: (written: number, total: number) => void
}

/** Plain sentences about what an export of these accounts (`null`: all) lacks, for the head of a file. */
export const historyRemarks = (
  tables: Pick<Cache, 'accounts' | 'coverage' | 'history' | 'unreadable'>,
  accountIds: readonly string[] | null,
): string[] => [
  ...partialAccounts(tables, accountIds).map((id) => `A part of the history of ${id} is not loaded.`),
  ...accountsIn(tables, accountIds).flatMap((id) => unreadableRemarks(id, tables.unreadable.list(id))),
]

function unreadableRemarks(accountId: string, rows: readonly UnreadableRows[]): string[] {
  const count = rows.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return []
  const transactions = count === 1 ? '1 transaction' : `${count} transactions`
  const [first, last] = [Math.min(...rows.map(({ from }) => from)), Math.max(...rows.map(({ to }) => to)) - 1]
  const time = `${new Date(first).toISOString()} to ${new Date(last).toISOString()}`
  return [`${transactions} of ${accountId} could not be read and are not in this file: ${time}.`]
}

/** The accounts whose history is not completely loaded, among the given ones (`null`: all). */
const partialAccounts = (
  tables: Pick<Cache, 'accounts' | 'coverage' | 'history'>,
  accountIds: readonly string[] | null,
): string[] => accountsIn(tables, accountIds).filter((id) => readHistory(tables, id).wholeUntil === null)

const accountsIn = ({ accounts }: Pick<Cache, 'accounts'>, accountIds: readonly string[] | null): string[] =>
  accounts
    .list()
    .map(({ account }) => account.id)
    .filter((id) => accountIds?.includes(id) !== false)
