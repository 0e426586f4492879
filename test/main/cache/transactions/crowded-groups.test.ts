import { expect, test } from 'vitest'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import { onlyWriter } from '#main/sqlite/write-priority.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { open } from './review-rig.ts'
import { base, finishReview } from './rig.ts'

const fee = (index: number, amount: string, name: string, at: number): Transaction =>
  makeTransaction(String(1_000_000 + index), at, {
    ...{ category: 'COMMISSION', name, symbol: '', changeQuantity: null, trade: null },
    change: { currency: 'RUB', amount: dec(amount) },
  })

/** A fixed fee every four hours over 150 days; every third day one of them is taken back, an hour after it. */
const fees = Array.from({ length: 900 }, (_, index) => fee(index, '-299', 'Комиссия', base + index * 4 * hourMs))
const reversals = Array.from({ length: 50 }, (_, index) =>
  fee(10_000 + index, '299', 'Отмена комиссии', base + index * 3 * dayMs + hourMs),
)
const reversedIds = reversals.map((_, index) => String(1_000_000 + index * 18))

const selectReversed = `SELECT t.id FROM account_transaction t JOIN transaction_dimension d ON d.key = t.dimension
  WHERE d.rule = 'neighbours' ORDER BY t.id`

test('of a fixed fee, each reversal takes back the one before it, wherever many fees are equal', () => {
  const { db, transactions } = open()
  transactions.upsert('A', [...fees, ...reversals], base)
  finishReview(db)
  expect(db.prepare<[], string>(selectReversed).pluck().all()).toEqual(reversedIds)
})

test('a step ends after one candidate if another connection wants to write, and the rest stays due', () => {
  const { db, transactions } = open()
  transactions.upsert('A', [...fees, ...reversals], base)
  finishReview(db)
  const [first] = reversals
  if (first === undefined) throw new Error('no reversal')
  transactions.upsert('A', [{ ...first, change: { currency: 'RUB', amount: dec('298') } }], base)
  const review = new KindReview(db, { ...onlyWriter, isWanted: () => true })
  const lefts: number[] = []
  for (let left = 1; left > 0 && lefts.length < 1_000;) lefts.push((left = review.step().left))
  expect(lefts.at(-1)).toBe(0)
  expect(lefts.length).toBeGreaterThan(1)
  expect(db.prepare<[], string>(selectReversed).pluck().all()).toEqual(reversedIds.slice(1))
})
