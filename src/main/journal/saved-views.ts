import { randomUUID } from 'node:crypto'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import { cleanText } from '#shared/clean-text.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { TransactionFilter, type SavedView } from '#shared/model/transaction/transaction-filter.ts'
import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

const maxNameLength = 80

/** The user's named transaction filters. An invalid name or id throws an AppError and changes nothing. */
export function createSavedViews(db: Db, newId: () => string = randomUUID) {
  const select = db.prepare<[], Row>('SELECT id, name, filter, direction FROM saved_view ORDER BY name, id')
  const insert = db.prepare<[string, string, string, string]>(
    'INSERT INTO saved_view (id, name, filter, direction) VALUES (?, ?, ?, ?)',
  )
  const update = db.prepare<[string, string, string, string]>(
    'UPDATE saved_view SET name = ?, filter = ?, direction = ? WHERE id = ?',
  )
  const remove = db.prepare<[string]>('DELETE FROM saved_view WHERE id = ?')
  return {
    /** Sorted by name. A view in an unknown format (of another app version) is skipped but stays stored. */
    list: (): SavedView[] => select.all().flatMap(read),
    /** Creates a view with the id `null`; otherwise replaces the view with this id. */
    save({ id, name, filter, direction }: Omit<SavedView, 'id'> & { readonly id: string | null }): SavedView {
      const saved: SavedView = { id: id ?? newId(), name: checkName(name), filter, direction }
      const filterText = JSON.stringify(filter)
      transact(db, () => {
        if (id === null) insert.run(saved.id, saved.name, filterText, direction)
        else if (update.run(saved.name, filterText, direction, id).changes === 0) throw missingView()
      })
      return saved
    },
    remove(id: string): void {
      if (transact(db, () => remove.run(id).changes) === 0) throw missingView()
    },
  }
}

const missingView = (): AppError => new AppError('not-found', m.journal_this_view_no_longer_exists())

function checkName(name: string): string {
  const trimmed = cleanText(name).trim()
  if (trimmed === '' || trimmed.length > maxNameLength) {
    throw new AppError('invalid', m.journal_a_view_needs_a_name({ max: maxNameLength }))
  }
  return trimmed
}

function read(row: Row): SavedView[] {
  const filter = TransactionFilter.safeParse(parseJson(text(row, 'filter')))
  if (!filter.success) return []
  const direction = text(row, 'direction') === 'oldest' ? 'oldest' : 'newest'
  return [{ id: text(row, 'id'), name: text(row, 'name'), filter: filter.data, direction }]
}

function parseJson(value: string): unknown {
  try {
    return parseBoundedJson(value)
  } catch {
    return undefined // not JSON: skipped
  }
}
