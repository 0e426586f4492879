import { expect, test } from 'vitest'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { accountId, daysAgo, now, openWith, symbol } from './offline-profile.ts'
import { makeTrade } from './rig.ts'

const bought = makeTrade('2', daysAgo(80), symbol, '10', '-100.5')
const charge = (id: string, at: number, amount: string, own = '') =>
  makeTransaction(id, at, {
    ...{ category: own === '' ? 'COMMISSION' : 'TAX', name: own === '' ? 'Комиссия' : 'Налог', symbol: own },
    ...{ change: { currency: 'RUB', amount: dec(amount) }, changeQuantity: null, trade: null },
  })
const fee = charge('3', daysAgo(80) + 1000, '-0.9')
const service = charge('4', daysAgo(60), '-177')
const tax = charge('5', daysAgo(50), '-13', symbol)
const rows = [bought, fee, service, tax]
const all = { accountId: null, symbol: null, from: null, to: null }

test('a commission names its trade, a trade names its commission and net amount, other charges belong to the account', async () => {
  const { client } = await openWith(rows)
  expect(await client.call('charges.read', { accountId, id: '3' })).toMatchObject({
    ...{ isLoaded: true, charges: [], money: null },
    owner: { kind: 'row', rows: [{ id: '2', symbol, kind: 'buy', money: { amount: '-100.5' } }] },
  })
  expect(await client.call('charges.read', { accountId, id: '2' })).toMatchObject({
    ...{ owner: null, charges: [{ id: '3' }], possible: [], rowCount: 1 },
    money: { currency: 'RUB', gross: '-100.5', fees: '0.9', taxes: '0', net: '-101.4' },
  })
  expect(await client.call('charges.read', { accountId, id: '4' })).toMatchObject({
    owner: { kind: 'account', rows: [] },
  })
})

test('charges of an account and of an instrument are summed by kind', async () => {
  const { client } = await openWith(rows)
  expect(await client.call('charges.list', all)).toEqual([
    {
      ...{ accountId, coverage: 'whole' },
      totals: [
        { currency: 'RUB', kind: 'commission', attributed: '0.9', ofAccount: '177', ambiguous: '0', count: 2 },
        { currency: 'RUB', kind: 'tax', attributed: '0', ofAccount: '13', ambiguous: '0', count: 1 },
      ],
    },
  ])
  const [own] = await client.call('charges.list', { ...all, accountId, symbol })
  expect(own?.totals).toEqual([
    { currency: 'RUB', kind: 'commission', attributed: '0.9', ofAccount: '0', ambiguous: '0', count: 1 },
    { currency: 'RUB', kind: 'tax', attributed: '0', ofAccount: '13', ambiguous: '0', count: 1 },
  ])
  const [later] = await client.call('charges.list', { ...all, from: daysAgo(70), to: now })
  expect(later?.totals[0]).toMatchObject({ attributed: '0', ofAccount: '177' })
})

test('a charge without loaded rows near it has no owner, and an incomplete history has no total', async () => {
  const { client } = await openWith(rows, { from: daysAgo(78), to: now })
  expect(await client.call('charges.read', { accountId, id: '3' })).toMatchObject({
    ...{ isLoaded: false, owner: { kind: 'not-loaded', rows: [] } },
  })
  expect(await client.call('charges.read', { accountId, id: '4' })).toMatchObject({ isLoaded: true })
  expect(await client.call('charges.list', all)).toEqual([{ accountId, coverage: 'partial', totals: [] }])
})

test('an unknown transaction is not found', async () => {
  const { client } = await openWith(rows)
  await expect(client.call('charges.read', { accountId, id: 'none' })).rejects.toMatchObject({ code: 'not-found' })
})
