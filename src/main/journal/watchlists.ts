import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { InstrumentSymbol } from '../../shared/model/values.ts'
import type { Watchlist } from '../../shared/model/watchlist.ts'
import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

const longestName = 80

/** A person's lists of instruments, in their order. A wrong name, id or symbol throws an AppError and changes nothing. */
export function createWatchlists(db: Db, newId: () => string = randomUUID) {
  const selectLists = db.prepare<[], Row>('SELECT id, name FROM watchlist ORDER BY position, id')
  const selectList = db.prepare<[string], Row>('SELECT id, name FROM watchlist WHERE id = ?')
  const selectItems = db.prepare<[string], Row>(
    'SELECT symbol FROM watchlist_item WHERE watchlist_id = ? ORDER BY position, symbol',
  )
  const insertList = db.prepare<[string, string]>(
    'INSERT INTO watchlist (id, name, position) SELECT ?, ?, coalesce(max(position) + 1, 0) FROM watchlist',
  )
  const rename = db.prepare<[string, string]>('UPDATE watchlist SET name = ? WHERE id = ?')
  const removeList = db.prepare<[string]>('DELETE FROM watchlist WHERE id = ?')
  const placeList = db.prepare<[number, string]>('UPDATE watchlist SET position = ? WHERE id = ?')
  const insertItem = db.prepare<[string, string, string]>(
    `INSERT INTO watchlist_item (watchlist_id, symbol, position)
     SELECT ?, ?, coalesce(max(position) + 1, 0) FROM watchlist_item WHERE watchlist_id = ?
     ON CONFLICT DO NOTHING`,
  )
  const removeItem = db.prepare<[string, string]>('DELETE FROM watchlist_item WHERE watchlist_id = ? AND symbol = ?')
  const placeItem = db.prepare<[number, string, string]>(
    'UPDATE watchlist_item SET position = ? WHERE watchlist_id = ? AND symbol = ?',
  )

  const read = (row: Row): Watchlist => {
    const id = text(row, 'id')
    return { id, name: text(row, 'name'), symbols: selectItems.all(id).map((item) => text(item, 'symbol')) }
  }

  function get(id: string): Watchlist {
    const row = selectList.get(id)
    if (row === undefined) throw new AppError('not-found', 'This watchlist no longer exists.')
    return read(row)
  }

  return {
    list: (): Watchlist[] => selectLists.all().map(read),
    get,
    /** Adds an empty list behind the others. */
    create(name: string): Watchlist {
      const list: Watchlist = { id: newId(), name: checkName(name), symbols: [] }
      transact(db, () => insertList.run(list.id, list.name))
      return list
    },
    rename(id: string, name: string): void {
      const checked = checkName(name)
      transact(db, () => rename.run(checked, get(id).id))
    },
    remove(id: string): void {
      transact(db, () => removeList.run(get(id).id))
    },
    /** Puts the list at `index` of the others. */
    move(id: string, index: number): void {
      transact(db, () => {
        const { id: known } = get(id)
        const ids = selectLists.all().map((row) => text(row, 'id'))
        for (const [position, one] of moved(ids, known, index).entries()) placeList.run(position, one)
      })
    },
    /** Adds the symbol at the end; one that is there already stays where it is. */
    addSymbol(id: string, symbol: string): void {
      const checked = InstrumentSymbol.safeParse(symbol.trim())
      if (!checked.success) throw new AppError('invalid', 'This is not the symbol of an instrument (ticker@mic).')
      transact(db, () => insertItem.run(get(id).id, checked.data, id))
    },
    /** Removing one that is not there does no harm. */
    removeSymbol(id: string, symbol: string): void {
      transact(db, () => removeItem.run(get(id).id, symbol))
    },
    /** Puts the symbol at `index` of the list as it is after taking it out. */
    moveSymbol(id: string, symbol: string, index: number): void {
      transact(db, () => {
        const { symbols } = get(id)
        if (!symbols.includes(symbol)) throw new AppError('not-found', 'This instrument is not in the watchlist.')
        for (const [position, one] of moved(symbols, symbol, index).entries()) placeItem.run(position, id, one)
      })
    },
  }
}

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > longestName) {
    throw new AppError('invalid', `A watchlist needs a name of 1 to ${longestName} characters.`)
  }
  return trimmed
}

const moved = (values: readonly string[], value: string, index: number): string[] =>
  values.filter((other) => other !== value).toSpliced(Math.max(0, Math.trunc(index)), 0, value)
