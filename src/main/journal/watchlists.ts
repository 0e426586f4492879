import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { Watchlist } from '../../shared/model/watchlist.ts'
import type { QuoteColumnKey } from '../../shared/quote-columns.ts'
import { maxLists, maxListSymbols } from '../../shared/watchlist-limits.ts'
import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { checkListName, checkSymbol, readColumns } from './watchlist-checks.ts'

type Columns = readonly QuoteColumnKey[] | null

/** The user's watchlists, in their order. An invalid name, id or symbol throws an AppError and changes nothing. */
export function createWatchlists(db: Db, newId: () => string = randomUUID) {
  const selectLists = db.prepare<[], Row>('SELECT id, name, columns FROM watchlist ORDER BY position, id')
  const selectItems = db.prepare<[string], Row>(
    'SELECT symbol FROM watchlist_item WHERE watchlist_id = ? ORDER BY position, symbol',
  )
  const insertList = db.prepare<[string, string, string | null]>(
    'INSERT INTO watchlist (id, name, columns, position) SELECT ?, ?, ?, coalesce(max(position) + 1, 0) FROM watchlist',
  )
  const rename = db.prepare<[string, string]>('UPDATE watchlist SET name = ? WHERE id = ?')
  const setColumns = db.prepare<[string | null, string]>('UPDATE watchlist SET columns = ? WHERE id = ?')
  const removeList = db.prepare<[string]>('DELETE FROM watchlist WHERE id = ?')
  const placeList = db.prepare<[number, string]>('UPDATE watchlist SET position = ? WHERE id = ?')
  const putItem = db.prepare<[string, string, number]>(
    `INSERT INTO watchlist_item (watchlist_id, symbol, position) VALUES (?, ?, ?)
     ON CONFLICT (watchlist_id, symbol) DO UPDATE SET position = excluded.position`,
  )
  const removeItem = db.prepare<[string, string]>('DELETE FROM watchlist_item WHERE watchlist_id = ? AND symbol = ?')

  // Cached: the quote planner reads the lists several times a second, and they change only through this object.
  let cached: Watchlist[] | null = null
  const list = (): Watchlist[] => (cached ??= selectLists.all().map(read))
  function write<T>(run: () => T): T {
    try {
      return transact(db, run)
    } finally {
      cached = null
    }
  }

  function read(row: Row): Watchlist {
    const id = text(row, 'id')
    const symbols = selectItems.all(id).map((item) => text(item, 'symbol'))
    return { id, name: text(row, 'name'), symbols, columns: readColumns(row['columns']) }
  }

  function get(id: string): Watchlist {
    const found = list().find((watchlist) => watchlist.id === id)
    if (found === undefined) throw new AppError('not-found', 'This watchlist no longer exists.')
    return found
  }

  function insert(name: string, symbols: readonly string[], columns: Columns): Watchlist {
    const created = { id: newId(), name: checkListName(name), symbols: [...new Set(symbols.map(checkSymbol))] }
    if (list().length >= maxLists)
      throw new AppError('invalid', `There are already ${maxLists} watchlists, the maximum.`)
    checkCount(created.name, created.symbols.length)
    insertList.run(created.id, created.name, columns === null ? null : JSON.stringify(columns))
    place(created.id, created.symbols)
    return { ...created, columns: columns === null ? null : [...columns] }
  }

  const place = (id: string, symbols: readonly string[]): void => {
    for (const [position, symbol] of symbols.entries()) putItem.run(id, symbol, position)
  }
  const placeLists = (ids: readonly string[]): void => {
    for (const [position, id] of ids.entries()) placeList.run(position, id)
  }

  function addSymbols(
    id: string,
    symbols: readonly string[],
    index = Infinity,
  ): { added: string[]; present: string[] } {
    const wanted = [...new Set(symbols.map(checkSymbol))]
    return write(() => {
      const { name, symbols: known } = get(id)
      const added = wanted.filter((symbol) => !known.includes(symbol))
      checkCount(name, known.length + added.length)
      place(id, known.toSpliced(Math.min(known.length, index), 0, ...added))
      return { added, present: wanted.filter((symbol) => known.includes(symbol)) }
    })
  }

  return {
    list,
    get,
    /** Creates a list with these symbols after the existing lists. */
    create: (name: string, symbols: readonly string[] = []): Watchlist => write(() => insert(name, symbols, null)),
    /** Copies a list with its symbols and columns under another name and puts the copy after it. */
    duplicate: (id: string, name: string): Watchlist =>
      write(() => {
        const { symbols, columns } = get(id)
        const ids = list().map((watchlist) => watchlist.id)
        const created = insert(name, symbols, columns)
        placeLists(ids.toSpliced(ids.indexOf(id) + 1, 0, created.id))
        return created
      }),
    rename(id: string, name: string): void {
      const checked = checkListName(name)
      write(() => rename.run(checked, get(id).id))
    },
    setColumns(id: string, columns: Columns): void {
      write(() => setColumns.run(columns === null ? null : JSON.stringify([...new Set(columns)]), get(id).id))
    },
    remove(id: string): void {
      write(() => removeList.run(get(id).id))
    },
    /** Moves a list to `index` among the other lists. */
    move(id: string, index: number): void {
      write(() =>
        placeLists(
          moved(
            list().map((watchlist) => watchlist.id),
            get(id).id,
            index,
          ),
        ),
      )
    },
    /** Adds a symbol at the end; an existing one keeps its place. */
    addSymbol(id: string, symbol: string): void {
      addSymbols(id, [symbol])
    },
    /** Adds all symbols or none, at the end or starting at `index`; existing ones keep their places. */
    addSymbols,
    /** Removing an absent symbol is not an error. */
    removeSymbol(id: string, symbol: string): void {
      write(() => removeItem.run(get(id).id, symbol))
    },
    /** Moves a symbol to `index` among the other symbols. */
    moveSymbol(id: string, symbol: string, index: number): void {
      write(() => {
        const { symbols } = get(id)
        if (!symbols.includes(symbol)) throw new AppError('not-found', 'This instrument is not in the watchlist.')
        place(id, moved(symbols, symbol, index))
      })
    },
  }
}

function checkCount(name: string, count: number): void {
  if (count > maxListSymbols)
    throw new AppError('invalid', `“${name}” would have ${count} instruments; the maximum is ${maxListSymbols}.`)
}

const moved = (values: readonly string[], value: string, index: number): string[] =>
  values.filter((candidate) => candidate !== value).toSpliced(Math.max(0, Math.trunc(index)), 0, value)
