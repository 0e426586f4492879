import type { Cache } from '../../cache/cache.ts'
import { piecesOfPositions } from '../../insight/portfolio/account-summary.ts'
import type { Db } from '../../sqlite/db.ts'
import type { OwnAccounts } from '../replay/own-transfers.ts'
import { readHistory } from './history.ts'

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/** What is loaded and stated of accounts, by the keys that their rows have. Nothing is known of an account without rows. */
export function createOwnAccounts(db: Db, tables: Tables): OwnAccounts {
  const selectId = db.prepare<[number], string>('SELECT account_id FROM transaction_account WHERE key = ?').pluck()
  return {
    isWhole(account) {
      const id = selectId.get(account)
      return id !== undefined && readHistory(tables, id).wholeUntil !== null
    },
    // Where the service states more pieces than the rows give, a purchase is missing (`knownLots`).
    areShort(account, symbol, left) {
      const positions = tables.accounts.get(selectId.get(account) ?? '')?.account.positions ?? []
      return (piecesOfPositions(positions.filter((each) => each.symbol === symbol)) ?? left) <= left
    },
  }
}
