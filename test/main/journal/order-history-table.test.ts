import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareOrder } from '#main/insight/orders/order-changes.ts'
import { migrations } from '#main/journal/migrations.ts'
import { OrderHistoryTable } from '#main/journal/order-history-table.ts'
import { closeDatabase, openDatabase } from '#main/sqlite/open.ts'
import type { Order } from '#shared/model/order/order.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { d, makeOrder } from '../insight/make.ts'
import { collectPlans, plansWith } from '../sqlite/query-plans.ts'
import { openTestJournal } from './open-journal.ts'

const accountId = '1900001'
const filled = { status: 'ORDER_STATUS_FILLED', executedQuantity: d('10'), remainingQuantity: d('0') }

function start(db = openTestJournal()) {
  const history = new OrderHistoryTable(db)
  let at = 100
  const read = (orders: readonly Order[], isComplete = true): number =>
    history.record({ accountId, orders, isComplete, at: at++ }, compareOrder)
  const listChanges = () => history.changes(null, null, 500).map(({ orderId, kind, seenAt }) => [orderId, kind, seenAt])
  return { history, read, listChanges }
}

test('orders of the first reading are "found", later ones are "new"', () => {
  const { read, listChanges } = start()
  read([makeOrder({ id: '1', ...filled })])
  read([makeOrder({ id: '1', ...filled }), makeOrder({ id: '2' })])
  expect(listChanges()).toEqual([
    ['2', 'new', 101],
    ['1', 'found', 100],
  ])
})

test('after an empty first reading the first order is new', () => {
  const { read, listChanges } = start()
  read([])
  read([makeOrder({ id: '1' })])
  expect(listChanges()).toEqual([['1', 'new', 101]])
})

test('recording the same reading twice, as after a crash, adds no change twice', () => {
  const { read, listChanges } = start()
  read([makeOrder()])
  expect(read([makeOrder(filled)])).toBe(1)
  expect(read([makeOrder(filled)])).toBe(0)
  expect(listChanges().map(([, kind]) => kind)).toEqual(['filled', 'found'])
})

test('after a restart a reading is compared with the stored state, and no change is repeated', () => {
  const path = join(makeTemporaryDirectory(), 'journal.sqlite')
  const open = () => {
    const db = openDatabase(path, migrations, { synchronous: 'FULL' })
    onTestFinished(() => closeDatabase(db))
    return start(db)
  }
  open().read([makeOrder()])
  const { read, history } = open()
  read([makeOrder(filled)])
  expect(history.get(accountId, makeOrder().id)).toMatchObject({
    order: { status: 'ORDER_STATUS_FILLED' },
    firstSeenAt: 100,
    goneAt: null,
    changes: [{ kind: 'filled', filledBy: '10', executed: '10', seenAt: 100 }, { kind: 'found' }],
  })
})

test('an order that leaves the list is recorded as gone once, keeps its last state, and can return to the list', () => {
  const { read, listChanges, history } = start()
  read([makeOrder()])
  read([])
  read([])
  expect(history.get(accountId, makeOrder().id)).toMatchObject({ goneAt: 101, order: makeOrder() })
  read([makeOrder({ status: 'ORDER_STATUS_CANCELED' })])
  expect(listChanges().map(([, kind, seenAt]) => [kind, seenAt])).toEqual([
    ['cancelled', 103],
    ['back', 103],
    ['gone', 101],
    ['found', 100],
  ])
  expect(history.get(accountId, makeOrder().id)?.goneAt).toBeNull()
})

test('a list with an unreadable row marks no order as gone', () => {
  const { read, listChanges } = start()
  read([makeOrder()])
  read([], false)
  expect(listChanges()).toHaveLength(1)
})

test('an order that is in the list twice is recorded once', () => {
  const { read, listChanges } = start()
  read([])
  read([makeOrder(), makeOrder()])
  expect(listChanges()).toHaveLength(1)
})

test('a reading that cannot be stored completely is not stored at all', () => {
  const db = openTestJournal()
  const { read, listChanges } = start(db)
  read([makeOrder({ id: '1' })])
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON order_seen WHEN NEW.order_id = '2'
           BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  expect(() => read([makeOrder({ id: '1', ...filled }), makeOrder({ id: '2' })])).toThrow()
  db.exec('DROP TRIGGER full')
  expect(listChanges()).toEqual([['1', 'found', 100]])
  read([makeOrder({ id: '1', ...filled }), makeOrder({ id: '2' })])
  expect(listChanges().map(([, kind]) => kind)).toEqual(['new', 'filled', 'found'])
})

test('changes are read page by page, of one account or of all', () => {
  const { history, read } = start()
  read([])
  for (let n = 1; n <= 7; n++) read(Array.from({ length: n }, (_, i) => makeOrder({ id: String(i) })))
  const first = history.changes(accountId, null, 3)
  const rest = history.changes(null, first.at(-1)?.number ?? 0, 500)
  expect([...first, ...rest].map(({ orderId }) => orderId)).toEqual(['6', '5', '4', '3', '2', '1', '0'])
  expect(history.changes('another', null, 9)).toEqual([])
})

test('the history is found through an index', () => {
  const db = openTestJournal()
  const plans = collectPlans(db, () => new OrderHistoryTable(db))
  expect(plansWith(plans, /^SCAN order_(seen|account)|TEMP B-TREE/)).toEqual([])
})
