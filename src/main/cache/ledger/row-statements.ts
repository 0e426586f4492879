import type { Decimal } from '#shared/decimal.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimalOrNull, integer, text, textOrNull, type Row } from '../../sqlite/row.ts'
import { readKind } from '../transactions/rows/row.ts'

/** The columns of a stored row that the replay needs. It is an array, because a million rows are read. */
export type RawRow = readonly [
  key: number,
  dimension: number,
  id: string,
  atMs: number,
  /** Whole units; text if a float cannot represent them exactly. */
  units: number | string | null,
  nanos: number | null,
  changeQuantity: string | null,
  size: string | null,
  price: string | null,
  accruedInterest: string | null,
  /** The names of the fields that could not be read, separated by spaces; null if all could be. */
  unreadable: string | null,
  chosenGroup: number | null,
]

/** The values that the rows of a dimension share. */
export interface LedgerDimension {
  readonly key: number
  readonly account: number
  readonly symbol: string
  readonly name: string
  readonly kind: TransactionKind
  /** Null for rows without money. */
  readonly currency: string | null
  /** Whether the service states no currency, and this is the only one of the account. */
  readonly isCurrencyAssumed: boolean
  readonly hasTrade: boolean
  /** The type of the instrument as sent; null if not known. */
  readonly type: string | null
}

/** Pieces that a row moves because of the rows beside it replace those that it states. */
const rowColumns = `
  key, dimension, id, at_ms,
  iif(units BETWEEN -9007199254740991 AND 9007199254740991, units, CAST(units AS TEXT)), nanos,
  coalesce(moved_pieces, change_quantity), coalesce(moved_pieces, size), price, accrued_interest,
  unreadable, chosen_group`

/** The statements that read rows. */
export function prepareRows(db: Db) {
  const select = <P extends unknown[]>(where: string) =>
    db.prepare<P, RawRow>(`SELECT ${rowColumns} FROM account_transaction ${where}`).raw(true)
  return {
    next: select<[number, number]>('WHERE key > ? ORDER BY key LIMIT ?'),
    nextBefore: select<[number, number, number]>('WHERE key > ? AND key < ? ORDER BY key LIMIT ?'),
    keys: db
      .prepare<[number, number, number], number>(
        `SELECT key FROM account_transaction INDEXED BY transaction_by_dimension
         WHERE dimension = ? AND key >= ? AND key < ?`,
      )
      .pluck(),
    byKeys: select<[string]>('WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key'),
    missing: select<[number, number]>(
      'WHERE account = ? AND id IN (SELECT id FROM missing_row WHERE account = ?) ORDER BY key',
    ),
    unreadable: select<[number]>('WHERE unreadable IS NOT NULL AND account = ? ORDER BY key'),
    since: select<[number, number]>('WHERE key >= ? AND account = ? ORDER BY key'),
    byMoney: select<[string, bigint, number, number]>(
      `INDEXED BY transaction_by_units
       WHERE key >> 41 IN (SELECT value FROM json_each(?)) AND units IS NOT NULL AND units = ? AND nanos = ? AND account = ?
       ORDER BY key LIMIT 200`,
    ),
  }
}

/** SQL for the type of an instrument; `symbol` is an SQL expression. */
export const typeOf = (symbol: string): string =>
  `coalesce((SELECT nullif(json_extract(i.data, '$.type'), '') FROM instrument_details i WHERE i.symbol = ${symbol}),
            (SELECT nullif(i.type, '') FROM instrument i WHERE i.symbol = ${symbol}))`

/** What the replay needs of a group of the user. */
export interface StoredGroup {
  /** The symbol whose cost a spin-off shares; empty for every other kind. */
  readonly from: string
  readonly costShare: Decimal | null
}

/** Reads a row of `prepareGroups`. */
export const readGroup = (row: Row): StoredGroup => ({
  from: text(row, 'from_symbol'),
  costShare: decimalOrNull(row, 'cost_share'),
})

/** The statements that read groups of the user. */
export const prepareGroups = (db: Db) => ({
  one: db.prepare<[number], Row>('SELECT from_symbol, cost_share FROM chosen_group WHERE key = ?'),
  anySpinOff: db.prepare<[], Row>(`SELECT 1 FROM chosen_group WHERE from_symbol <> '' LIMIT 1`),
})

/** The statements that read dimensions. */
export function prepareDimensions(db: Db) {
  const columns = `
    d.key, d.account, s.symbol, s.name, k.name AS kind, m.code AS currency,
    coalesce(m.account, 0) > 0 AND m.code <> '' AS is_currency_assumed, d.has_trade,
    ${typeOf('s.symbol')} AS type
    FROM transaction_dimension d
    CROSS JOIN transaction_subject s ON s.key = d.subject
    CROSS JOIN transaction_kind k ON k.key = d.kind
    LEFT JOIN transaction_currency m ON m.key = d.currency`
  return {
    one: db.prepare<[number], Row>(`SELECT ${columns} WHERE d.key = ?`),
    all: db.prepare<[], Row>(`SELECT ${columns}`),
    ofKinds: db.prepare<[string], Row>(
      `SELECT ${columns}
       WHERE d.kind IN (SELECT key FROM transaction_kind WHERE name IN (SELECT value FROM json_each(?)))`,
    ),
    typeOf: db.prepare<[string], string | null>(`SELECT ${typeOf('s.symbol')} FROM (SELECT ? AS symbol) s`).pluck(),
    unreviewed: db.prepare<[], Row>(
      `SELECT 1 FROM transaction_kind_due due CROSS JOIN transaction_dimension d ON d.key = due.dimension
       WHERE d.rule = 'none' LIMIT 1`,
    ),
    ofSymbol: db
      .prepare<[string, number], number>(
        `SELECT d.key FROM transaction_subject s CROSS JOIN transaction_dimension d ON d.subject = s.key
         WHERE s.symbol = ? AND d.account = ?`,
      )
      .pluck(),
  }
}

/** The statements that read sizes of the table. */
export const prepareSizes = (db: Db) => ({
  /** The first and the last block of keys in the index of amounts. */
  blocks: db.prepare<[], Row>('SELECT min(key) >> 41 AS first, max(key) >> 41 AS last FROM account_transaction'),
  lastKey: db.prepare<[], number | null>('SELECT max(key) FROM account_transaction').pluck(),
  overflow: db.prepare<[], number>('SELECT longest_ms FROM transaction_overflow').pluck(),
  count: db.prepare<[], number>('SELECT coalesce(sum(row_count), 0) FROM transaction_month').pluck(),
})

/** Reads a row of `prepareDimensions`. */
export const readDimension = (row: Row): LedgerDimension => ({
  key: integer(row, 'key'),
  account: integer(row, 'account'),
  symbol: text(row, 'symbol'),
  name: text(row, 'name'),
  kind: readKind(row, 'kind'),
  currency: textOrNull(row, 'currency'),
  isCurrencyAssumed: integer(row, 'is_currency_assumed') === 1,
  hasTrade: integer(row, 'has_trade') === 1,
  type: textOrNull(row, 'type'),
})
