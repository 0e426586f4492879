import { expect, test } from 'vitest'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import type { RowsAlike } from '#shared/model/transaction/kind-choice.ts'
import { storeInstruments } from '../instruments/store-instruments.ts'
import { instrument, sum } from './query/expect-filtered.ts'
import { incoming, everything, payment, open, bondEvent } from './review-rig.ts'
import { base, finishReview } from './rig.ts'

test('a row gets another kind when the type of its instrument becomes known, and keeps its read time', async () => {
  const { db, transactions, cache, rows, kinds, expectExactSums } = open()
  transactions.upsert('a', [payment('1', '10'), payment('2', '20', { symbol: 'C@M' })], 7)
  expect(kinds()).toEqual(['unknown by none', 'unknown by none'])
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  expect(sum(db, everything).unreviewedCount).toBe(1)
  finishReview(db)
  expect(kinds()).toEqual(['dividend by type', 'unknown by none'])
  expect(rows().map(({ fetchedAt }) => fetchedAt)).toEqual([7, 7])
  expect(sum(db, everything).unreviewedCount).toBe(0)
  expectExactSums()
})

test('rows that differ only by amount get the kinds of their own events', async () => {
  const { db, transactions, cache, kinds, expectExactSums } = open()
  await storeInstruments(cache.instruments, [{ ...instrument('B@M', 'B'), type: 'BONDS' }])
  transactions.upsert('a', [payment('1', '40.5'), payment('2', '250'), payment('3', '0.07')], 1)
  expect(kinds()).toEqual(Array(3).fill('unknown by none'))
  cache.corporateEvents.replaceBondEvents('B@M', [bondEvent('COUPON', '13.5'), bondEvent('AMORTIZATION', '125')], 2)
  finishReview(db)
  expect(kinds()).toEqual(['coupon by event', 'amortization by event', 'unknown by none'])
  transactions.upsert('a', [payment('4', '27'), payment('5', '500')], 3)
  expect(kinds().slice(3)).toEqual(['coupon by event', 'amortization by event'])
  expectExactSums()
})

test('events that are read again without a change need no review', async () => {
  const { db, transactions, cache } = open()
  await storeInstruments(cache.instruments, [{ ...instrument('B@M', 'B'), type: 'BONDS' }])
  transactions.upsert('a', [payment('1', '40.5')], 1)
  const events = [bondEvent('COUPON', '13.5')]
  cache.corporateEvents.replaceBondEvents('B@M', events, 2)
  finishReview(db)
  cache.corporateEvents.replaceBondEvents('B@M', events, 3)
  expect(sum(db, everything).unreviewedCount).toBe(0)
  cache.corporateEvents.replaceBondEvents('B@M', [], 4)
  expect(sum(db, everything).unreviewedCount).toBe(1)
})

test('new rules are applied part by part, sums stay exact after each part, and another review continues after a stop', () => {
  const { db, transactions, kinds, expectExactSums } = open()
  const names = ['Купоны', 'Дивиденды', 'Комиссия']
  const rows = Array.from({ length: 90 }, (_, i) =>
    payment(`${i}`, `${i - 45}.5`, { category: 'OTHERS', symbol: '', name: names[i % 3]! }),
  )
  transactions.upsert('a', rows, 1)
  const expected = kinds()
  // The state of an older version: all kinds are unknown.
  db.exec(`
    UPDATE transaction_kind_state SET rules = 'old words', version = version + 1;
    UPDATE transaction_dimension SET rule = 'none', kind = (SELECT key FROM transaction_kind WHERE name = 'unknown');
    DELETE FROM transaction_day; DELETE FROM transaction_month;`)
  const unknown = "(SELECT key FROM transaction_kind WHERE name = 'unknown')"
  const sums = `sum(t.units >> 32), sum(t.units & 4294967295), sum(t.nanos)`
  for (const [table, time] of [
    ['transaction_day', base],
    ['transaction_month', base],
  ] as const) {
    const at = table === 'transaction_day' ? Math.floor(time / 86_400_000) : 2026 * 12 + 2
    db.exec(`INSERT INTO ${table} SELECT d.account, ${at}, d.category, ${unknown}, d.currency, count(*), ${sums}
             FROM account_transaction t JOIN transaction_dimension d ON d.key = t.dimension GROUP BY 1, 3, 5`)
  }
  expectExactSums()
  expect(new Set(kinds())).toEqual(new Set(['unknown by none']))
  new KindReview(db).begin([])
  const left = [sum(db, everything).unreviewedCount]
  for (let step = 0; step < 100 && left.at(-1) !== 0; step++) {
    new KindReview(db).step(7)
    left.push(sum(db, everything).unreviewedCount)
    expectExactSums()
  }
  expect(left.length).toBeGreaterThan(12)
  expect(left).toEqual(left.toSorted((a, b) => b - a))
  expect(kinds()).toEqual(expected)
  new KindReview(db).begin([])
  expect(sum(db, everything).unreviewedCount).toBe(0)
})

