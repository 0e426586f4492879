import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { storeInstruments } from '../instruments/store-instruments.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { instrument } from './query/expect-filtered.ts'
import { bondEvent, open } from './review-rig.ts'
import { base, finishReview } from './rig.ts'

interface Short {
  readonly id: string
  readonly name: string
  readonly category?: string
  readonly symbol?: string
  readonly money?: string
  readonly currency?: string
  readonly pieces?: string
  readonly size?: string
  readonly seconds?: number
}

const transaction = ({
  id,
  name,
  category = 'OTHERS',
  symbol = '',
  money,
  currency = 'RUB',
  pieces,
  size,
  seconds = 0,
}: Short) =>
  makeTransaction(id, base + seconds * 1_000, {
    ...{ category, name, symbol },
    change: money === undefined ? null : { currency, amount: dec(money) },
    changeQuantity: pieces === undefined ? null : dec(pieces),
    trade: size === undefined ? null : { size: dec(size), price: dec('1'), accruedInterest: null },
  })

const day = dayMs / 1_000
/** One group of each kind, with rows that are in none. */
const rows: readonly Transaction[] = [
  { id: '1', name: 'Покупка', symbol: 'B@M', money: '-9700', size: '10', seconds: -100 * day },
  { id: '2', name: 'Погашение облигаций', category: 'INCOME', symbol: 'B@M', money: '10000' },
  { id: '3', name: 'Покупка', symbol: 'S@M', money: '-5000', size: '1000', seconds: -50 * day },
  { id: '4', name: 'Списание ценных бумаг', category: 'TRANSFER', symbol: 'S@M', pieces: '-1000', seconds: day },
  { id: '5', name: 'Зачисление ценных бумаг', category: 'TRANSFER', symbol: 'S@M', pieces: '100', seconds: day },
  { id: '6', name: 'Покупка', symbol: 'S@M', money: '-77', size: '7', seconds: 2 * day },
  { id: '7', name: 'Сторно', symbol: 'S@M', money: '77', size: '7', seconds: 3 * day },
  { id: '8', name: 'Прочее', money: '-90000', seconds: 4 * day },
  { id: '9', name: 'Прочее', money: '1000', currency: 'USD', seconds: 4 * day + 30 },
  { id: '10', name: 'Покупка', symbol: 'USDRUB@M', money: '-900', size: '10', seconds: 5 * day },
  { id: '11', name: 'Покупка валюты', symbol: 'USDRUB@M', money: '10', currency: 'USD', seconds: 6 * day },
  { id: '12', name: 'Комиссия', category: 'COMMISSION', money: '-3', seconds: 7 * day },
  { id: '13', name: 'Отмена комиссии', category: 'COMMISSION', money: '3', seconds: 8 * day },
  { id: '14', name: 'Перевод ценных бумаг', category: 'TRANSFER', symbol: 'S@M', pieces: '-20', seconds: 9 * day },
].map(transaction)

const lastRepayment = {
  ...bondEvent('AMORTIZATION', '1000'),
  amortization: { newFaceValue: dec('0'), initialFaceValue: dec('1000'), percent: null },
}

function start() {
  const opened = open()
  const pieces = () =>
    new Map(
      opened.db
        .prepare<[], [string, string]>(
          'SELECT id, moved_pieces FROM account_transaction WHERE moved_pieces IS NOT NULL',
        )
        .raw(true)
        .all(),
    )
  /** Kind, rule and moved pieces of each row, by its id. */
  const result = (): Record<string, string> =>
    Object.fromEntries(
      opened
        .rows()
        .map(({ transaction: { id }, kind, kindRule }) => [
          id,
          `${kind} by ${kindRule} ${pieces().get(id) ?? ''}`.trim(),
        ])
        .sort(),
    )
  return { ...opened, result }
}

const expected = {
  '1': 'buy by trade',
  '2': 'redemption by event -10',
  '3': 'buy by trade',
  '4': 'split by neighbours 0',
  '5': 'split by neighbours -900',
  '6': 'reversal by neighbours 0',
  '7': 'reversal by words 0',
  '8': 'currency-exchange by neighbours',
  '9': 'currency-exchange by neighbours',
  '10': 'currency-exchange by neighbours 0',
  '11': 'currency-exchange by words',
  '12': 'reversal by neighbours',
  '13': 'reversal by words',
  '14': 'securities-transfer-out by category',
}

