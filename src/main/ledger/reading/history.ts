import type { Cache } from '../../cache/cache.ts'
import { piecesOfPositions } from '../../insight/portfolio/account-summary.ts'
import type { Db } from '../../sqlite/db.ts'
import type { OwnAccounts } from '../replay/own-transfers.ts'

type HistoryTables = Pick<Cache, 'coverage' | 'history'>

/** The loaded part of an account's history. */
interface LoadedHistory {
  /** Oldest first, disjoint; UTC ms. */
  readonly covered: readonly { readonly from: number; readonly to: number }[]
  readonly beginsAt: number | null
  /** The end of the part that is loaded from the beginning without a gap; null if the beginning or a later part is missing. */
  readonly wholeUntil: number | null
}

/** Reads which parts are loaded. A second with missing rows is a gap too. */
export function readHistory({ coverage, history }: HistoryTables, accountId: string): LoadedHistory {
  const covered = coverage.list(accountId)
  const beginsAt = history.beginning(accountId)
  const [only, ...more] = covered
  const isLoaded =
    only !== undefined &&
    more.length === 0 &&
    beginsAt !== null &&
    only.from <= beginsAt &&
    history.gaps(accountId).length === 0
  return { covered, beginsAt, wholeUntil: isLoaded ? only.to : null }
}

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/**
 * Answers which histories are loaded and which figures are stated, by the account keys of the rows. Nothing is known about an
 * account without rows.
 */
export function createOwnAccounts(db: Db, tables: Tables): OwnAccounts {
  const selectId = db.prepare<[number], string>('SELECT account_id FROM transaction_account WHERE key = ?').pluck()
  return {
    isLoaded(account) {
      const id = selectId.get(account)
      return id !== undefined && readHistory(tables, id).wholeUntil !== null
    },
    // If the service states more pieces than the rows give, a purchase is missing (`knownLots`).
    areShort(account, symbol, left) {
      const positions = tables.accounts.get(selectId.get(account) ?? '')?.account.positions ?? []
      return (piecesOfPositions(positions.filter((each) => each.symbol === symbol)) ?? left) <= left
    },
  }
}