test('a writer that still uses a dimension continues after the review has removed it', async () => {
  const { db, transactions, cache, kinds } = open()
  transactions.upsert('a', [payment('1', '10')], 1)
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  finishReview(db)
  expect(db.prepare("SELECT count(*) FROM transaction_dimension WHERE rule = 'none'").pluck().get()).toBe(0)
  transactions.upsert('a', [payment('2', '10')], 2)
  expect(kinds()).toEqual(['dividend by type', 'dividend by type'])
  expect(db.pragma('foreign_key_check')).toEqual([])
})

test('only the kind changes if a row is read again before its review', async () => {
  const { db, transactions, cache, rows, expectExactSums } = open()
  transactions.upsert('a', [payment('1', '10')], 1)
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  expect(transactions.upsert('a', [payment('1', '10')], 2)).toEqual({ inserted: 0, updated: 0, setAside: 0 })
  expect(rows()[0]).toMatchObject({ kind: 'dividend', kindRule: 'type', fetchedAt: 1 })
  expectExactSums()
  expect(transactions.upsert('a', [payment('1', '-10', { category: 'TAX' })], 3).updated).toBe(1)
  expect(rows()[0]).toMatchObject({ kind: 'tax', fetchedAt: 3 })
  expectExactSums()
  finishReview(db)
  expectExactSums()
})

test('the choices of the journal replace those of the cache, also if the cache has other choices or none', () => {
  const { db, transactions, kinds, expectExactSums } = open()
  transactions.upsert('a', [payment('1', '10'), payment('2', '-10')], 1)
  const alike: RowsAlike = { ...incoming, moneySign: -1 }
  const review = new KindReview(db)
  review.begin([
    { target: { scope: 'row', accountId: 'a', id: '1' }, kind: 'interest' },
    { target: { scope: 'row', accountId: 'b', id: '1' }, kind: 'fine' },
    { target: { scope: 'all-like-this', alike }, kind: 'tax' },
  ])
  finishReview(db)
  expect(kinds()).toEqual(['interest by person', 'tax by person'])
  transactions.upsert('b', [payment('1', '10'), payment('2', '10')], 1)
  expect(kinds()).toEqual(['interest by person', 'fine by person', 'tax by person', 'unknown by none'])
  expectExactSums()
  review.begin([{ target: { scope: 'row', accountId: 'a', id: '1' }, kind: 'loan' }])
  finishReview(db)
  expect(kinds()).toEqual(['loan by person', 'unknown by none', 'unknown by none', 'unknown by none'])
  expectExactSums()
})

test('a choice for a type of instrument has priority over a choice for any type, and a choice for a row has priority over both', async () => {
  const { db, transactions, cache, kinds } = open()
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  transactions.upsert('a', [payment('1', '10'), payment('2', '10', { symbol: 'C@M' }), payment('3', '10')], 1)
  const review = new KindReview(db)
  review.choose({ scope: 'all-like-this', alike: incoming }, 'interest')
  review.choose({ scope: 'all-like-this', alike: { ...incoming, instrumentType: 'EQUITIES' } }, 'coupon')
  review.choose({ scope: 'row', accountId: 'a', id: '3' }, 'tax')
  finishReview(db)
  expect(kinds()).toEqual(['coupon by person', 'interest by person', 'tax by person'])
  review.choose({ scope: 'row', accountId: 'a', id: '3' }, null)
  expect(kinds()[2]).toBe('coupon by person')
})

test('a part ends early when another connection wants to write, and the next part continues', async () => {
  const { db, transactions, cache } = open()
  transactions.upsert(
    'a',
    Array.from({ length: 300 }, (_, i) => payment(`${i}`, '10')),
    1,
  )
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  const review = new KindReview(db, { isWanted: () => true })
  expect(review.step().left).toBeGreaterThan(1)
  const { unreviewedCount } = sum(db, everything)
  expect(unreviewedCount).toBeGreaterThan(200)
  expect(unreviewedCount).toBeLessThan(300)
  finishReview(db)
  expect(sum(db, everything).unreviewedCount).toBe(0)
})
