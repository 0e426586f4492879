import {
  Order,
  OrderChangeKind,
  type OrderChange,
  type OrderHistory,
  type SeenOrderChange,
} from '#shared/model/order/order.ts'
import type { Db } from '../sqlite/db.ts'
import { decimalOrNull, integer, integerOrNull, json, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** The last known state of an order. */
interface SeenOrder {
  readonly order: Order
  /** Whether the last complete list did not contain it. */
  readonly isGone: boolean
}

/** The list of one account's orders at a time. */
interface Reading {
  readonly accountId: string
  readonly orders: readonly Order[]
  /** Whether every row could be parsed. Then an order that is missing here is not in the list. */
  readonly isComplete: boolean
  /** UTC ms. */
  readonly at: number
}

type Compare = (before: SeenOrder | null, after: Order) => readonly OrderChange[]

const changeColumns = 'number, account_id, order_id, seen_at, kind, status, executed, filled_by, symbol'

const prepareStatements = (db: Db) => ({
  selectAccount: db.prepare<[string], Row>('SELECT 1 FROM order_account WHERE account_id = ?'),
  insertAccount: db.prepare<[string, number]>('INSERT INTO order_account (account_id, first_read_at) VALUES (?, ?)'),
  selectSeen: db.prepare<[string, string], Row>(
    `SELECT order_id, data, gone_at FROM order_seen
     WHERE account_id = ? AND (gone_at IS NULL OR order_id IN (SELECT value FROM json_each(?)))`,
  ),
  putSeen: db.prepare<[string, string, string, number]>(
    `INSERT INTO order_seen (account_id, order_id, data, first_seen_at, gone_at) VALUES (?, ?, ?, ?, NULL)
     ON CONFLICT (account_id, order_id) DO UPDATE SET data = excluded.data, gone_at = NULL`,
  ),
  markGone: db.prepare<[number, string, string]>(
    'UPDATE order_seen SET gone_at = ? WHERE account_id = ? AND order_id = ?',
  ),
  insertChange: db.prepare<[string, string, number, string, string, string | null, string | null, string]>(
    `INSERT INTO order_change (account_id, order_id, seen_at, kind, status, executed, filled_by, symbol)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  selectOne: db.prepare<[string, string], Row>(
    'SELECT data, first_seen_at, gone_at FROM order_seen WHERE account_id = ? AND order_id = ?',
  ),
  selectOf: db.prepare<[string, string], Row>(
    `SELECT ${changeColumns} FROM order_change WHERE account_id = ? AND order_id = ? ORDER BY number DESC`,
  ),
  selectAll: db.prepare<[number, number], Row>(
    `SELECT ${changeColumns} FROM order_change WHERE number < ? ORDER BY number DESC LIMIT ?`,
  ),
  selectOfAccount: db.prepare<[string, number, number], Row>(
    `SELECT ${changeColumns} FROM order_change WHERE account_id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
  ),
})

/**
 * The history of orders, which the service does not keep. The last state of an order and its changes are stored in one
 * transaction. Recording the same reading twice, before and after a crash, adds no change twice.
 */
export class OrderHistoryTable {
  readonly #db: Db
  readonly #sql

  constructor(db: Db) {
    this.#db = db
    this.#sql = prepareStatements(db)
  }

  /** Compares a reading with the previous one and stores the changes; returns their number. */
  record(reading: Reading, compare: Compare): number {
    return transact(this.#db, () => {
      const { accountId, orders, at } = reading
      const isFirst = this.#sql.selectAccount.get(accountId) === undefined
      if (isFirst) this.#sql.insertAccount.run(accountId, at)
      const seen = this.#readSeen(accountId, orders)
      const changed = this.#recordListed(reading, seen, isFirst, compare)
      return reading.isComplete ? changed + this.#recordGone(reading, seen) : changed
    })
  }

  /** The history of one order, newest change first; `null` when it was never seen. */
  get(accountId: string, orderId: string): OrderHistory | null {
    const row = this.#sql.selectOne.get(accountId, orderId)
    if (row === undefined) return null
    return {
      order: json(row, 'data', Order),
      firstSeenAt: integer(row, 'first_seen_at'),
      goneAt: integerOrNull(row, 'gone_at'),
      changes: this.#sql.selectOf.all(accountId, orderId).map(readChange),
    }
  }

  /** Changes of one account, or of all with `null`: the newest ones with a number below `before`. */
  changes(accountId: string | null, before: number | null, limit: number): SeenOrderChange[] {
    const { selectAll, selectOfAccount } = this.#sql
    const below = before ?? Number.MAX_SAFE_INTEGER
    const rows = accountId === null ? selectAll.all(below, limit) : selectOfAccount.all(accountId, below, limit)
    return rows.map(readChange)
  }

  /** The orders of the last reading, and those orders of this reading that had left the list before. */
  #readSeen(accountId: string, orders: readonly Order[]): SeenById {
    const ids = JSON.stringify(orders.map(({ id }) => id))
    const rows = this.#sql.selectSeen.all(accountId, ids).map((row) => {
      const seen: SeenOrder = { order: json(row, 'data', Order), isGone: integerOrNull(row, 'gone_at') !== null }
      return [text(row, 'order_id'), { seen, data: text(row, 'data') }] as const
    })
    return new Map(rows)
  }

  #recordListed({ accountId, orders, at }: Reading, seen: SeenById, isFirst: boolean, compare: Compare): number {
    let count = 0
    for (const order of new Map(orders.map((order) => [order.id, order])).values()) {
      const before = seen.get(order.id) ?? null
      // The orders of the first reading existed before, so they are not new.
      const changes = before === null && isFirst ? [foundAs(order)] : compare(before?.seen ?? null, order)
      for (const change of changes) this.#insertChange(accountId, at, order, change)
      count += changes.length
      const data = JSON.stringify(order)
      if (data !== before?.data || before.seen.isGone) this.#sql.putSeen.run(accountId, order.id, data, at)
    }
    return count
  }

  #recordGone({ accountId, orders, at }: Reading, seen: SeenById): number {
    const listed = new Set(orders.map(({ id }) => id))
    const gone = [...seen.values()].filter((known) => !known.seen.isGone && !listed.has(known.seen.order.id))
    for (const { order } of gone.map((known) => known.seen)) {
      this.#sql.markGone.run(at, accountId, order.id)
      const { status, executedQuantity: executed } = order
      this.#insertChange(accountId, at, order, { kind: 'gone', status, executed, filledBy: null })
    }
    return gone.length
  }

  #insertChange(accountId: string, at: number, order: Order, change: OrderChange): void {
    const { kind, status, executed, filledBy } = change
    this.#sql.insertChange.run(accountId, order.id, at, kind, status, executed, filledBy, symbolOf(order))
  }
}

/** Seen orders by id, each with its stored text. */
type SeenById = ReadonlyMap<string, { readonly seen: SeenOrder; readonly data: string }>

const symbolOf = ({ body, stopLossTakeProfit }: Order): string => (body ?? stopLossTakeProfit)?.symbol ?? ''

const foundAs = (order: Order): OrderChange => ({
  kind: 'found',
  status: order.status,
  executed: order.executedQuantity,
  filledBy: null,
})

const readChange = (row: Row): SeenOrderChange => ({
  number: integer(row, 'number'),
  accountId: text(row, 'account_id'),
  orderId: text(row, 'order_id'),
  seenAt: integer(row, 'seen_at'),
  kind: OrderChangeKind.parse(text(row, 'kind')),
  status: text(row, 'status'),
  executed: decimalOrNull(row, 'executed'),
  filledBy: decimalOrNull(row, 'filled_by'),
  symbol: text(row, 'symbol'),
})
