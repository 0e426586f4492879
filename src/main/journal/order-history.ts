import { Order } from '../../shared/model/order/order.ts'
import {
  OrderChangeKind,
  type OrderChange,
  type OrderHistory,
  type SeenOrderChange,
} from '../../shared/model/order/history.ts'
import type { Db } from '../sqlite/db.ts'
import { decimalOrNull, integer, integerOrNull, json, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** The last known state of an order. */
interface SeenOrder {
  readonly order: Order
  /** The last complete list did not contain it. */
  readonly isGone: boolean
}

/** The list of one account's orders at a time. */
interface Reading {
  readonly accountId: string
  readonly orders: readonly Order[]
  /** Every row could be parsed: an order that is missing here is not in the list. */
  readonly isWhole: boolean
  /** UTC ms. */
  readonly at: number
}

type Compare = (before: SeenOrder | null, after: Order) => readonly OrderChange[]

const changeColumns = 'number, account_id, order_id, seen_at, kind, status, executed, filled_by, symbol'

/**
 * The history of orders, which the service does not keep. An order's last state and its changes are stored in one
 * transaction: recording the same reading twice, before and after a crash, adds no change twice.
 */
export function createOrderHistory(db: Db) {
  const selectAccount = db.prepare<[string], Row>('SELECT 1 FROM order_account WHERE account_id = ?')
  const insertAccount = db.prepare<[string, number]>(
    'INSERT INTO order_account (account_id, first_read_at) VALUES (?, ?)',
  )
  const selectSeen = db.prepare<[string, string], Row>(
    `SELECT order_id, data, gone_at FROM order_seen
     WHERE account_id = ? AND (gone_at IS NULL OR order_id IN (SELECT value FROM json_each(?)))`,
  )
  const putSeen = db.prepare<[string, string, string, number]>(
    `INSERT INTO order_seen (account_id, order_id, data, first_seen_at, gone_at) VALUES (?, ?, ?, ?, NULL)
     ON CONFLICT (account_id, order_id) DO UPDATE SET data = excluded.data, gone_at = NULL`,
  )
  const markGone = db.prepare<[number, string, string]>(
    'UPDATE order_seen SET gone_at = ? WHERE account_id = ? AND order_id = ?',
  )
  const insertChange = db.prepare<[string, string, number, string, string, string | null, string | null, string]>(
    `INSERT INTO order_change (account_id, order_id, seen_at, kind, status, executed, filled_by, symbol)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectOne = db.prepare<[string, string], Row>(
    'SELECT data, first_seen_at, gone_at FROM order_seen WHERE account_id = ? AND order_id = ?',
  )
  const selectOf = db.prepare<[string, string], Row>(
    `SELECT ${changeColumns} FROM order_change WHERE account_id = ? AND order_id = ? ORDER BY number DESC`,
  )
  const selectAll = db.prepare<[number, number], Row>(
    `SELECT ${changeColumns} FROM order_change WHERE number < ? ORDER BY number DESC LIMIT ?`,
  )
  const selectOfAccount = db.prepare<[string, number, number], Row>(
    `SELECT ${changeColumns} FROM order_change WHERE account_id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
  )

  function recordReading({ accountId, orders, isWhole, at }: Reading, compare: Compare): number {
    const isFirst = selectAccount.get(accountId) === undefined
    if (isFirst) insertAccount.run(accountId, at)
    const seen = readSeen(accountId, orders)
    let count = 0
    const addChange = (order: Order, change: OrderChange): void => {
      const { kind, status, executed, filledBy } = change
      insertChange.run(accountId, order.id, at, kind, status, executed, filledBy, symbolOf(order))
      count++
    }
    for (const order of new Map(orders.map((order) => [order.id, order])).values()) {
      const before = seen.get(order.id) ?? null
      // In the first reading, orders already existed: they are not new.
      const changes = before === null && isFirst ? [foundAs(order)] : compare(before?.seen ?? null, order)
      for (const change of changes) addChange(order, change)
      const data = JSON.stringify(order)
      if (data !== before?.data || before.seen.isGone) putSeen.run(accountId, order.id, data, at)
    }
    if (!isWhole) return count
    const listed = new Set(orders.map(({ id }) => id))
    for (const {
      seen: { order, isGone },
    } of seen.values()) {
      if (isGone || listed.has(order.id)) continue
      markGone.run(at, accountId, order.id)
      addChange(order, { kind: 'gone', status: order.status, executed: order.executedQuantity, filledBy: null })
    }
    return count
  }

  /** The orders of the last reading, and orders of this reading that had left the list. */
  function readSeen(accountId: string, orders: readonly Order[]) {
    const ids = JSON.stringify(orders.map(({ id }) => id))
    const rows = selectSeen.all(accountId, ids).map((row) => {
      const seen: SeenOrder = { order: json(row, 'data', Order), isGone: integerOrNull(row, 'gone_at') !== null }
      return [text(row, 'order_id'), { seen, data: text(row, 'data') }] as const
    })
    return new Map(rows)
  }

  return {
    /** Compares a reading with the previous one and stores the changes; returns their number. */
    record: (reading: Reading, compare: Compare): number => transact(db, () => recordReading(reading, compare)),
    /** The history of one order, newest change first; `null` when it was never seen. */
    get(accountId: string, orderId: string): OrderHistory | null {
      const row = selectOne.get(accountId, orderId)
      if (row === undefined) return null
      return {
        order: json(row, 'data', Order),
        firstSeenAt: integer(row, 'first_seen_at'),
        goneAt: integerOrNull(row, 'gone_at'),
        changes: selectOf.all(accountId, orderId).map(readChange),
      }
    },
    /** Changes of one account, or of all with `null`: the newest ones with a number below `before`. */
    changes(accountId: string | null, before: number | null, limit: number): SeenOrderChange[] {
      const below = before ?? Number.MAX_SAFE_INTEGER
      const rows = accountId === null ? selectAll.all(below, limit) : selectOfAccount.all(accountId, below, limit)
      return rows.map(readChange)
    },
  }
}

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
