import type { Db } from '../../sqlite/db.ts'
import { flag, integer, text, type Row } from '../../sqlite/row.ts'

/** A state from which a replay can continue. It includes all rows before a time. */
export interface Checkpoint {
  /** UTC ms. */
  readonly beforeMs: number
  /** The number of included rows. */
  readonly rowCount: number
  /** The holding as text; see `insight/ledger/holding-text.ts`. */
  readonly state: string
}

/** The newest checkpoint of a holding. */
export interface StoredHolding extends Checkpoint {
  readonly key: number
  readonly account: number
  readonly symbol: string
  /** The data besides the rows on which the replay depends. If it changes, the holding must be replayed. */
  readonly basis: string
  /** Decimal text. */
  readonly quantity: string
}

/** The replayed holdings of all accounts. Call methods that write inside a transaction. */
export class LedgerHoldings {
  readonly #select
  readonly #write

  constructor(db: Db) {
    this.#select = prepareSelects(db)
    this.#write = prepareWrites(db)
  }

  /** The rules of the last full replay; null if there was none or it did not finish. */
  wholeRules(): string | null {
    const row = this.#select.basis.get()
    return row !== undefined && flag(row, 'is_whole') ? text(row, 'rules') : null
  }

  /** Null if the account has no rows of this symbol. */
  get(account: number, symbol: string): StoredHolding | null {
    const row = this.#select.one.get(account, symbol)
    return row === undefined ? null : readHolding(row)
  }

  /** Sorted by symbol. */
  list(account: number): StoredHolding[] {
    return this.#select.ofAccount.all(account).map(readHolding)
  }

  /** The quantities (decimal text) of all holdings, sorted by symbol. */
  quantities(account: number): { symbol: string; quantity: string }[] {
    const rows = this.#select.quantities.all(account)
    return rows.map((row) => ({ symbol: text(row, 'symbol'), quantity: text(row, 'quantity') }))
  }

  /** The basis of checkpoint holding. */
  bases(): { account: number; symbol: string; basis: string }[] {
    const rows = this.#select.bases.all()
    return rows.map((row) => ({
      account: integer(row, 'account'),
      symbol: text(row, 'symbol'),
      basis: text(row, 'basis'),
    }))
  }

  /** The newest checkpoint without rows at or after this time (UTC ms); null if there is none. */
  checkpoint(holding: number, atMs: number): Checkpoint | null {
    const row = this.#select.checkpoint.get(holding, atMs)
    return row === undefined ? null : readCheckpoint(row)
  }

  /** Deletes all holdings at the start of a full replay. */
  begin(rules: string): void {
    this.#write.removeAll.run()
    this.#write.basis.run(rules, 0)
  }

  /** Stores that the full replay has finished. */
  end(rules: string): void {
    this.#write.basis.run(rules, 1)
  }

  /** Stores a holding with new checkpoints and deletes its old checkpoints after `fromMs` (UTC ms). Returns its key. */
  put(holding: Omit<StoredHolding, 'key'>, checkpoints: readonly Checkpoint[], fromMs: number): number {
    const { account, symbol, basis, rowCount, beforeMs, quantity, state } = holding
    const row = this.#write.put.get(account, symbol, basis, rowCount, beforeMs, quantity, state)
    const key = integer(row ?? {}, 'key')
    this.#write.removeCheckpoints.run(key, fromMs)
    for (const checkpoint of checkpoints)
      this.#write.checkpoint.run(key, checkpoint.beforeMs, checkpoint.rowCount, checkpoint.state)
    return key
  }

  remove(account: number, symbol: string): void {
    this.#write.remove.run(account, symbol)
  }
}

const columns = 'key, account, symbol, basis, row_count, before_ms, quantity, state'

const prepareSelects = (db: Db) => ({
  one: db.prepare<[number, string], Row>(`SELECT ${columns} FROM ledger_holding WHERE account = ? AND symbol = ?`),
  ofAccount: db.prepare<[number], Row>(`SELECT ${columns} FROM ledger_holding WHERE account = ? ORDER BY symbol`),
  quantities: db.prepare<[number], Row>(
    'SELECT symbol, quantity FROM ledger_holding WHERE account = ? ORDER BY symbol',
  ),
  bases: db.prepare<[], Row>('SELECT account, symbol, basis FROM ledger_holding'),
  checkpoint: db.prepare<[number, number], Row>(
    `SELECT before_ms, row_count, state FROM ledger_checkpoint WHERE holding = ? AND before_ms <= ?
     ORDER BY before_ms DESC LIMIT 1`,
  ),
  basis: db.prepare<[], Row>('SELECT rules, is_whole FROM ledger_basis'),
})

const prepareWrites = (db: Db) => ({
  put: db.prepare<[number, string, string, number, number, string, string], Row>(
    `INSERT INTO ledger_holding (account, symbol, basis, row_count, before_ms, quantity, state) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, symbol) DO UPDATE SET basis = excluded.basis, row_count = excluded.row_count,
       before_ms = excluded.before_ms, quantity = excluded.quantity, state = excluded.state
     RETURNING key`,
  ),
  remove: db.prepare<[number, string]>('DELETE FROM ledger_holding WHERE account = ? AND symbol = ?'),
  removeAll: db.prepare<[]>('DELETE FROM ledger_holding'),
  checkpoint: db.prepare<[number, number, number, string]>(
    'INSERT OR REPLACE INTO ledger_checkpoint (holding, before_ms, row_count, state) VALUES (?, ?, ?, ?)',
  ),
  removeCheckpoints: db.prepare<[number, number]>('DELETE FROM ledger_checkpoint WHERE holding = ? AND before_ms > ?'),
  basis: db.prepare<[string, number]>(
    `INSERT INTO ledger_basis (only_row, rules, is_whole) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET rules = excluded.rules, is_whole = excluded.is_whole`,
  ),
})

const readCheckpoint = (row: Row): Checkpoint => ({
  beforeMs: integer(row, 'before_ms'),
  rowCount: integer(row, 'row_count'),
  state: text(row, 'state'),
})

const readHolding = (row: Row): StoredHolding => ({
  ...readCheckpoint(row),
  key: integer(row, 'key'),
  account: integer(row, 'account'),
  symbol: text(row, 'symbol'),
  basis: text(row, 'basis'),
  quantity: text(row, 'quantity'),
})
