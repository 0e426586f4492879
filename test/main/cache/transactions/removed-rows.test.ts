import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { dec, openTestCache } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { everything, open } from './review-rig.ts'
import { base, finishReview, openTransactions } from './rig.ts'

const minute = 60_000
const row = (id: string, minutes: number, changes: Partial<Transaction>): Transaction =>
  makeTransaction(id, base + minutes * minute, { category: 'OTHERS', ...changes })
const rub = (amount: string) => ({ currency: 'RUB', amount: dec(amount) })

/** A reversal with its row, an exchange of two rows, a split of two rows, money without a currency, and a row of its own. */
const rows: readonly Transaction[] = [
  row('1', 0, { name: 'Комиссия', category: 'COMMISSION', change: rub('-3') }),
  row('2', 1, { name: 'Отмена комиссии', category: 'COMMISSION', change: rub('3') }),
  row('3', 500, { name: 'Прочее', change: rub('-9000') }),
  row('4', 500, { name: 'Прочее', change: { currency: 'USD', amount: dec('100') } }),
  row('5', 900, {
    name: 'Списание бумаг',
    category: 'TRANSFER',
    symbol: 'S@M',
    change: null,
    changeQuantity: dec('-10'),
  }),
  row('6', 900, {
    name: 'Зачисление бумаг',
    category: 'TRANSFER',
    symbol: 'S@M',
    change: null,
    changeQuantity: dec('100'),
  }),
  row('7', 1200, { name: 'Купон', category: 'INCOME', symbol: 'B@M', change: { currency: '', amount: dec('12') } }),
  row('8', 1300, { name: 'Пополнение', category: 'DEPOSIT', change: rub('1000') }),
]

function result(stored: readonly Transaction[], removed: readonly string[], isReviewedBefore: boolean) {
  const db = openTestCache()
  const { transactions, cache, rows: read, expectExactSums } = open(db)
  transactions.upsert('a', stored, 1)
  if (isReviewedBefore) finishReview(db)
  return async () => {
    await transactions.remove('a', removed)
    finishReview(db)
    expectExactSums()
    const pieces = db.prepare<[]>('SELECT id, moved_pieces, chosen_group FROM account_transaction ORDER BY key').all()
    const days = db
      .prepare<[]>('SELECT day, sum(row_count), sum(units_high), sum(units_low) FROM transaction_day GROUP BY 1')
      .all()
    return {
      rows: read().map(({ fetchedAt: _, ...rest }) => rest),
      pieces,
      days,
      facets: { ...cache.transactions.facets(), mics: [] },
    }
  }
}

test('a removed row leaves nothing behind: the rest is as if it had never been stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(rows.map(({ id }) => id)), fc.boolean(), async (removed, isReviewedBefore) => {
      const left = rows.filter(({ id }) => !removed.includes(id))
      const [without, never] = [result(rows, removed, isReviewedBefore), result(left, [], false)]
      expect(await without()).toEqual(await never())
    }),
    { numRuns: runs(20) },
  )
})

test('a group of the user has no effect while one of its rows is removed, and has one when it is stored again', async () => {
  const { db, transactions, kinds } = open()
  transactions.upsert('a', rows, 1)
  new KindReview(db).begin([], [{ id: 'g', accountId: 'a', rowIds: ['5', '6'], kind: 'split', costShare: null }])
  finishReview(db)
  const before = kinds()
  await transactions.remove('a', ['6'])
  finishReview(db)
  expect(kinds()[4]).not.toBe(before[4])
  transactions.upsert('a', rows, 2)
  finishReview(db)
  expect(kinds()).toEqual(before)
})

test('only the named rows of the named account are removed, and a name without a row changes nothing', async () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  for (const account of ['a', 'b']) transactions.upsert(account, rows, 1)
  await transactions.remove('a', ['3', 'x'])
  expect([transactions.count('a'), transactions.count('b')]).toEqual([7, 8])
  const page = transactions.pages.page({ filter: everything, direction: 'oldest', after: null, limit: 50 }, 'unbounded')
  expect(page?.rows.filter(({ transaction }) => transaction.id === '3').map(({ accountId }) => accountId)).toEqual([
    'b',
  ])
})
