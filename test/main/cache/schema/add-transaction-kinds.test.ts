import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { transactionKinds } from '#main/cache/schema/add-transaction-kinds.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from '../transactions/make-transactions.ts'
import { sum } from '../transactions/query/expect-filtered.ts'
import { finishReview, openTransactions } from '../transactions/rig.ts'

const at = Date.UTC(2026, 1, 28, 23, 59, 59)
const day = Math.floor(at / 86_400_000)
const month = 2026 * 12 + 1
const everything = { conditions: [], text: '' }

test('rows without kinds keep their sums, are unknown at first, and get their kinds from the review', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.pragma('foreign_keys = ON')
  migrate(db, migrations, migrations.indexOf(transactionKinds))
  db.exec(`
    INSERT INTO transaction_account VALUES (1, 'a');
    INSERT INTO transaction_category VALUES (1, 'OTHERS'), (2, 'INCOME');
    INSERT INTO transaction_currency VALUES (1, 'RUB');
    INSERT INTO instrument (key, symbol, id, ticker, mic, isin, type, name, is_archived, class)
      VALUES (1, 'X@M', '1', 'X', 'M', '', 'EQUITIES', 'X', 0, 1);
    INSERT INTO transaction_subject (key, name, symbol, category, mic, folded)
      VALUES (1, 'Покупка', 'X@M', 1, 'M', 'покупка'), (2, 'Выплата', 'X@M', 2, 'M', 'выплата');
    INSERT INTO transaction_dimension VALUES (1, 1, 1, 1, 1, 1), (2, 1, 2, 2, 1, 0);
    INSERT INTO transaction_day VALUES (1, ${day}, 1, 1, 2, 0, 5, 0), (1, ${day}, 2, 1, 1, 0, 7, 500000000);
    INSERT INTO transaction_month VALUES (1, ${month}, 1, 1, 2, 0, 5, 0), (1, ${month}, 2, 1, 1, 0, 7, 500000000);`)
  const insert = db.prepare(
    `INSERT INTO account_transaction (key, account, id, dimension, at_ms, units, nanos, size, fetched_at)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, 5)`,
  )
  insert.run(at * 1024, '1', 1, at, -10, 0, '1')
  insert.run(at * 1024 + 1, '2', 1, at, 15, 0, '1')
  insert.run(at * 1024 + 2, '3', 2, at, 7, 500_000_000, null)
  migrate(db, migrations)
  expect(db.pragma('foreign_key_check')).toEqual([])

  const { byKind, ...before } = sum(db, everything)
  expect(before).toMatchObject({
    count: 3,
    unreviewedCount: 3,
    byCurrency: [{ currency: 'RUB', amount: '12.5', count: 3 }],
  })
  expect(byKind).toEqual([{ kind: 'unknown', currency: 'RUB', amount: '12.5', count: 3 }])
  const transactions = openTransactions(db)
  transactions.upsert('a', [makeTransaction('4', at + 5_000)], 6)
  finishReview(db, 2)

  const { byKind: after, ...rest } = sum(db, everything)
  expect([rest.count, rest.unreviewedCount]).toEqual([4, 0])
  expect(rest.byCategory).toEqual(expect.arrayContaining([...before.byCategory]))
  expect(after.map(({ kind, amount, count }) => [kind, amount, count])).toEqual([
    ['buy', '-10', 1],
    ['commission', dec('-1.0064'), 1],
    ['dividend', '7.5', 1],
    ['sell', '15', 1],
  ])
  expect(transactions.get('a', '3')).toMatchObject({ kind: 'dividend', kindRule: 'type', fetchedAt: 5 })
  expect(db.pragma('foreign_key_check')).toEqual([])
})
