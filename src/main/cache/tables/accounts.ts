import { Portfolio, type Account, type Position } from '#shared/model/account.ts'
import type { Money } from '#shared/model/values.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimal, decimalOrNull, integer, integerOrNull, jsonOrNull, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

export interface StoredAccount {
  readonly account: Account
  /** UTC ms of the response. */
  readonly fetchedAt: number
}

const prepareStatements = (db: Db) => ({
  selectAll: db.prepare<[], Row>('SELECT * FROM account ORDER BY id'),
  selectOne: db.prepare<[string], Row>('SELECT * FROM account WHERE id = ?'),
  selectAny: db.prepare<[], Row>('SELECT 1 FROM account LIMIT 1'),
  selectPositions: db.prepare<[string], Row>('SELECT * FROM position WHERE account_id = ? ORDER BY ordinal'),
  selectCash: db.prepare<[string], Row>('SELECT * FROM cash WHERE account_id = ? ORDER BY ordinal'),
  remove: db.prepare<[string]>('DELETE FROM account WHERE id = ?'),
  removeOthers: db.prepare<[string]>('DELETE FROM account WHERE id NOT IN (SELECT value FROM json_each(?))'),
  insert: db.prepare(
    `INSERT INTO account (id, type, status, equity, unrealized_profit, portfolio,
                          opened_at, first_trade_at, first_non_trade_at, fetched_at, holdings_since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  selectStatement: db.prepare<[string], Row>('SELECT fetched_at, holdings_since FROM account WHERE id = ?'),
  insertPosition: db.prepare(
    `INSERT INTO position (account_id, ordinal, symbol, quantity, average_price, current_price,
                           maintenance_margin, daily_pnl, unrealized_pnl)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  insertCash: db.prepare('INSERT INTO cash (account_id, ordinal, currency, amount) VALUES (?, ?, ?, ?)'),
})

/** Accounts with their positions and cash, in the order of the response. */
export class Accounts {
  readonly #db: Db
  readonly #sql
  readonly #onReplaced

  /** `onReplaced` is called in the transaction that replaces an account. */
  constructor(db: Db, onReplaced: (id: string) => void = () => undefined) {
    this.#db = db
    this.#onReplaced = onReplaced
    this.#sql = prepareStatements(db)
  }

  list(): StoredAccount[] {
    return this.#db.transaction(() => this.#sql.selectAll.all().map((row) => this.#read(row)))()
  }

  isEmpty(): boolean {
    return this.#sql.selectAny.get() === undefined
  }

  get(id: string): StoredAccount | null {
    return this.#db.transaction(() => {
      const row = this.#sql.selectOne.get(id)
      return row === undefined ? null : this.#read(row)
    })()
  }

  /** Replaces the account, its positions and its cash in one transaction. */
  replaceAccount(account: Account, fetchedAt: number): void {
    const { id, type, status, equity, unrealizedProfit, portfolio } = account
    const { openedAt, firstTradeAt, firstNonTradeAt } = account
    const portfolioText = portfolio === null ? null : JSON.stringify(portfolio)
    const times = [openedAt, firstTradeAt, firstNonTradeAt, fetchedAt]
    transact(this.#db, () => {
      const since = this.#holdsTheSame(account) ? (this.statement(id)?.since ?? fetchedAt) : fetchedAt
      this.#sql.remove.run(id)
      this.#sql.insert.run(id, type, status, equity, unrealizedProfit, portfolioText, ...times, since)
      for (const [ordinal, p] of account.positions.entries()) {
        const prices = [p.averagePrice, p.currentPrice, p.maintenanceMargin, p.dailyPnl, p.unrealizedPnl]
        this.#sql.insertPosition.run(id, ordinal, p.symbol, p.quantity, ...prices)
      }
      for (const [ordinal, { currency, amount }] of account.cash.entries())
        this.#sql.insertCash.run(id, ordinal, currency, amount)
      this.#onReplaced(id)
    })
  }

  /**
   * The time (UTC ms) of the last response, and of the first response since which pieces and cash are the same; null if
   * the account is not stored.
   */
  statement(id: string): { readonly at: number; readonly since: number } | null {
    const row = this.#sql.selectStatement.get(id)
    if (row === undefined) return null
    const at = integer(row, 'fetched_at')
    return { at, since: integerOrNull(row, 'holdings_since') ?? at }
  }

  /** Deletes accounts that the token no longer includes; returns their number. */
  removeExcept(ids: readonly string[]): number {
    return transact(this.#db, () => this.#sql.removeOthers.run(JSON.stringify(ids)).changes)
  }

  #read(row: Row): StoredAccount {
    const id = text(row, 'id')
    return {
      account: {
        id,
        type: text(row, 'type'),
        status: text(row, 'status'),
        equity: decimalOrNull(row, 'equity'),
        unrealizedProfit: decimalOrNull(row, 'unrealized_profit'),
        ...this.#readHoldings(id),
        portfolio: jsonOrNull(row, 'portfolio', Portfolio),
        openedAt: integerOrNull(row, 'opened_at'),
        firstTradeAt: integerOrNull(row, 'first_trade_at'),
        firstNonTradeAt: integerOrNull(row, 'first_non_trade_at'),
      },
      fetchedAt: integer(row, 'fetched_at'),
    }
  }

  #readHoldings(id: string): Holdings {
    const { selectPositions, selectCash } = this.#sql
    return { positions: selectPositions.all(id).map(readPosition), cash: selectCash.all(id).map(readCash) }
  }

  #holdsTheSame(account: Account): boolean {
    return textOf(account) === textOf(this.#readHoldings(account.id))
  }
}

type Holdings = Pick<Account, 'positions' | 'cash'>

/** Pieces and cash as text, to compare two statements. */
const textOf = ({ positions, cash }: Holdings): string =>
  JSON.stringify([
    positions.map(({ symbol, quantity }) => [symbol, quantity]),
    cash.map(({ currency, amount }) => [currency, amount]),
  ])

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
