import type { Cache } from '../../cache/cache.ts'

type HistoryTables = Pick<Cache, 'coverage' | 'history'>

/** What is loaded of an account's history. */
export interface LoadedHistory {
  /** Oldest first, disjoint; UTC ms. */
  readonly covered: readonly { readonly from: number; readonly to: number }[]
  readonly beginsAt: number | null
  /** Up to when it is loaded without a hole from its beginning on; null where the beginning or a part is missing. */
  readonly wholeUntil: number | null
}

/** Reads what is loaded. A second of which rows are missing is a hole as well. */
export function readHistory({ coverage, history }: HistoryTables, accountId: string): LoadedHistory {
  const covered = coverage.list(accountId)
  const beginsAt = history.beginning(accountId)
  const [only, ...more] = covered
  const isWhole =
    only !== undefined &&
    more.length === 0 &&
    beginsAt !== null &&
    only.from <= beginsAt &&
    history.gaps(accountId).length === 0
  return { covered, beginsAt, wholeUntil: isWhole ? only.to : null }
}
