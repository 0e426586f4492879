import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#main/cache/schema/migrations.ts'
import { TotalsReader } from '#main/cache/transactions/totals/totals-reader.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from '../transactions/make-transactions.ts'
import { openTransactions } from '../transactions/rig.ts'

const base = Date.UTC(2026, 1, 28, 23, 59, 59)
const before1970 = Date.UTC(1969, 11, 31, 12)

test('rows of the old schema keep their totals, their text and their order after the migration', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, 5)
  db.exec(`
    INSERT INTO transaction_account VALUES (1, 'a'), (2, 'b');
    INSERT INTO transaction_category VALUES (1, 'TAX'), (2, 'OTHERS');
    INSERT INTO transaction_currency VALUES (1, 'RUB');
    INSERT INTO transaction_subject VALUES (1, 'Налог', '', 1), (2, 'Покупка', 'SBER@MISX', 2);
    INSERT INTO coverage VALUES (1, 0, 1000);
    INSERT INTO instrument VALUES ('SBER@MISX', '1', 'SBER', 'MISX', '', 'EQUITIES', 'Сбербанк', 0, 'sber', 'sber');`)
  const insert = db.prepare(
    `INSERT INTO account_transaction (key, account, id, at_ms, subject, category, currency, units, nanos, has_trade, size, fetched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 5)`,
  )
  insert.run(base * 1024, 1, '1', base, 1, 1, 1, -1, -6_400_000, 0, null)
  // Its key overflowed into the keys of a later second.
  insert.run((base + 3) * 1024, 2, '1', base, 2, 2, 1, 9_223_372_036_854_775_807n, 999_999_999, 1, '10')
  insert.run(before1970 * 1024, 1, '2', before1970, 2, 2, null, null, null, 0, null)
  migrate(db, migrations)

  const transactions = openTransactions(db)
  const everything = { conditions: [], text: '' }
  const page = transactions.pages.page({ filter: everything, direction: 'newest', after: null, limit: 10 }, 'bounded')
  const sber = { name: 'Покупка', symbol: 'SBER@MISX', category: 'OTHERS' }
  expect(page?.rows.map(({ accountId, transaction }) => [accountId, transaction])).toEqual([
    [
      'b',
      makeTransaction('1', base, {
        ...sber,
        change: { currency: 'RUB', amount: dec('9223372036854775807.999999999') },
        trade: { size: dec('10'), price: null, accruedInterest: null },
      }),
    ],
    ['a', makeTransaction('1', base, { name: 'Налог', category: 'TAX' })],
    ['a', makeTransaction('2', before1970, { ...sber, change: null })],
  ])
  const february = { field: 'period' as const, from: Date.UTC(2026, 1, 1), to: Date.UTC(2026, 2, 1), isNot: false }
  const sum = (conditions: (typeof february)[]) => {
    const steps = new TotalsReader(db).steps({ conditions, text: '' })
    for (let step = 0; step < 100; step++) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
    throw new Error('the totals do not end')
  }
  expect(sum([])).toMatchObject({ count: 3 })
  expect(sum([february])).toMatchObject({
    count: 2,
    byCurrency: [{ currency: 'RUB', amount: '9223372036854775806.993599999', count: 2 }],
  })
  const found = (text: string) =>
    transactions.pages.page(
      { filter: { conditions: [february], text }, direction: 'newest', after: null, limit: 9 },
      'bounded',
    )?.rows.length
  expect([found('сбербанк'), found('алог'), found('нет')]).toEqual([1, 1, 0])
  expect(transactions.upsert('b', [makeTransaction('1', base)], 6)).toEqual({ inserted: 0, updated: 1, setAside: 0 })
  expect(sum([])).toMatchObject({
    byCurrency: [
      { currency: 'RUB', amount: '-2.0128', count: 2 },
      { currency: '', amount: '0', count: 1 },
    ],
  })
})

test('rows of a cache without the index of dimensions are found by dimension and by amount after the migration', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations,
    migrations.findIndex((step) => String(step).includes('transaction_of_kind')),
  )
  db.exec(`
    INSERT INTO transaction_account VALUES (1, 'a');
    INSERT INTO transaction_category VALUES (1, 'TAX'), (2, 'INCOME');
    INSERT INTO transaction_currency VALUES (1, 'RUB');
    INSERT INTO transaction_subject (key, name, symbol, category, mic, folded)
      VALUES (1, 'Налог', '', 1, '', 'налог'), (2, 'Дивиденд', 'SBER@MISX', 2, 'MISX', 'дивиденд');
    INSERT INTO transaction_kind VALUES (1, 1, 1, 1, 1, 0), (2, 1, 2, 2, 1, 0);`)
  const insert = db.prepare(
    `INSERT INTO account_transaction (key, account, id, kind, at_ms, units, nanos, fetched_at) VALUES (?, 1, ?, ?, ?, ?, 0, 5)`,
  )
  const dayMs = 86_400_000
  // A few rows of one dimension, years apart and also before 1970, among many rows of the other dimension.
  for (let day = 0; day < 20_000; day++) {
    const at = base - day * dayMs
    insert.run(at * 1024, `${day}`, day % 4_000 === 3_999 ? 2 : 1, at, day % 100)
  }
  insert.run(before1970 * 1024, 'old', 2, before1970, 7_000)
  migrate(db, migrations)

  const { pages, upsert } = openTransactions(db)
  upsert('a', [makeTransaction('new', base + 1_000, { change: { currency: 'RUB', amount: dec('7001') } })], 6)
  const ids = (direction: 'newest' | 'oldest', ...conditions: FilterCondition[]) =>
    pages
      .page({ filter: { conditions, text: '' }, direction, after: null, limit: 9 }, 'bounded')
      ?.rows.map(({ transaction }) => transaction.id)
  const dividends: FilterCondition = { field: 'symbol', values: ['SBER@MISX'], isNot: false }
  const large: FilterCondition = { field: 'amount', min: dec('6999'), max: dec('7002'), isNot: false }
  const days = ['3999', '7999', '11999', '15999', '19999']
  expect(ids('newest', dividends)?.filter((id) => id !== 'old')).toEqual(days)
  expect(ids('newest', dividends)).toContain('old')
  expect(ids('oldest', dividends)?.filter((id) => id !== 'old')).toEqual(days.toReversed())
  expect(ids('newest', large)).toEqual(['new', 'old'])
  expect(ids('oldest', large, dividends)).toEqual(['old'])
})
