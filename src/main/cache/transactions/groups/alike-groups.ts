import { chosenEvent } from '#main/insight/kinds/together/chosen-groups.ts'
import type { Db } from '#main/sqlite/db.ts'
import { decimalOrNull, integer, integerOrNull, text, textOrNull, type Row } from '#main/sqlite/row.ts'
import { maxAlike, type RowGroupPreview } from '#shared/model/transaction/history.ts'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import { quantitySignOf, rowsAlike } from '../kinds/row-facts.ts'
import { groupRowOf } from '../rows/group-row.ts'
import { decodeTransaction, transactionColumns, transactionJoins, type StoredTransaction } from '../rows/row.ts'
import { alikeSets, type AlikeRow, type GivenRow } from './alike-sets.ts'

/** Of rows with one name and category, about this many are compared, the newest of each instrument. */
const maxOfName = 20_000

type Alike = Pick<RowGroupPreview, 'alike' | 'hasMore'>

/**
 * Finds other rows of any account that could be such a group: see `alikeSets`. Rows that belong to a group, or whose kind
 * the user chose, are left out, and rows that the rules relate in the same way. Groups that are older than the compared rows
 * are not found. Yields after each part of some milliseconds.
 */
export function createAlikeGroups(db: Db) {
  const sql = prepareStatements(db)

  const candidatesLike = (given: GivenRow, own: ReadonlySet<string>): { rows: AlikeRow[]; wholeFrom: number } => {
    const { category, name, hasTrade, instrumentType, moneySign, quantitySign } = given.facts
    const dimensions = sql.dimensions
      .all(name, category, hasTrade ? 1 : 0)
      .filter((row) => (textOrNull(row, 'instrument_type') ?? '') === instrumentType)
    const maxRows = Math.max(1, Math.floor(maxOfName / Math.max(1, dimensions.length)))
    const rows: AlikeRow[] = []
    let wholeFrom = -Infinity
    for (const dimension of dimensions) {
      const stored = sql.rows.all(integer(dimension, 'key'), maxRows)
      if (stored.length === maxRows) wholeFrom = Math.max(wholeFrom, integer(stored.at(-1) ?? {}, 'at_ms'))
      const shared = {
        account: integer(dimension, 'account'),
        symbol: text(dimension, 'symbol'),
        currency: textOrNull(dimension, 'currency'),
      }
      for (const row of stored) {
        const trade = hasTrade ? { size: decimalOrNull(row, 'size'), price: null, accruedInterest: null } : null
        if (quantitySignOf({ changeQuantity: decimalOrNull(row, 'change_quantity'), trade }) !== quantitySign) continue
        if ((integerOrNull(row, 'money_sign') ?? 0) !== moneySign) continue
        if (own.has(JSON.stringify([text(dimension, 'account_id'), text(row, 'id')]))) continue
        rows.push({ ...shared, key: integer(row, 'key'), at: integer(row, 'at_ms') })
      }
    }
    return { rows, wholeFrom }
  }

  return function* (draft: RowGroupDraft): Generator<void, Alike> {
    const given = draft.rowIds.flatMap((id): GivenRow[] => {
      const row = sql.rowById.get(draft.accountId, id)
      return row === undefined ? [] : [givenRow(row)]
    })
    if (given.length < draft.rowIds.length) return { alike: [], hasMore: false }
    const own = new Set(draft.rowIds.map((id) => JSON.stringify([draft.accountId, id])))
    const found = new Map<string, readonly AlikeRow[]>()
    let wholeFrom = -Infinity
    for (const row of given) {
      const name = JSON.stringify(row.facts)
      if (found.has(name)) continue
      const candidates = candidatesLike(row, own)
      found.set(name, candidates.rows)
      wholeFrom = Math.max(wholeFrom, candidates.wholeFrom)
      yield
    }
    const alike: Alike['alike'] = []
    for (const keys of alikeSets(given, (row) => found.get(JSON.stringify(row.facts)) ?? [], wholeFrom)) {
      const rows = keys.flatMap((key): StoredTransaction[] => {
        const row = sql.rowByKey.get(key)
        return row === undefined ? [] : [decodeTransaction(row)]
      })
      if (!isNew(draft.kind, rows)) continue
      if (alike.length === maxAlike) return { alike, hasMore: true }
      const [accountId, rowIds] = [rows[0]?.accountId ?? '', rows.map(({ transaction }) => transaction.id)]
      alike.push({ group: { ...draft, accountId, rowIds }, rows })
      yield
    }
    return { alike, hasMore: false }
  }
}

/** Whether the rows can be such a group, and the rules have not found this already. */
function isNew(kind: RowGroupDraft['kind'], rows: readonly StoredTransaction[]): boolean {
  const event = chosenEvent(kind, rows.map(groupRowOf))
  if (event === null) return false
  return rows.some((row) => row.kindRule !== 'neighbours' || event.found.get(row.transaction.id)?.kind !== row.kind)
}

function givenRow(row: Row): GivenRow {
  const { transaction, instrumentType } = decodeTransaction(row)
  const { at, symbol, change } = transaction
  return { at, symbol, currency: change?.currency ?? null, facts: rowsAlike(transaction, instrumentType) }
}

const prepareStatements = (db: Db) => ({
  dimensions: db.prepare<[string, string, number], Row>(
    `SELECT d.key, d.account, a.account_id, s.symbol, s.instrument_type, y.code AS currency
     FROM transaction_subject s
     CROSS JOIN transaction_dimension d ON d.subject = s.key
     CROSS JOIN transaction_account a ON a.key = d.account
     LEFT JOIN transaction_currency y ON y.key = d.currency
     WHERE s.name = ? AND s.category = (SELECT key FROM transaction_category WHERE name = ?) AND d.has_trade = ?
       AND d.rule <> 'person'`,
  ),
  rows: db.prepare<[number, number], Row>(
    `SELECT key, id, at_ms, sign(units * 2 + sign(nanos)) AS money_sign, change_quantity, size
     FROM account_transaction INDEXED BY transaction_by_dimension
     WHERE dimension = ? AND chosen_group IS NULL ORDER BY key DESC LIMIT ?`,
  ),
  rowById: db.prepare<[string, string], Row>(
    `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins}
     WHERE t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND t.id = ?`,
  ),
  rowByKey: db.prepare<[number], Row>(
    `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins} WHERE t.key = ?`,
  ),
})
