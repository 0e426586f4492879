import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#main/cache/schema/migrations.ts'
import { separateUnstatedCurrencies } from '#main/cache/schema/unstated-currency.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { sum } from '../transactions/query/expect-filtered.ts'
import { sumNaively } from '../transactions/query/naive-filter.ts'
import { finishReview, openTransactions } from '../transactions/rig.ts'

const at = Date.UTC(2026, 1, 28, 23, 59, 59)
const day = Math.floor(at / 86_400_000)
const month = 2026 * 12 + 1
const everything = { conditions: [], text: '' }

/** Accounts of an earlier version: `a` has roubles, `b` roubles and dollars; each has money of 0 and of 7 without a currency. */
function openOld() {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.pragma('foreign_keys = ON')
  migrate(db, migrations, migrations.indexOf(separateUnstatedCurrencies))
  db.exec(`
    INSERT INTO transaction_account VALUES (1, 'a'), (2, 'b');
    INSERT INTO transaction_category VALUES (1, 'OTHERS');
    INSERT INTO transaction_currency VALUES (1, 'RUB'), (2, ''), (3, 'USD');
    INSERT INTO transaction_kind VALUES (2, 'other-income');
    INSERT INTO transaction_subject (key, name, symbol, category, mic, folded) VALUES (1, 'Выплата', 'X@M', 1, 'M', 'выплата');`)
  const rows = [
    ...[1, 2].flatMap((account) => [
      { account, currency: 1, units: 5 },
      { account, currency: 2, units: 0 },
      { account, currency: 2, units: 7 },
    ]),
    { account: 2, currency: 3, units: 9 },
  ]
  const dimensionOf = (account: number, currency: number): number => account * 10 + currency
  for (const [index, { account, currency, units }] of rows.entries()) {
    const dimension = dimensionOf(account, currency)
    db.exec(`
      INSERT OR IGNORE INTO transaction_dimension VALUES (${dimension}, ${account}, 1, 1, ${currency}, 0, 2, 'category');
      INSERT INTO account_transaction (key, account, id, dimension, at_ms, units, nanos, fetched_at)
        VALUES (${at * 1024 + index}, ${account}, '${index}', ${dimension}, ${at}, ${units}, 0, 5);
      INSERT INTO transaction_day VALUES (${account}, ${day}, 1, 2, ${currency}, 1, 0, ${units}, 0)
        ON CONFLICT DO UPDATE SET row_count = row_count + 1, units_low = units_low + excluded.units_low;
      INSERT INTO transaction_month VALUES (${account}, ${month}, 1, 2, ${currency}, 1, 0, ${units}, 0)
        ON CONFLICT DO UPDATE SET row_count = row_count + 1, units_low = units_low + excluded.units_low;`)
  }
  return db
}

test('stored money without a currency is mended: 0 is no money, the rest is assumed where the account has one currency', () => {
  const db = openOld()
  migrate(db, migrations)
  expect(db.pragma('foreign_key_check')).toEqual([])
  const transactions = openTransactions(db)
  finishReview(db)
  const read = () =>
    transactions.pages.page({ filter: everything, direction: 'oldest', after: null, limit: 100 }, 'unbounded')?.rows ??
    []
  const moneyOf = (accountId: string) =>
    read()
      .filter((row) => row.accountId === accountId)
      .map(({ transaction: { change }, isCurrencyAssumed }) => [change?.amount, change?.currency, isCurrencyAssumed])
  expect(moneyOf('a')).toEqual([
    ['5', 'RUB', undefined],
    [undefined, undefined, undefined],
    ['7', 'RUB', true],
  ])
  expect(moneyOf('b')).toEqual([
    ['5', 'RUB', undefined],
    [undefined, undefined, undefined],
    ['7', '', undefined],
    ['9', 'USD', undefined],
  ])
  const ordered = (sums: readonly { currency: string; amount: string; count: number }[]) =>
    sums.map(({ currency, amount, count }) => [currency, amount, count]).sort()
  expect(ordered(sum(db, everything).byCurrency)).toEqual(ordered(sumNaively(read()).byCurrency))
})
