import { expect, test } from 'vitest'
import { marksOf, readOwnTrades, tradeWords } from '#renderer/instrument/own/own-trades.ts'
import { createClient } from '#shared/client.ts'
import type { Params } from '#shared/contract/contract.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec, money } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'

const row = (
  at: number,
  price: string,
  pieces: string | null,
  amount = '0',
  kind: TransactionRow['kind'] = 'unknown',
): TransactionRow => {
  const whole = transactionRow(1, at)
  return {
    ...whole,
    kind,
    transaction: {
      ...whole.transaction,
      changeQuantity: pieces === null ? null : dec(pieces),
      change: money('USD', amount),
      trade: { size: dec('5'), price: dec(price), accruedInterest: null },
    },
  }
}
const scope = { symbol: 'AAPL@XNGS', accountId: null, from: 0 }
const clientOf = (pages: TransactionRow[][]) => {
  const requested: Params<'transactions.page'>[] = []
  const transport = fixtureTransport({
    'transactions.page': (params) => {
      requested.push(params)
      const index = Number(params.after ?? '0')
      return { rows: pages[index] ?? [], next: index + 1 < pages.length ? String(index + 1) : null }
    },
  })
  return { client: createClient(transport), requested }
}
const priceText = (price: string) => price

test('the trades of all pages are read, oldest first, each as a purchase or a sale', async () => {
  const { client, requested } = clientOf([[row(30, '12', '-4')], [row(20, '11', null, '-55'), row(10, '10', '4')]])
  const own = await readOwnTrades(client, { ...scope, accountId: '1900001', from: 5 })
  expect(own.isCut).toBe(false)
  expect(own.trades).toEqual([
    { at: 10, price: '10', pieces: '4', isPurchase: true },
    { at: 20, price: '11', pieces: '5', isPurchase: true },
    { at: 30, price: '12', pieces: '-4', isPurchase: false },
  ])
  expect(requested[0]?.filter.conditions.map(({ field }) => field)).toEqual(['symbol', 'trade', 'account', 'period'])
})

test('a trade without a price is not drawn; a trade of a future has its side from the pieces', async () => {
  const withoutPrice = row(10, '10', '4')
  const { client } = clientOf([
    [{ ...withoutPrice, transaction: { ...withoutPrice.transaction, trade: null } }, row(20, '91000', '-8', '0')],
  ])
  expect((await readOwnTrades(client, scope)).trades).toEqual([
    { at: 20, price: '91000', pieces: '-8', isPurchase: false },
  ])
})

test('of very many trades only the newest are read, and the summary says so', async () => {
  const { client, requested } = clientOf(Array.from({ length: 9 }, (_, index) => [row(100 - index, '10', '1')]))
  const own = await readOwnTrades(client, scope)
  expect(requested).toHaveLength(4)
  expect(own.trades).toHaveLength(4)
  expect(tradeWords(own, priceText)).toBe('own trades: 4 purchases at 10, older ones not drawn')
})

test('the summary counts purchases and sales and names the range of their prices', async () => {
  const { client } = clientOf([[row(30, '12', '-4'), row(20, '9.5', '4'), row(10, '10', '4')]])
  const own = await readOwnTrades(client, scope)
  expect(tradeWords(own, priceText)).toBe('own trades: 2 purchases at 9.5 – 10, 1 sale at 12')
  expect(tradeWords({ trades: [], isCut: false }, priceText)).toBeNull()
  expect(marksOf(own.trades, ({ price }) => `at ${price}`)).toEqual([
    { x: 10, y: 10, isPurchase: true, words: 'at 10' },
    { x: 20, y: 9.5, isPurchase: true, words: 'at 9.5' },
    { x: 30, y: 12, isPurchase: false, words: 'at 12' },
  ])
})

test('the kind of a transaction decides the side, and kinds that are not trades are not drawn', async () => {
  const { client } = clientOf([
    [
      row(50, '0', '-7', '0', 'expiration'),
      row(40, '5', '10', '0', 'split'),
      row(30, '12', null, '0', 'sell'),
      row(20, '11', '4', '44', 'sell'),
      row(10, '10', null, '0', 'buy'),
    ],
  ])
  expect((await readOwnTrades(client, scope)).trades).toEqual([
    { at: 10, price: '10', pieces: '5', isPurchase: true },
    { at: 20, price: '11', pieces: '-4', isPurchase: false },
    { at: 30, price: '12', pieces: '-5', isPurchase: false },
  ])
})
