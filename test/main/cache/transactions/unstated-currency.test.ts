import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asStated } from '#main/cache/transactions/rows/row.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { unreadableCurrency } from '#shared/currency-code.ts'
import type { Account } from '#shared/model/account.ts'
import { runs } from '../../../runs.ts'
import { makeDetails } from '../../insight/make.ts'
import { dec } from '../open-cache.ts'
import { sum } from './query/expect-filtered.ts'
import { incoming, open, payment } from './review-rig.ts'
import { finishReview } from './rig.ts'

const everything = { conditions: [], text: '' }
const of = (currency: string, amount = '10') => ({ change: { currency, amount: dec(amount) } })

const account = (cash: Account['cash']): Account => ({
  ...{ id: 'a', type: 'UNION', status: 'ACCOUNT_ACTIVE', equity: null, unrealizedProfit: null, positions: [], cash },
  ...{ portfolio: null, openedAt: null, firstTradeAt: null, firstNonTradeAt: null },
})

test('money without a currency is of the only currency of the account, and is marked as assumed', () => {
  const { transactions, rows, db, expectExactSums } = open()
  transactions.upsert('a', [payment('1', '10'), payment('2', '5', of('', '5'))], 1)
  expect(rows().map(({ transaction, isCurrencyAssumed }) => [transaction.change, isCurrencyAssumed])).toEqual([
    [{ currency: 'RUB', amount: '10' }, undefined],
    [{ currency: 'RUB', amount: '5' }, true],
  ])
  expect(transactions.facets().currencies).toEqual(['RUB'])
  expect(sum(db, everything).byCurrency).toEqual([{ currency: 'RUB', amount: '15', count: 2 }])
  expectExactSums()
})

test('no currency is assumed for money whose currency is stated and cannot be read', () => {
  const { transactions, rows, expectExactSums } = open()
  const unreadable = payment('2', '5', of(unreadableCurrency, '5'))
  transactions.upsert('a', [payment('1', '10'), unreadable], 1)
  expect(transactions.upsert('a', [unreadable], 2)).toMatchObject({ inserted: 0, updated: 0 })
  const [, row] = rows()
  expect(row?.transaction.change).toEqual({ currency: '', amount: '5' })
  expect(row === undefined ? null : asStated(row)).toEqual(unreadable)
  expectExactSums()
})

test('a sign of several currencies is decided by the instrument, also when that becomes known later', () => {
  const { transactions, cache, rows, db, expectExactSums } = open()
  const at = (symbol: string) => ({ symbol, ...of('$', '5') })
  const sent = [
    payment('1', '10'),
    payment('2', '5', at('A@X')),
    payment('3', '5', at('B@X')),
    payment('4', '5', of('$')),
  ]
  transactions.upsert('a', sent, 1)
  const currencies = () => rows().map(({ transaction }) => transaction.change?.currency)
  expect(currencies()).toEqual(['RUB', '', '', ''])
  expect(rows().map(asStated)).toEqual(sent)
  cache.instrumentDetails.put(makeDetails({ symbol: 'A@X', quoteCurrency: 'HKD' }), 2)
  cache.instrumentDetails.put(makeDetails({ symbol: 'B@X', quoteCurrency: 'RUB' }), 2)
  finishReview(db)
  expect(currencies()).toEqual(['RUB', 'HKD', '', ''])
  expect(
    sum(db, everything)
      .byCurrency.map(({ currency, amount }) => `${currency} ${amount}`)
      .sort(),
  ).toEqual([...[' 15', 'HKD 5', 'RUB 10']])
  expect(transactions.upsert('a', sent, 3)).toMatchObject({ inserted: 0, updated: 0 })
  transactions.upsert('a', [payment('5', '1', at('A@X'))], 4)
  expect(currencies()).toEqual(['RUB', 'HKD', '', '', 'HKD'])
  expectExactSums()
})

test('a second currency takes the assumption back, and its removal makes it again', () => {
  const { transactions, cache, rows, db, expectExactSums } = open()
  const currencyOf = (id: string) =>
    rows().find(({ transaction }) => transaction.id === id)?.transaction.change?.currency
  transactions.upsert('a', [payment('1', '10', of('')), payment('2', '5')], 1)
  expect(currencyOf('1')).toBe('RUB')
  transactions.upsert('a', [payment('3', '5', of('USD'))], 2)
  expect(currencyOf('1')).toBe('')
  expect(
    sum(db, everything)
      .byCurrency.map(({ currency, count }) => [currency, count])
      .sort(),
  ).toEqual([
    ['', 1],
    ['RUB', 1],
    ['USD', 1],
  ])
  transactions.upsert('a', [payment('3', '5')], 3)
  expect(currencyOf('1')).toBe('RUB')
  cache.accounts.replaceAccount(account([{ currency: 'EUR', amount: dec('1') }]), 4)
  expect(currencyOf('1')).toBe('')
  expectExactSums()
})

test('cash alone names the currency, and each account has its own', () => {
  const { transactions, cache, rows } = open()
  transactions.upsert('a', [payment('1', '10', of(''))], 1)
  expect(rows()[0]?.transaction.change?.currency).toBe('')
  cache.accounts.replaceAccount(account([{ currency: 'KZT', amount: dec('10') }]), 2)
  expect(rows()[0]?.transaction.change?.currency).toBe('KZT')
  transactions.upsert('b', [payment('2', '10', of('')), payment('3', '1', of('USD'))], 3)
  expect(rows().map(({ transaction }) => transaction.change?.currency)).toEqual(['KZT', 'USD', 'USD'])
})

test('a row that is read again is the same row, and a new kind does not state its currency', async () => {
  const { transactions, rows, db, cache } = open()
  const sent = [payment('1', '10'), payment('2', '5', of(''))]
  transactions.upsert('a', sent, 1)
  expect(transactions.upsert('a', sent, 2)).toMatchObject({ inserted: 0, updated: 0 })
  expect(await transactions.store('a', pack(sent), 3, null)).toMatchObject({ inserted: 0, updated: 0 })
  await cache.transactions.kinds.choose({ scope: 'all-like-this', alike: incoming }, 'dividend')
  finishReview(db)
  expect(rows()[1]).toMatchObject({ kind: 'dividend', isCurrencyAssumed: true, fetchedAt: 1 })
  transactions.upsert('a', [payment('3', '5', of('USD'))], 4)
  expect(rows()[1]?.transaction.change?.currency).toBe('')
})

test('the currencies do not depend on the order in which rows arrive', () => {
  const currencies = fc.array(fc.constantFrom('', 'RUB', 'USD'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(currencies, currencies, (first, second) => {
      const { transactions, rows, expectExactSums } = open()
      const sent = [...first, ...second].map((currency, index) => payment(String(index), '10', of(currency)))
      transactions.upsert('a', sent.slice(0, first.length), 1)
      transactions.upsert('a', sent.slice(first.length), 2)
      const [only = '', ...others] = new Set([...first, ...second].filter((code) => code !== ''))
      const expected = sent.map(({ change }) => change?.currency || (others.length === 0 ? only : ''))
      expect(rows().map(({ transaction }) => transaction.change?.currency)).toEqual(expected)
      expectExactSums()
    }),
    { numRuns: runs(40) },
  )
})
