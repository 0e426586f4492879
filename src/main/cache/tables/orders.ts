import { Order } from '#shared/model/order/order.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, json, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** All orders of one account as last read. An account without an entry was never read: its orders are unknown. */
interface AccountOrders {
  readonly accountId: string
  /** Newest first, by the latest time of each order. */
  readonly orders: readonly Order[]
  /** UTC ms. */
  readonly fetchedAt: number
}

/** The orders of each account. */
export function createOrders(db: Db) {
  const selectReads = db.prepare<[string | null, string | null], Row>(
    'SELECT account_id, fetched_at FROM order_read WHERE ? IS NULL OR account_id = ? ORDER BY account_id',
  )
  const selectOrders = db.prepare<[string], Row>('SELECT data FROM order_state WHERE account_id = ? ORDER BY ordinal')
  const remove = db.prepare<[string]>('DELETE FROM order_read WHERE account_id = ?')
  const removeOthers = db.prepare<[string]>(
    'DELETE FROM order_read WHERE account_id NOT IN (SELECT value FROM json_each(?))',
  )
  const insertRead = db.prepare<[string, number]>('INSERT INTO order_read (account_id, fetched_at) VALUES (?, ?)')
  const insert = db.prepare<[string, number, string, string]>(
    'INSERT INTO order_state (account_id, ordinal, id, data) VALUES (?, ?, ?, ?)',
  )
  return {
    /** The orders of one account; with `null`, of all accounts. */
    list: (accountId: string | null): AccountOrders[] =>
      db.transaction(() =>
        selectReads.all(accountId, accountId).map((row) => {
          const id = text(row, 'account_id')
          const orders = selectOrders.all(id).map((order) => json(order, 'data', Order))
          return { accountId: id, orders, fetchedAt: integer(row, 'fetched_at') }
        }),
      )(),
    /** Replaces all orders of an account with those of a response, in one transaction. */
    replaceOrders(accountId: string, orders: readonly Order[], fetchedAt: number): void {
      const sorted = orders.toSorted((a, b) => latestTime(b) - latestTime(a))
      transact(db, () => {
        remove.run(accountId)
        insertRead.run(accountId, fetchedAt)
        for (const [ordinal, order] of sorted.entries()) insert.run(accountId, ordinal, order.id, JSON.stringify(order))
      })
    },
    /** Deletes the orders of accounts that the token no longer includes; returns the number of these accounts. */
    removeExcept: (accountIds: readonly string[]): number =>
      transact(db, () => removeOthers.run(JSON.stringify(accountIds)).changes),
  }
}

const latestTime = (order: Order): number =>
  Math.max(...[order.transactAt, order.acceptAt, order.withdrawAt].map((at) => at ?? Number.MIN_SAFE_INTEGER))
