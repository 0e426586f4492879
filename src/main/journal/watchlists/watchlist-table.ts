import type { Decimal } from '#shared/decimal.ts'
import type { Watchlist } from '#shared/model/watchlist.ts'
import type { QuoteColumnKey } from '#shared/quote-columns.ts'
import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { readColumns } from './checks.ts'
import { readItems } from './sections.ts'

/** The columns of a list; null for the default columns. */
export type Columns = readonly QuoteColumnKey[] | null

const prepareStatements = (db: Db) => ({
  selectLists: db.prepare<[], Row>('SELECT id, name, columns FROM watchlist ORDER BY position, id'),
  selectItems: db.prepare<[string], Row>(
    'SELECT symbol, target, section FROM watchlist_item WHERE watchlist_id = ? ORDER BY position, symbol',
  ),
  insertList: db.prepare<[string, string, string | null]>(
    'INSERT INTO watchlist (id, name, columns, position) SELECT ?, ?, ?, coalesce(max(position) + 1, 0) FROM watchlist',
  ),
  rename: db.prepare<[string, string]>('UPDATE watchlist SET name = ? WHERE id = ?'),
  setColumns: db.prepare<[string | null, string]>('UPDATE watchlist SET columns = ? WHERE id = ?'),
  removeList: db.prepare<[string]>('DELETE FROM watchlist WHERE id = ?'),
  placeList: db.prepare<[number, string]>('UPDATE watchlist SET position = ? WHERE id = ?'),
  putItem: db.prepare<[string, string, number]>(
    `INSERT INTO watchlist_item (watchlist_id, symbol, position) VALUES (?, ?, ?)
     ON CONFLICT (watchlist_id, symbol) DO UPDATE SET position = excluded.position`,
  ),
  setTarget: db.prepare<[string | null, string, string]>(
    'UPDATE watchlist_item SET target = ? WHERE watchlist_id = ? AND symbol = ?',
  ),
  setSection: db.prepare<[string | null, string, string]>(
    'UPDATE watchlist_item SET section = ? WHERE watchlist_id = ? AND symbol = ?',
  ),
  removeItem: db.prepare<[string, string]>('DELETE FROM watchlist_item WHERE watchlist_id = ? AND symbol = ?'),
})

/** The rows of the watchlists. Checks nothing. Call the writing methods inside `write`. */
export class WatchlistTable {
  readonly #db: Db
  readonly #sql
  /** The quote planner reads the lists several times a second. */
  #cached: Watchlist[] | null = null

  constructor(db: Db) {
    this.#db = db
    this.#sql = prepareStatements(db)
  }

  list(): Watchlist[] {
    return (this.#cached ??= this.#sql.selectLists.all().map((row) => this.#read(row)))
  }

  /** Call after other code has changed the tables. */
  reread(): void {
    this.#cached = null
  }

  /** Runs all writes of `run` in one transaction. */
  write<T>(run: () => T): T {
    try {
      return transact(this.#db, run)
    } finally {
      this.#cached = null
    }
  }

  /** Adds a list after the existing ones. */
  insert({ id, name, symbols }: Pick<Watchlist, 'id' | 'name' | 'symbols'>, columns: Columns): void {
    this.#sql.insertList.run(id, name, columns === null ? null : JSON.stringify(columns))
    this.place(id, symbols)
  }

  rename(id: string, name: string): void {
    this.#sql.rename.run(name, id)
  }

  setColumns(id: string, columns: Columns): void {
    this.#sql.setColumns.run(columns === null ? null : JSON.stringify(columns), id)
  }

  remove(id: string): void {
    this.#sql.removeList.run(id)
  }

  /** Stores the order of the lists. */
  placeLists(ids: readonly string[]): void {
    for (const [position, id] of ids.entries()) this.#sql.placeList.run(position, id)
  }

  /** Stores the symbols of a list in this order. Adds new symbols, and removes none. */
  place(id: string, symbols: readonly string[]): void {
    for (const [position, symbol] of symbols.entries()) this.#sql.putItem.run(id, symbol, position)
  }

  setTarget(id: string, symbol: string, price: Decimal | null): void {
    this.#sql.setTarget.run(price, id, symbol)
  }

  setSection(id: string, symbol: string, section: string | null): void {
    this.#sql.setSection.run(section, id, symbol)
  }

  removeSymbol(id: string, symbol: string): void {
    this.#sql.removeItem.run(id, symbol)
  }

  #read(row: Row): Watchlist {
    const id = text(row, 'id')
    const items = readItems(this.#sql.selectItems.all(id))
    return { id, name: text(row, 'name'), ...items, columns: readColumns(row['columns']) }
  }
}
