import type { Db } from '../../sqlite/db.ts'
import { flag, integer, text, type Row } from '../../sqlite/row.ts'

/** What a replay goes on from: all rows before a time are in it. */
export interface Checkpoint {
  /** UTC ms. */
  readonly beforeMs: number
  /** Rows in it. */
  readonly rowCount: number
  /** The holding as text; see `insight/ledger/holding-text.ts`. */
  readonly state: string
}

/** The newest checkpoint of a holding. */
export interface StoredHolding extends Checkpoint {
  readonly key: number
  readonly account: number
  readonly symbol: string
  /** What the replay knew beside the rows; another basis makes it void. */
  readonly basis: string
  /** Decimal text. */
  readonly quantity: string
}

/** The replayed holdings of all accounts. */
export function createLedgerHoldings(db: Db) {
  const columns = 'key, account, symbol, basis, row_count, before_ms, quantity, state'
  const selectOne = db.prepare<[number, string], Row>(
    `SELECT ${columns} FROM ledger_holding WHERE account = ? AND symbol = ?`,
  )
  const selectOf = db.prepare<[number], Row>(`SELECT ${columns} FROM ledger_holding WHERE account = ? ORDER BY symbol`)
  const selectQuantities = db.prepare<[number], Row>(
    'SELECT symbol, quantity, basis FROM ledger_holding WHERE account = ? ORDER BY symbol',
  )
  const selectBases = db.prepare<[], Row>('SELECT account, symbol, basis FROM ledger_holding')
  const selectCheckpoint = db.prepare<[number, number], Row>(
    `SELECT before_ms, row_count, state FROM ledger_checkpoint WHERE holding = ? AND before_ms <= ?
     ORDER BY before_ms DESC LIMIT 1`,
  )
  const put = db.prepare<[number, string, string, number, number, string, string], Row>(
    `INSERT INTO ledger_holding (account, symbol, basis, row_count, before_ms, quantity, state) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, symbol) DO UPDATE SET basis = excluded.basis, row_count = excluded.row_count,
       before_ms = excluded.before_ms, quantity = excluded.quantity, state = excluded.state
     RETURNING key`,
  )
  const remove = db.prepare<[number, string]>('DELETE FROM ledger_holding WHERE account = ? AND symbol = ?')
  const removeAll = db.prepare('DELETE FROM ledger_holding')
  const putCheckpoint = db.prepare<[number, number, number, string]>(
    'INSERT OR REPLACE INTO ledger_checkpoint (holding, before_ms, row_count, state) VALUES (?, ?, ?, ?)',
  )
  const removeCheckpoints = db.prepare<[number, number]>(
    'DELETE FROM ledger_checkpoint WHERE holding = ? AND before_ms > ?',
  )
  const selectBasis = db.prepare<[], Row>('SELECT rules, is_whole FROM ledger_basis')
  const putBasis = db.prepare<[string, number]>(
    `INSERT INTO ledger_basis (only_row, rules, is_whole) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET rules = excluded.rules, is_whole = excluded.is_whole`,
  )
  return {
    /** The rules of the last replay of everything; null when there was none, or when it did not end. */
    wholeRules(): string | null {
      const row = selectBasis.get()
      return row !== undefined && flag(row, 'is_whole') ? text(row, 'rules') : null
    },
    /** Forgets all holdings: a replay of everything begins. */
    begin(rules: string): void {
      removeAll.run()
      putBasis.run(rules, 0)
    },
    /** The replay of everything has ended. */
    end: (rules: string): void => void putBasis.run(rules, 1),
    get(account: number, symbol: string): StoredHolding | null {
      const row = selectOne.get(account, symbol)
      return row === undefined ? null : readHolding(row)
    },
    list: (account: number): StoredHolding[] => selectOf.all(account).map(readHolding),
    /** Without their lots, by symbol. */
    quantities: (account: number) =>
      selectQuantities
        .all(account)
        .map((row) => ({ symbol: text(row, 'symbol'), quantity: text(row, 'quantity'), basis: text(row, 'basis') })),
    /** What each holding was replayed with. */
    bases: () =>
      selectBases.all().map((row) => ({
        account: integer(row, 'account'),
        symbol: text(row, 'symbol'),
        basis: text(row, 'basis'),
      })),
    /** The newest checkpoint that holds no row at this time (UTC ms) or later; null without one. */
    checkpoint(holding: number, atMs: number): Checkpoint | null {
      const row = selectCheckpoint.get(holding, atMs)
      return row === undefined ? null : readCheckpoint(row)
    },
    /** Stores a holding with new checkpoints; older ones after `keptMs` are void. Call inside a transaction. */
    put(holding: Omit<StoredHolding, 'key'>, checkpoints: readonly Checkpoint[], keptMs: number): void {
      const { account, symbol, basis, rowCount, beforeMs, quantity, state } = holding
      const row = put.get(account, symbol, basis, rowCount, beforeMs, quantity, state)
      if (row === undefined) return
      const key = integer(row, 'key')
      removeCheckpoints.run(key, keptMs)
      for (const each of checkpoints) putCheckpoint.run(key, each.beforeMs, each.rowCount, each.state)
    },
    remove: (account: number, symbol: string): void => void remove.run(account, symbol),
  }
}

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
