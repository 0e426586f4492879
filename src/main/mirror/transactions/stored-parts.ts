import { createHash } from 'node:crypto'
import { createCoverage, type Interval } from '../../cache/history/coverage.ts'
import { joinAmount } from '../../cache/transactions/rows/amount.ts'
import { currencySourceOf, usualText } from '../../cache/transactions/rows/row.ts'
import type { Db } from '../../sqlite/db.ts'
import { copyRow, dayOfText, escapeText, instantText } from '../copy-text.ts'

/** The rows of a time range in the cache. */
export interface StoredPart {
  readonly part: string
  readonly count: number
  readonly fingerprint: string
}

/** Keys are times (1024 per millisecond). A part is 25 days of all accounts. */
const keysInPart = 2 ** 41

/** The columns of `incoming`, in the order of `copyText`. */
export const copiedColumns = [
  'account_id',
  'id',
  'at',
  'day',
  'at_text',
  'amount',
  'quantity',
  'trade_size',
  'trade_price',
  'accrued_interest',
  'moved_pieces',
  'read_at',
  'kind_at',
  'part',
  'kind',
  'kind_rule',
  'category',
  'name',
  'symbol',
  'currency',
  'currency_source',
  'has_trade',
] as const

type RawRow = [
  account: number,
  id: string,
  dimension: number,
  atMs: number,
  atText: string | null,
  units: string | null,
  nanos: number | null,
  quantity: string | null,
  size: string | null,
  price: string | null,
  interest: string | null,
  movedPieces: string | null,
  fetchedAt: number,
]

const rowColumns = `t.account, t.id, t.dimension, t.at_ms, t.at_text, CAST(t.units AS TEXT), t.nanos, t.change_quantity,
  t.size, t.price, t.accrued_interest, t.moved_pieces, t.fetched_at`

/**
 * The transactions of a snapshot of the cache, in parts. SQLite reads a million rows for their fingerprints in about one
 * second.
 */
export class StoredParts {
  readonly #accounts: ReadonlyMap<number, string>
  /** The columns of a dimension, repeated in each of its rows, in the format of COPY. */
  readonly #dimensions: ReadonlyMap<number, string>
  readonly #next
  readonly #digest
  readonly #rows
  readonly #find
  readonly #coverage: (accountId: string) => readonly Interval[]

  constructor(db: Db) {
    this.#accounts = new Map(
      db.prepare<[], [number, string]>('SELECT key, account_id FROM transaction_account').raw(true).all(),
    )
    this.#dimensions = readDimensions(db)
    db.exec('CREATE TEMP TABLE mirror_dimension (key INTEGER PRIMARY KEY, mark TEXT NOT NULL)')
    const insert = db.prepare<[number, string]>('INSERT INTO temp.mirror_dimension VALUES (?, ?)')
    for (const [key, text] of this.#dimensions)
      insert.run(key, createHash('sha256').update(text).digest('base64').slice(0, 22))
    this.#next = db.prepare<[number], number | null>('SELECT min(key) FROM account_transaction WHERE key >= ?').pluck()
    this.#digest = db
      .prepare<[number, number], [number, string | null]>(
        `SELECT count(*), group_concat(json_array(t.account, t.id, m.mark, t.at_ms, t.at_text, CAST(t.units AS TEXT), t.nanos,
           t.change_quantity, t.size, t.price, t.accrued_interest, t.moved_pieces, t.fetched_at), char(10))
         FROM account_transaction t CROSS JOIN temp.mirror_dimension m ON m.key = t.dimension
         WHERE t.key >= ? AND t.key < ?`,
      )
      .raw(true)
    this.#rows = db
      .prepare<[number, number], RawRow>(
        `SELECT ${rowColumns} FROM account_transaction t WHERE t.key >= ? AND t.key < ? ORDER BY t.key`,
      )
      .raw(true)
    this.#find = db
      .prepare<[string, string], number>(
        `SELECT 1 FROM account_transaction
         WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?) AND id = ?`,
      )
      .pluck()
    const coverage = createCoverage(db)
    const known = new Map<string, readonly Interval[]>()
    this.#coverage = (accountId) => {
      const covered = known.get(accountId) ?? coverage.list(accountId)
      known.set(accountId, covered)
      return covered
    }
  }

  /** All parts that have rows, oldest first. */
  *list(): Generator<StoredPart> {
    for (let key = this.#next.get(Number.MIN_SAFE_INTEGER) ?? null; key !== null;) {
      const number = Math.floor(key / keysInPart)
      const [count, text] = this.#digest.get(number * keysInPart, (number + 1) * keysInPart) ?? [0, null]
      const fingerprint = createHash('sha256')
        .update(text ?? '')
        .digest('base64')
      yield { part: String(number), count, fingerprint }
      key = this.#next.get((number + 1) * keysInPart) ?? null
    }
  }

  /** The rows of a part in the text format of COPY. */
  *copyText(part: string): Generator<string> {
    let text = ''
    const first = Number(part) * keysInPart
    for (const row of this.#rows.iterate(first, first + keysInPart)) {
      text += this.#copyRow(row, part)
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  }

  /**
   * Whether a row that a part lacks was removed: it is nowhere here, and its time (UTC ms; null where nobody has the row any
   * more) is loaded completely. What is not loaded is unknown, not removed.
   */
  isRemoved(accountId: string, id: string, at: number | null): boolean {
    if (this.#find.get(accountId, id) !== undefined) return false
    return at === null || this.#coverage(accountId).some(({ from, to }) => from <= at && at < to)
  }

  #copyRow(row: RawRow, part: string): string {
    const [account, id, dimension, atMs, storedText, units, nanos, quantity, size, price, interest, pieces, fetchedAt] =
      row
    const atText = storedText ?? usualText(atMs)
    const amount = units === null || nanos === null ? null : joinAmount(units, nanos)
    const readAt = instantText(fetchedAt)
    const own = copyRow([
      this.#accounts.get(account) ?? '',
      id,
      instantText(atMs),
      dayOfText(atText),
      atText,
      amount,
      quantity,
      size,
      price,
      interest,
      pieces,
      readAt,
      readAt,
      part,
    ])
    return `${own.slice(0, -1)}\t${this.#dimensions.get(dimension) ?? ''}\n`
  }
}

function readDimensions(db: Db): Map<number, string> {
  const rows = db
    .prepare<[], [number, string, string, string, string, string, string | null, number, number]>(
      `SELECT d.key, k.name, d.rule, c.name, s.name, s.symbol, m.code, coalesce(m.account, 0) > 0, d.has_trade
       FROM transaction_dimension d
       JOIN transaction_kind k ON k.key = d.kind
       JOIN transaction_subject s ON s.key = d.subject
       JOIN transaction_category c ON c.key = d.category
       LEFT JOIN transaction_currency m ON m.key = d.currency`,
    )
    .raw(true)
    .all()
  return new Map(
    rows.map(([key, kind, rule, category, name, symbol, currency, isAssumed, hasTrade]) => [
      key,
      [...[kind, rule, category, name, symbol].map(escapeText), ...currencyCells(currency, isAssumed === 1)]
        .concat(String(hasTrade === 1))
        .join('\t'),
    ]),
  )
}

/** The code of a currency and its source, in the format of COPY. */
const currencyCells = (currency: string | null, isAssumed: boolean): string[] =>
  currency === null ? ['\\N', '\\N'] : [escapeText(currency), currencySourceOf(currency, isAssumed)]
