import { chosenEvent } from '#main/insight/kinds/together/chosen-groups.ts'
import { textOfPieces } from '#main/insight/kinds/together/near-rows.ts'
import type { Db } from '#main/sqlite/db.ts'
import { integer, text, textOrNull, type Row } from '#main/sqlite/row.ts'
import { RowGroupKind, type RowGroup } from '#shared/model/transaction/row-group.ts'
import type { Dimensions } from '../dictionary/dimensions.ts'
import { createGroupCandidates } from '../kinds/group-candidates.ts'
import { createDueKinds } from '../kinds/kind-choices.ts'
import { groupRowOf } from '../rows/group-row.ts'
import { decodeTransaction, transactionColumns, transactionJoins } from '../rows/row.ts'

/** Finds the kind of a stored row again. */
type FindAgain = (row: Row) => void

/**
 * The groups that the user made, and what they make of the stored rows. A group has an effect while all of its rows are
 * stored and can be such a group. Call all functions inside a transaction.
 */
export class ChosenGroups {
  readonly #dimensions: Dimensions
  readonly #due
  readonly #candidates
  readonly #sql

  constructor(db: Db, dimensions: Dimensions) {
    this.#dimensions = dimensions
    this.#due = createDueKinds(db)
    this.#candidates = createGroupCandidates(db)
    this.#sql = prepareStatements(db)
  }

  /** The number of groups that are due. */
  get left(): number {
    return this.#sql.countDue.get() ?? 0
  }

  /**
   * Replaces the stored groups, none of which share a row. Those that are removed have no effect any longer, new ones have
   * one at once. Returns the ids of the accounts of both.
   */
  replace(groups: readonly RowGroup[], findAgain: FindAgain): string[] {
    const { list, remove, add, addRow } = this.#sql
    const added = new Map(groups.map((group) => [group.id, group]))
    const released: Row[] = []
    const accountIds = new Set<string>()
    for (const stored of list.all()) {
      const same = added.get(text(stored, 'id'))
      if (same !== undefined && same.kind === stored['kind'] && same.costShare === stored['cost_share']) {
        added.delete(same.id)
        continue
      }
      const key = integer(stored, 'key')
      for (const row of this.#rowsOf(key)) if (row !== null) released.push(row)
      remove.run(key)
    }
    if (released.length > 0) this.#due.raiseVersion()
    for (const row of released) {
      this.#place(row, null, null, findAgain)
      accountIds.add(text(row, 'account_id'))
    }
    for (const { id, accountId, rowIds, kind, costShare } of added.values()) {
      const key = add.run(id, kind, costShare).lastInsertRowid
      for (const rowId of rowIds) addRow.run(accountId, rowId, key)
      accountIds.add(accountId)
    }
    while (added.size > 0 && this.decideNext(findAgain) !== null);
    return [...accountIds]
  }

  /** Decides the next group that is due; returns its account id, or `null` if none is due. */
  decideNext(findAgain: FindAgain): string | null {
    const { nextDue, members, settle, setKind } = this.#sql
    const due = nextDue.get()
    if (due === undefined) return null
    const key = integer(due, 'key')
    const rows = this.#rowsOf(key)
    const stored = rows.filter((row) => row !== null)
    const decoded = stored.map(decodeTransaction)
    const isWhole = stored.length === rows.length
    const event = isWhole ? chosenEvent(RowGroupKind.parse(due['kind']), decoded.map(groupRowOf)) : null
    settle.run(event?.from ?? '', key)
    let isOther = false
    for (const member of members.all(key)) {
      const kind = event?.found.get(text(member, 'id'))?.kind ?? null
      if (kind === member['kind']) continue
      setKind.run(kind, text(member, 'account_id'), text(member, 'id'))
      isOther = true
    }
    if (isOther) this.#due.raiseVersion()
    for (const [index, row] of stored.entries()) {
      const together = event?.found.get(decoded[index]?.transaction.id ?? '')
      this.#place(row, event === null ? null : key, together === undefined ? null : textOfPieces(together), findAgain)
    }
    return text(due, 'account_id')
  }

  /** The rows of a group; `null` for one that is not stored. */
  #rowsOf(key: number): (Row | null)[] {
    const { members, row } = this.#sql
    return members.all(key).map((member) => row.get(text(member, 'account_id'), text(member, 'id')) ?? null)
  }

  /** Stores the group of a row and the pieces that it moves. The rows beside it are compared again. */
  #place(row: Row, group: number | null, pieces: string | null, findAgain: FindAgain): void {
    const { accountId, transaction } = decodeTransaction(row)
    const { symbol, at } = transaction
    const key = integer(row, 'key')
    if (group !== row['chosen_group'] || pieces !== textOrNull(row, 'moved_pieces')) {
      this.#sql.place.run(group, pieces, key)
      const account = this.#dimensions.begin(accountId).key
      this.#candidates.releaseNear(account, key, at, true)
      this.#candidates.add(account, symbol, key)
      this.#candidates.markNear(account, new Map([[symbol, [at, at]]]))
    }
    findAgain(row)
  }
}

const prepareStatements = (db: Db) => ({
  list: db.prepare<[], Row>('SELECT key, id, kind, cost_share FROM chosen_group ORDER BY key'),
  countDue: db.prepare<[], number>('SELECT count(*) FROM chosen_group WHERE is_due = 1').pluck(),
  nextDue: db.prepare<[], Row>(
    `SELECT key, kind, (
       SELECT account_id FROM chosen_group_row WHERE chosen_group_row.chosen_group = chosen_group.key LIMIT 1) AS account_id
     FROM chosen_group WHERE is_due = 1 LIMIT 1`,
  ),
  add: db.prepare<[string, string, string | null]>(
    `INSERT INTO chosen_group (id, kind, cost_share, from_symbol, is_due) VALUES (?, ?, ?, '', 1)`,
  ),
  addRow: db.prepare<[string, string, number | bigint]>(
    'INSERT INTO chosen_group_row (account_id, id, chosen_group) VALUES (?, ?, ?)',
  ),
  remove: db.prepare<[number]>('DELETE FROM chosen_group WHERE key = ?'),
  settle: db.prepare<[string, number]>('UPDATE chosen_group SET from_symbol = ?, is_due = 0 WHERE key = ?'),
  members: db.prepare<[number], Row>('SELECT account_id, id, kind FROM chosen_group_row WHERE chosen_group = ?'),
  setKind: db.prepare<[string | null, string, string]>(
    'UPDATE chosen_group_row SET kind = ? WHERE account_id = ? AND id = ?',
  ),
  row: db.prepare<[string, string], Row>(
    `SELECT t.dimension, t.chosen_group, t.moved_pieces, ${transactionColumns}
     FROM account_transaction t ${transactionJoins}
     WHERE t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND t.id = ?`,
  ),
  place: db.prepare<[number | null, string | null, number]>(
    'UPDATE account_transaction SET chosen_group = ?, moved_pieces = ? WHERE key = ?',
  ),
})
