import { Portfolio, type Account, type Position } from '../../../shared/model/account.ts'
import type { Money } from '../../../shared/model/values.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimal, decimalOrNull, integer, integerOrNull, jsonOrNull, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

export interface StoredAccount {
  readonly account: Account
  /** UTC ms of the response. */
  readonly fetchedAt: number
}

/** Accounts with their positions and cash, in the order the service sent them. */
export function createAccounts(db: Db) {
  const selectAll = db.prepare<[], Row>('SELECT * FROM account ORDER BY id')
  const selectOne = db.prepare<[string], Row>('SELECT * FROM account WHERE id = ?')
  const selectPositions = db.prepare<[string], Row>('SELECT * FROM position WHERE account_id = ? ORDER BY ordinal')
  const selectCash = db.prepare<[string], Row>('SELECT * FROM cash WHERE account_id = ? ORDER BY ordinal')
  const remove = db.prepare<[string]>('DELETE FROM account WHERE id = ?')
  const removeOthers = db.prepare<[string]>('DELETE FROM account WHERE id NOT IN (SELECT value FROM json_each(?))')
  const insert = db.prepare(
    `INSERT INTO account (id, type, status, equity, unrealized_profit, portfolio,
                          opened_at, first_trade_at, first_non_trade_at, fetched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectStatement = db.prepare<[string], Row>('SELECT fetched_at, holdings_since FROM account WHERE id = ?')
  const setSince = db.prepare<[number, string]>('UPDATE account SET holdings_since = ? WHERE id = ?')
  const insertPosition = db.prepare(
    `INSERT INTO position (account_id, ordinal, symbol, quantity, average_price, current_price,
                           maintenance_margin, daily_pnl, unrealized_pnl)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertCash = db.prepare('INSERT INTO cash (account_id, ordinal, currency, amount) VALUES (?, ?, ?, ?)')

  const read = (row: Row): StoredAccount => {
    const id = text(row, 'id')
    return {
      account: {
        id,
        type: text(row, 'type'),
        status: text(row, 'status'),
        equity: decimalOrNull(row, 'equity'),
        unrealizedProfit: decimalOrNull(row, 'unrealized_profit'),
        positions: selectPositions.all(id).map(readPosition),
        cash: selectCash.all(id).map(readCash),
        portfolio: jsonOrNull(row, 'portfolio', Portfolio),
        openedAt: integerOrNull(row, 'opened_at'),
        firstTradeAt: integerOrNull(row, 'first_trade_at'),
        firstNonTradeAt: integerOrNull(row, 'first_non_trade_at'),
      },
      fetchedAt: integer(row, 'fetched_at'),
    }
  }

  const holdingsOf = ({ positions, cash }: Pick<Account, 'positions' | 'cash'>): string =>
    JSON.stringify([
      positions.map(({ symbol, quantity }) => [symbol, quantity]),
      cash.map((m) => [m.currency, m.amount]),
    ])
  const holdsTheSame = (account: Account): boolean =>
    holdingsOf(account) ===
    holdingsOf({
      positions: selectPositions.all(account.id).map(readPosition),
      cash: selectCash.all(account.id).map(readCash),
    })

  return {
    list: (): StoredAccount[] => db.transaction(() => selectAll.all().map(read))(),
    get: (id: string): StoredAccount | null =>
      db.transaction(() => {
        const row = selectOne.get(id)
        return row === undefined ? null : read(row)
      })(),
    /** Replaces the account, its positions and its cash in one transaction. */
    replaceAccount(account: Account, fetchedAt: number): void {
      const { id, type, status, equity, unrealizedProfit, portfolio } = account
      const { openedAt, firstTradeAt, firstNonTradeAt } = account
      const portfolioText = portfolio === null ? null : JSON.stringify(portfolio)
      transact(db, () => {
        const known = selectStatement.get(id)
        const since =
          known !== undefined && holdsTheSame(account)
            ? (integerOrNull(known, 'holdings_since') ?? fetchedAt)
            : fetchedAt
        remove.run(id)
        insert.run(
          id,
          type,
          status,
          equity,
          unrealizedProfit,
          portfolioText,
          openedAt,
          firstTradeAt,
          firstNonTradeAt,
          fetchedAt,
        )
        for (const [ordinal, p] of account.positions.entries()) {
          const prices = [p.averagePrice, p.currentPrice, p.maintenanceMargin, p.dailyPnl, p.unrealizedPnl]
          insertPosition.run(id, ordinal, p.symbol, p.quantity, ...prices)
        }
        for (const [ordinal, { currency, amount }] of account.cash.entries())
          insertCash.run(id, ordinal, currency, amount)
        setSince.run(since, id)
      })
    },
    /**
     * UTC ms of the last response, and of the first one that stated the same pieces and the same cash; null for an account
     * that is not stored.
     */
    statement(id: string): { readonly at: number; readonly since: number } | null {
      const row = selectStatement.get(id)
      if (row === undefined) return null
      const at = integer(row, 'fetched_at')
      return { at, since: integerOrNull(row, 'holdings_since') ?? at }
    },
    /** Deletes the accounts that the token no longer names; returns their number. */
    removeExcept: (ids: readonly string[]): number => transact(db, () => removeOthers.run(JSON.stringify(ids)).changes),
  }
}

const readPosition = (row: Row): Position => ({
  symbol: text(row, 'symbol'),
  quantity: decimalOrNull(row, 'quantity'),
  averagePrice: decimalOrNull(row, 'average_price'),
  currentPrice: decimalOrNull(row, 'current_price'),
  maintenanceMargin: decimalOrNull(row, 'maintenance_margin'),
  dailyPnl: decimalOrNull(row, 'daily_pnl'),
  unrealizedPnl: decimalOrNull(row, 'unrealized_pnl'),
})

const readCash = (row: Row): Money => ({ currency: text(row, 'currency'), amount: decimal(row, 'amount') })
