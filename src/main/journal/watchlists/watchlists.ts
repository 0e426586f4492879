import { randomUUID } from 'node:crypto'
import type { Decimal } from '#shared/decimal.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Watchlist } from '#shared/model/watchlist.ts'
import { maxLists, maxListSymbols } from '#shared/watchlist-text.ts'
import type { Db } from '../../sqlite/db.ts'
import { checkListName, checkSymbol } from './checks.ts'
import { sectionOf } from './sections.ts'
import { WatchlistTable, type Columns } from './watchlist-table.ts'

/** Where symbols are added. `section` is null before the first section. */
interface Place {
  readonly index?: number | undefined
  readonly section?: string | null | undefined
}

/** The user's watchlists, in their order. An invalid name, id or symbol throws an AppError and changes nothing. */
export class Watchlists {
  readonly #table: WatchlistTable
  readonly #newId: () => string

  constructor(db: Db, newId: () => string = randomUUID) {
    this.#table = new WatchlistTable(db)
    this.#newId = newId
  }

  list(): Watchlist[] {
    return this.#table.list()
  }

  /** Call after other code has changed the tables. */
  reread(): void {
    this.#table.reread()
  }

  get(id: string): Watchlist {
    const found = this.list().find((watchlist) => watchlist.id === id)
    if (found === undefined) throw new AppError('not-found', m.journal_this_watchlist_no_longer_exists())
    return found
  }

  /** Creates a list with these symbols after the existing lists. */
  create(name: string, symbols: readonly string[] = []): Watchlist {
    return this.#table.write(() => this.#insert(name, symbols, null))
  }

