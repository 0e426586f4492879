import { createHash } from 'node:crypto'
import { RowGroup } from '#shared/model/transaction/row-group.ts'
import type { Db } from '../sqlite/db.ts'
import { jsonText, text, textOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** The ids of the rows of a group as text. Equal sets give equal texts. */
export const textOfRows = (rowIds: readonly string[]): string => JSON.stringify([...new Set(rowIds)].sort())

/** The id of a group of one account: equal rows give equal ids on all computers. `rows` is the result of `textOfRows`. */
export const idOfRows = (accountId: string, rows: string): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, rows]))
    .digest('hex')
    .slice(0, 20)

/** The groups of rows that the user made. */
export function createRowGroups(db: Db) {
  const selectAll = db.prepare<[], Row>('SELECT * FROM row_group ORDER BY made_at DESC, id')
  const selectOne = db.prepare<[string], Row>('SELECT * FROM row_group WHERE id = ?')
  const selectOf = db.prepare<[string, string], Row>(
    `SELECT * FROM row_group
     WHERE account_id = ? AND EXISTS (SELECT 1 FROM json_each(row_ids) WHERE value = ?) ORDER BY id`,
  )
  const put = db.prepare<[string, string, string, string, string | null, number]>(
    `INSERT INTO row_group (id, account_id, row_ids, kind, cost_share, made_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, cost_share = excluded.cost_share, made_at = excluded.made_at`,
  )
  const remove = db.prepare<[string]>('DELETE FROM row_group WHERE id = ?')
  return {
    /** The newest first. A group in an unknown format (of another app version) is skipped but stays stored. */
    list: (): RowGroup[] => selectAll.all().flatMap(read),
    /** The groups to which a row belongs: more than one only if several computers grouped it. By id. */
    of: (accountId: string, rowId: string): RowGroup[] => selectOf.all(accountId, rowId).flatMap(read),
    /** Stores groups, all or none. `madeAt` in UTC ms. */
    put: (groups: readonly RowGroup[], madeAt: number): void =>
      transact(db, () => {
        for (const { id, accountId, rowIds, kind, costShare } of groups)
          put.run(id, accountId, textOfRows(rowIds), kind, costShare, madeAt)
      }),
    /** Removes groups, all or none, and returns what they were. Ids without a group are ignored. */
    remove: (ids: readonly string[]): RowGroup[] =>
      transact(db, () =>
        ids.flatMap((id) => {
          const removed = selectOne.all(id).flatMap(read)
          if (removed.length > 0) remove.run(id)
          return removed
        }),
      ),
  }
}

function read(row: Row): RowGroup[] {
  const group = RowGroup.safeParse({
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    rowIds: jsonText(row, 'row_ids'),
    kind: text(row, 'kind'),
    costShare: textOrNull(row, 'cost_share'),
  })
  return group.success ? [group.data] : []
}
