import { expect, test } from 'vitest'
import { multiply, sum } from '#shared/decimal.ts'
import { d, makeAccount } from '../../../insight/make.ts'
import { startCurrencies, all } from './rig.ts'

test('with a base currency, totals are converted and list their rates', async () => {
  const { client, topics, now } = await startCurrencies()
  await client.call('currencies.setBase', { currency: 'RUB' })
  expect(topics).toContain('currencies.changed')
  const dollar = { currency: 'USD', symbol: 'USDRUB@FX', rate: '80', at: now - 60_000, isInverse: false, via: null }
  expect((await client.call('currencies.read')).rates).toEqual([
    {
      ...{ currency: 'JPY', symbol: 'USDJPY@FX', rate: '0.5', at: now - 120_000, isInverse: true },
      via: { currency: 'USD', symbol: 'USDRUB@FX', isInverse: false },
    },
    dollar,
  ])
  const overview = await client.call('overview.read', all)
  expect(overview.total).toMatchObject({ currency: 'RUB', amount: '400', rates: [], notConverted: [] })
  expect(overview.day).toMatchObject({ amount: '29', rates: [dollar] })
  expect(overview.unrealized).toMatchObject({ amount: '370', rates: [dollar] })
  expect(await client.call('positions.list', all)).toMatchObject([
    { valueInBase: '1000', dayInBase: '5', unrealizedInBase: '50', weight: 0.277777777778 },
    { valueInBase: '-1600', dayInBase: '24', unrealizedInBase: '320', weight: 0.444444444444 },
  ])
})

test('the weight of a position is its share in the allocation, which includes cash', async () => {
  const { client } = await startCurrencies()
  await client.call('currencies.setBase', { currency: 'RUB' })
  const rows = await client.call('positions.list', all)
  const [ring] = await client.call('allocation.read', { ...all, by: 'instrument' })
  expect(ring?.includesCash).toBe(true)
  for (const { symbol, weight } of rows) expect(ring?.slices.find(({ key }) => key === symbol)?.share).toBe(weight)
})

test('cash and contributions are converted at the rates of the totals', async () => {
  const { client } = await startCurrencies()
  await client.call('currencies.setBase', { currency: 'RUB' })
  const { cashTotal, day, contribution } = await client.call('overview.read', all)
  expect(cashTotal).toMatchObject({ currency: 'RUB', notConverted: [] })
  expect(contribution).toMatchObject({ currency: 'RUB', total: day?.amount, missing: [] })
})

test('there is one allocation in the base currency, with cash by currency', async () => {
  const { client } = await startCurrencies()
  await client.call('currencies.setBase', { currency: 'RUB' })
  const read = (by: 'instrument' | 'currency' | 'type') => client.call('allocation.read', { ...all, by })
  const [ring, ...more] = await read('instrument')
  expect(more).toEqual([])
  expect(ring).toMatchObject({ currency: 'RUB', gross: '3600', missing: [], notConverted: [] })
  expect(ring?.slices.map(({ label, value }) => [label, value])).toEqual([
    ['Dollar share', '1600'],
    ['Rouble share', '1000'],
    ['Cash, JPY', '800'],
    ['Cash, RUB', '200'],
  ])
  expect((await read('currency'))[0]?.slices.map(({ label, value }) => [label, value])).toEqual([
    ['USD', '1600'],
    ['RUB', '1200'],
    ['JPY', '800'],
  ])
  expect((await read('type'))[0]?.slices.map(({ key, value }) => [key, value])).toEqual([
    ['EQUITIES', '2600'],
    ['CASH', '1000'],
  ])
  expect(sum(ring?.slices.map(({ value }) => value) ?? [])).toBe(ring?.gross)
})

test('amounts without a rate are listed with each total, in their own currency', async () => {
  const { client, quote, now } = await startCurrencies()
  await client.call('currencies.setBase', { currency: 'RUB' })
  quote('USDRUB@FX', 'RUB', '0', now)
  const { day } = await client.call('overview.read', all)
  // The first instrument has no price, so the next one is tried, which has not been read yet.
  const notConverted = [{ currency: 'USD', amount: '0.3', problem: 'not-read', names: ['Dollar share'] }]
  expect(day).toMatchObject({ amount: '5', rates: [], notConverted })
  expect((await client.call('currencies.read')).notConverted).toEqual([
    { currency: 'JPY', problem: 'not-read', symbol: 'USDRUB_TOM@MISX' },
    { currency: 'USD', problem: 'not-read', symbol: 'USDRUB_TOM@MISX' },
  ])
  const [ring] = await client.call('allocation.read', { ...all, by: 'instrument' })
  expect(ring?.notConverted.map(({ currency, amount, names }) => [currency, amount, names])).toEqual([
    ['USD', '-20', ['Dollar share']],
    ['JPY', '1600', ['Cash, JPY']],
  ])
  expect((await client.call('positions.list', all))[1]).toMatchObject({ valueInBase: null, weight: null })
})

test('equity of unknown currency is neither added nor converted', async () => {
  const { client, cache, now } = await startCurrencies()
  await client.call('currencies.setBase', { currency: 'RUB' })
  for (const id of ['B', 'C'])
    cache.accounts.replaceAccount(makeAccount({ id, equity: d('7'), unrealizedProfit: d('1') }), now)
  const { total, equity, unrealizedProfit } = await client.call('overview.read', all)
  expect(total).toMatchObject({
    amount: '400',
    notConverted: [
      { currency: '', amount: '7', names: ['B'] },
      { currency: '', amount: '7', names: ['C'] },
    ],
  })
  expect([equity, unrealizedProfit]).toEqual([null, null])
  expect(await client.call('overview.read', { accountId: 'B' })).toMatchObject({ equity: '7', equityCurrency: null })
  await client.call('settings.write', { accountCurrency: 'USD' })
  const stated = await client.call('overview.read', all)
  expect(stated).toMatchObject({ equity: '414', equityCurrency: { currency: 'USD', inferred: false } })
  expect(stated.total?.amount).toBe(multiply(d('414'), d('80')))
})