test('rows that are one event get the same kinds in every order, in every batch, with events before or after them', () => {
  const plan = fc.record({
    order: fc.shuffledSubarray([...rows], { minLength: rows.length }),
    batch: fc.integer({ min: 1, max: rows.length }),
    eventsAfter: fc.integer({ min: 0, max: rows.length }),
    isReviewed: fc.boolean(),
  })
  fc.assert(
    fc.property(plan, ({ order, batch, eventsAfter, isReviewed }) => {
      const { db, transactions, cache, result, expectExactSums } = start()
      let isKnown = false
      for (let first = 0; first < order.length; first += batch) {
        if (!isKnown && first >= eventsAfter) cache.corporateEvents.replaceBondEvents('B@M', [lastRepayment], 1)
        isKnown ||= first >= eventsAfter
        transactions.upsert('a', order.slice(first, first + batch), 1)
        if (isReviewed) finishReview(db)
      }
      if (!isKnown) cache.corporateEvents.replaceBondEvents('B@M', [lastRepayment], 1)
      finishReview(db)
      expect(result()).toEqual(expected)
      expectExactSums()
    }),
    { numRuns: runs(25) },
  )
})

test('rows of several accounts are not one event', () => {
  const { db, transactions, result } = start()
  for (const row of rows) transactions.upsert(`account ${Number(row.id) % 2}`, [row], 1)
  finishReview(db)
  expect(Object.values(result()).filter((text) => text.includes('neighbours'))).toEqual([])
})

test('a row that changes leaves its group, and the others are alone again', () => {
  const { db, transactions, result, expectExactSums } = start()
  transactions.upsert('a', [...rows], 1)
  finishReview(db)
  const changed = { ...rows[6]!, change: { currency: 'RUB', amount: dec('78') } }
  transactions.upsert('a', [changed], 2)
  finishReview(db)
  expect(result()).toMatchObject({ '6': 'buy by trade', '7': 'reversal by words' })
  transactions.upsert('a', [rows[6]!, { ...rows[4]!, at: rows[4]!.at + 3_600_000 }], 3)
  finishReview(db)
  expect(result()).toMatchObject({
    ...{ '6': expected['6'], '7': expected['7'] },
    ...{ '4': 'securities-transfer-out by category', '5': 'securities-transfer-in by category' },
  })
  expectExactSums()
})

test('a late purchase of a redeemed bond shows that its pieces are not all gone', () => {
  const { db, transactions, cache, result } = start()
  cache.corporateEvents.replaceBondEvents('B@M', [lastRepayment], 1)
  transactions.upsert('a', rows.slice(0, 2), 1)
  finishReview(db)
  expect(result()['2']).toBe('redemption by event -10')
  transactions.upsert(
    'a',
    [transaction({ id: '99', name: 'Покупка', symbol: 'B@M', money: '-5', size: '1', seconds: -900 * day })],
    2,
  )
  finishReview(db)
  expect(result()['2']).toBe('redemption by event')
})

test('the kind that the user chose stays, and the other rows of its group follow it', () => {
  const { db, transactions, result, expectExactSums } = start()
  transactions.upsert('a', [...rows], 1)
  const review = new KindReview(db)
  finishReview(db)
  review.choose({ scope: 'row', accountId: 'a', id: '7' }, 'sell')
  finishReview(db)
  expect(result()).toMatchObject({ '6': 'buy by trade', '7': 'sell by person' })
  review.choose({ scope: 'row', accountId: 'a', id: '6' }, 'buy')
  review.choose({ scope: 'row', accountId: 'a', id: '7' }, null)
  finishReview(db)
  expect(result()).toMatchObject({ '6': 'buy by person', '7': 'reversal by words' })
  review.choose({ scope: 'row', accountId: 'a', id: '6' }, null)
  finishReview(db)
  expect(result()).toEqual({ ...expected, '2': 'redemption by words' })
  expectExactSums()
})

test('after an update, the number of rows with another kind is said once, and choices stay', async () => {
  const { db, transactions, cache, result } = start()
  await storeInstruments(cache.instruments, [{ ...instrument('B@M', 'B'), type: 'BONDS' }])
  transactions.upsert('a', [...rows], 1)
  const review = new KindReview(db)
  review.begin([{ target: { scope: 'row', accountId: 'a', id: '1' }, kind: 'loan' }])
  while (review.step().left > 0);
  expect(review.step().changedCount).toBeNull()
  const [{ key }] = db.prepare("SELECT key FROM transaction_kind WHERE name = 'unknown'").all() as [{ key: number }]
  // The state of an older version, which knew neither reversals nor exchanges.
  db.exec(`UPDATE transaction_kind_state SET rules = 'old words', version = version + 1;
           DELETE FROM transaction_dimension WHERE key NOT IN (SELECT dimension FROM account_transaction);
           UPDATE transaction_dimension SET kind = ${key}, rule = 'none' WHERE rule <> 'person' AND key IN (
             SELECT dimension FROM account_transaction WHERE id IN ('7', '8', '9'))`)
  review.begin([{ target: { scope: 'row', accountId: 'a', id: '1' }, kind: 'loan' }])
  const counts = [1, 2, 3, 4].map(() => review.step().changedCount)
  expect(counts.filter((count) => count !== null)).toEqual([3])
  expect(result()).toMatchObject({ '1': 'loan by person', '7': expected['7'], '8': expected['8'] })
})
