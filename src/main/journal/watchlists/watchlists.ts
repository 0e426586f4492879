import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { Decimal } from '../../../shared/decimal.ts'
import { m } from '../../../shared/messages/messages.js'
import type { Watchlist } from '../../../shared/model/watchlist.ts'
import type { QuoteColumnKey } from '../../../shared/quote-columns.ts'
import { maxLists, maxListSymbols } from '../../../shared/watchlist-text.ts'
import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { checkListName, checkSymbol, readColumns } from './checks.ts'
import { readItems, sectionOf } from './sections.ts'

type Columns = readonly QuoteColumnKey[] | null

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

/** The user's watchlists, in their order. An invalid name, id or symbol throws an AppError and changes nothing. */
export class Watchlists {
  readonly #db: Db
  readonly #newId: () => string
  readonly #sql
  /**
   * The lists in memory, because the quote planner reads them several times a second. Code that changes the tables calls
   * `reread`.
   */
  #cached: Watchlist[] | null = null

  constructor(db: Db, newId: () => string = randomUUID) {
    this.#db = db
    this.#newId = newId
    this.#sql = prepareStatements(db)
  }

  list(): Watchlist[] {
    return (this.#cached ??= this.#sql.selectLists.all().map((row) => this.#read(row)))
  }

  /** Call after other code has changed the tables. */
  reread(): void {
    this.#cached = null
  }

  get(id: string): Watchlist {
    const found = this.list().find((watchlist) => watchlist.id === id)
    if (found === undefined) throw new AppError('not-found', m.journal_this_watchlist_no_longer_exists())
    return found
  }

  /** Creates a list with these symbols after the existing lists. */
  create(name: string, symbols: readonly string[] = []): Watchlist {
    return this.#write(() => this.#insert(name, symbols, null))
  }

  /** Copies a list with its symbols and columns under another name and puts the copy after it. */
  duplicate(id: string, name: string): Watchlist {
    return this.#write(() => {
      const { symbols, columns, targets, sections } = this.get(id)
      const ids = this.#ids()
      const created = this.#insert(name, symbols, columns)
      for (const { symbol, price } of targets) this.#sql.setTarget.run(price, created.id, symbol)
      for (const section of sections)
        for (const symbol of section.symbols) this.#sql.setSection.run(section.name, created.id, symbol)
      this.#placeLists(ids.toSpliced(ids.indexOf(id) + 1, 0, created.id))
      return { ...created, targets, sections }
    })
  }

  rename(id: string, name: string): void {
    const checked = checkListName(name)
    this.#write(() => this.#sql.rename.run(checked, this.get(id).id))
  }

  setColumns(id: string, columns: Columns): void {
    const stored = columns === null ? null : JSON.stringify([...new Set(columns)])
    this.#write(() => this.#sql.setColumns.run(stored, this.get(id).id))
  }

  remove(id: string): void {
    this.#write(() => this.#sql.removeList.run(this.get(id).id))
  }

  /** Moves a list to `index` among the other lists. */
  move(id: string, index: number): void {
    this.#write(() => this.#placeLists(moved(this.#ids(), this.get(id).id, index)))
  }

  /** Adds a symbol at the end. An existing symbol keeps its place. */
  addSymbol(id: string, symbol: string): void {
    this.addSymbols(id, [symbol])
  }

  /** Adds all symbols or none, at the end or starting at `index`. Existing symbols keep their places. */
  addSymbols(id: string, symbols: readonly string[], index = Infinity): { added: string[]; present: string[] } {
    const wanted = [...new Set(symbols.map(checkSymbol))]
    return this.#write(() => {
      const { name, symbols: known, sections } = this.get(id)
      const added = wanted.filter((symbol) => !known.includes(symbol))
      checkCount(name, known.length + added.length)
      const at = Math.min(known.length, index)
      const section = sectionOf(sections, known[at - 1] ?? '')
      this.#place(id, known.toSpliced(at, 0, ...added))
      for (const symbol of added) this.#sql.setSection.run(section, id, symbol)
      return { added, present: wanted.filter((symbol) => known.includes(symbol)) }
    })
  }

  /** Removes a symbol. A symbol that is not in the list is not an error. */
  removeSymbol(id: string, symbol: string): void {
    this.#write(() => this.#sql.removeItem.run(this.get(id).id, symbol))
  }

  /** Moves a symbol to `index` among the other symbols, into the section of the row whose place it takes. */
  moveSymbol(id: string, symbol: string, index: number): void {
    this.#write(() => {
      const { symbols, sections } = this.#getWith(id, symbol)
      const displaced = symbols[Math.min(symbols.length - 1, Math.max(0, Math.trunc(index)))]
      this.#sql.setSection.run(sectionOf(sections, displaced ?? symbol), id, symbol)
      this.#place(id, moved(symbols, symbol, index))
    })
  }

  /** Sets a target price in the currency of the price; null removes it. */
  setTarget(id: string, symbol: string, price: Decimal | null): void {
    this.#write(() => this.#sql.setTarget.run(price, this.#getWith(id, symbol).id, symbol))
  }

  /**
   * Moves a symbol to the end of a section. A new section is added at the end. `null` means the part before the first section.
   */
  setSection(id: string, symbol: string, section: string | null): void {
    const name = section === null ? null : checkListName(section)
    this.#write(() => {
      const { symbols, sections } = this.#getWith(id, symbol)
      const others = symbols.filter((other) => other !== symbol)
      const last = others.findLastIndex((other) => sectionOf(sections, other) === name)
      this.#place(id, others.toSpliced(last >= 0 ? last + 1 : name === null ? 0 : others.length, 0, symbol))
      this.#sql.setSection.run(name, id, symbol)
    })
  }

  /** Renames a section. With null it removes the section, and its symbols join the section before it. */
  renameSection(id: string, section: string, to: string | null): void {
    const name = to === null ? null : checkListName(to)
    this.#write(() => {
      const { sections } = this.get(id)
      const at = sections.findIndex((candidate) => candidate.name === section)
      if (at < 0) throw new AppError('not-found', m.journal_this_section_no_longer_exists())
      if (name !== null && name !== section && sections.some((candidate) => candidate.name === name))
        throw new AppError('invalid', m.journal_there_is_already_a_section({ name }))
      for (const symbol of sections[at]?.symbols ?? [])
        this.#sql.setSection.run(name ?? sections[at - 1]?.name ?? null, id, symbol)
    })
  }

  #getWith(id: string, symbol: string): Watchlist {
    const list = this.get(id)
    if (!list.symbols.includes(symbol)) throw new AppError('not-found', m.journal_the_instrument_is_not_in_the_list())
    return list
  }

  #write<T>(run: () => T): T {
    try {
      return transact(this.#db, run)
    } finally {
      this.#cached = null
    }
  }

  #read(row: Row): Watchlist {
    const id = text(row, 'id')
    const items = readItems(this.#sql.selectItems.all(id))
    return { id, name: text(row, 'name'), ...items, columns: readColumns(row['columns']) }
  }

  #ids(): string[] {
    return this.list().map(({ id }) => id)
  }

  #insert(name: string, symbols: readonly string[], columns: Columns): Watchlist {
    const created = { id: this.#newId(), name: checkListName(name), symbols: [...new Set(symbols.map(checkSymbol))] }
    if (this.list().length >= maxLists)
      throw new AppError('invalid', m.journal_there_are_already_max_watchlists({ max: maxLists }))
    checkCount(created.name, created.symbols.length)
    this.#sql.insertList.run(created.id, created.name, columns === null ? null : JSON.stringify(columns))
    this.#place(created.id, created.symbols)
    return { ...created, columns: columns === null ? null : [...columns], targets: [], sections: [] }
  }

  #place(id: string, symbols: readonly string[]): void {
    for (const [position, symbol] of symbols.entries()) this.#sql.putItem.run(id, symbol, position)
  }

  #placeLists(ids: readonly string[]): void {
    for (const [position, id] of ids.entries()) this.#sql.placeList.run(position, id)
  }
}

function checkCount(name: string, count: number): void {
  if (count > maxListSymbols)
    throw new AppError('invalid', m.journal_the_list_would_be_too_long({ name, wanted: count, max: maxListSymbols }))
}

const moved = (values: readonly string[], value: string, index: number): string[] =>
  values.filter((candidate) => candidate !== value).toSpliced(Math.max(0, Math.trunc(index)), 0, value)