  /** Copies a list with its symbols and columns under another name and puts the copy after it. */
  duplicate(id: string, name: string): Watchlist {
    return this.#table.write(() => {
      const { symbols, columns, targets, sections } = this.get(id)
      const ids = this.#ids()
      const created = this.#insert(name, symbols, columns)
      for (const { symbol, price } of targets) this.#table.setTarget(created.id, symbol, price)
      for (const section of sections)
        for (const symbol of section.symbols) this.#table.setSection(created.id, symbol, section.name)
      this.#table.placeLists(ids.toSpliced(ids.indexOf(id) + 1, 0, created.id))
      return { ...created, targets, sections }
    })
  }

  rename(id: string, name: string): void {
    const checked = checkListName(name)
    this.#table.write(() => this.#table.rename(this.get(id).id, checked))
  }

  setColumns(id: string, columns: Columns): void {
    const distinct = columns === null ? null : [...new Set(columns)]
    this.#table.write(() => this.#table.setColumns(this.get(id).id, distinct))
  }

  remove(id: string): void {
    this.#table.write(() => this.#table.remove(this.get(id).id))
  }

  /** Moves a list to `index` among the other lists. */
  move(id: string, index: number): void {
    this.#table.write(() => this.#table.placeLists(moved(this.#ids(), this.get(id).id, index)))
  }

  /** Adds a symbol at the end. An existing symbol keeps its place. */
  addSymbol(id: string, symbol: string): void {
    this.addSymbols(id, [symbol])
  }

  /**
   * Adds all symbols or none, at the end or starting at `index`, to `section` or to that of the row before them. Existing symbols
   * keep their places.
   */
  addSymbols(id: string, symbols: readonly string[], place: Place = {}): { added: string[]; present: string[] } {
    const wanted = [...new Set(symbols.map(checkSymbol))]
    const named = typeof place.section === 'string' ? checkListName(place.section) : place.section
    return this.#table.write(() => {
      const { name, symbols: known, sections } = this.get(id)
      const added = wanted.filter((symbol) => !known.includes(symbol))
      checkCount(name, known.length + added.length)
      const at = Math.min(known.length, place.index ?? Infinity)
      const section = named === undefined ? sectionOf(sections, known[at - 1] ?? '') : named
      this.#table.place(id, known.toSpliced(at, 0, ...added))
      for (const symbol of added) this.#table.setSection(id, symbol, section)
      return { added, present: wanted.filter((symbol) => known.includes(symbol)) }
    })
  }

  /** Removes a symbol. A symbol that is not in the list is not an error. */
  removeSymbol(id: string, symbol: string): void {
    this.#table.write(() => this.#table.removeSymbol(this.get(id).id, symbol))
  }

  /** Moves a symbol to `index` among the other symbols, into `section` or into that of the row whose place it takes. */
  moveSymbol(id: string, symbol: string, index: number, section?: string | null): void {
    const named = typeof section === 'string' ? checkListName(section) : section
    this.#table.write(() => {
      const { symbols, sections } = this.#getWith(id, symbol)
      const displaced = symbols[Math.min(symbols.length - 1, Math.max(0, Math.trunc(index)))]
      this.#table.setSection(id, symbol, named === undefined ? sectionOf(sections, displaced ?? symbol) : named)
      this.#table.place(id, moved(symbols, symbol, index))
    })
  }

  /** Sets a target price in the currency of the price; null removes it. */
  setTarget(id: string, symbol: string, price: Decimal | null): void {
    this.#table.write(() => this.#table.setTarget(this.#getWith(id, symbol).id, symbol, price))
  }

  /**
   * Moves a symbol to the end of a section. A new section is added at the end. `null` means the part before the first section.
   */
  setSection(id: string, symbol: string, section: string | null): void {
    const name = section === null ? null : checkListName(section)
    this.#table.write(() => {
      const { symbols, sections } = this.#getWith(id, symbol)
      const others = symbols.filter((other) => other !== symbol)
      const last = others.findLastIndex((other) => sectionOf(sections, other) === name)
      this.#table.place(id, others.toSpliced(last >= 0 ? last + 1 : name === null ? 0 : others.length, 0, symbol))
      this.#table.setSection(id, symbol, name)
    })
  }

  /** Renames a section. With null it removes the section, and its symbols join the section before it. */
  renameSection(id: string, section: string, to: string | null): void {
    const name = to === null ? null : checkListName(to)
    this.#table.write(() => {
      const { sections } = this.get(id)
      const at = sections.findIndex((candidate) => candidate.name === section)
      if (at < 0) throw new AppError('not-found', m.journal_this_section_no_longer_exists())
      if (name !== null && name !== section && sections.some((candidate) => candidate.name === name))
        throw new AppError('invalid', m.journal_there_is_already_a_section({ name }))
      for (const symbol of sections[at]?.symbols ?? [])
        this.#table.setSection(id, symbol, name ?? sections[at - 1]?.name ?? null)
    })
  }

  #getWith(id: string, symbol: string): Watchlist {
    const list = this.get(id)
    if (!list.symbols.includes(symbol)) throw new AppError('not-found', m.journal_the_instrument_is_not_in_the_list())
    return list
  }

  #ids(): string[] {
    return this.list().map(({ id }) => id)
  }

  #insert(name: string, symbols: readonly string[], columns: Columns): Watchlist {
    const created = { id: this.#newId(), name: checkListName(name), symbols: [...new Set(symbols.map(checkSymbol))] }
    if (this.list().length >= maxLists)
      throw new AppError('invalid', m.journal_there_are_already_max_watchlists({ max: maxLists }))
    checkCount(created.name, created.symbols.length)
    this.#table.insert(created, columns)
    return { ...created, columns: columns === null ? null : [...columns], targets: [], sections: [] }
  }
}

function checkCount(name: string, count: number): void {
  if (count > maxListSymbols)
    throw new AppError('invalid', m.journal_the_list_would_be_too_long({ name, wanted: count, max: maxListSymbols }))
}

const moved = (values: readonly string[], value: string, index: number): string[] =>
  values.filter((candidate) => candidate !== value).toSpliced(Math.max(0, Math.trunc(index)), 0, value)
