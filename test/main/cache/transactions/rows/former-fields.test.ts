import { expect, test } from 'vitest'
import { createTransactions } from '#main/cache/transactions/transactions.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Transaction, UnreadableField } from '#shared/model/transaction/transaction.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { base } from '../rig.ts'

const whole = makeTransaction('1', base, {
  ...{ category: 'OTHERS', name: 'Покупка', symbol: 'SBER@MISX' },
  trade: { size: dec('10'), price: dec('265.1'), accruedInterest: null },
})
const without = (fields: readonly UnreadableField[], changes: Partial<Transaction>): Transaction => ({
  ...{ ...whole, ...changes, unreadable: [...fields] },
})
const nameless = without(['name'], { name: '' })
const sizeless = without(['size'], { trade: { ...whole.trade!, size: null } })
const neither = without(['name', 'trade'], { name: '', trade: null })

async function storeAll(...rows: readonly Transaction[]) {
  const transactions = createTransactions(openTestCache())
  for (const [index, row] of rows.entries()) await transactions.store('a', pack([row]), index, null)
  return transactions.get('a', '1')
}

test('a row keeps the names of its fields that could not be read', async () => {
  for (const row of [nameless, sizeless, neither]) expect((await storeAll(row))?.transaction).toEqual(row)
})

test('a later good reading gives the whole row', async () => {
  for (const row of [nameless, sizeless, neither]) {
    const stored = await storeAll(row, whole)
    expect(stored?.transaction).toEqual(whole)
    expect(stored?.fetchedAt).toBe(1)
  }
})

test('a later bad reading takes nothing from a known row', async () => {
  for (const row of [nameless, sizeless, neither]) {
    const stored = await storeAll(whole, row)
    expect(stored?.transaction).toEqual(whole)
    expect(stored?.fetchedAt).toBe(0)
  }
})

test('fields that can be read change, also beside others that cannot', async () => {
  const money = { change: { currency: 'RUB', amount: dec('-7') } }
  expect((await storeAll(whole, { ...nameless, ...money }))?.transaction).toEqual({ ...whole, ...money })
})

test('two bad readings lack only what neither has', async () => {
  expect((await storeAll(nameless, sizeless))?.transaction).toEqual(whole)
  expect((await storeAll(nameless, neither))?.transaction).toEqual(nameless)
})
