import { expect, test } from 'vitest'
import { d } from '../../../insight/make.ts'
import { startCurrencies, all } from './rig.ts'

test('without a base currency nothing is converted, but the currency of equity is still inferred', async () => {
  const { client } = await startCurrencies()
  expect(await client.call('currencies.read')).toEqual({
    ...{ base: null, suggested: 'RUB', inUse: ['JPY', 'RUB', 'USD'], rates: [], notConverted: [] },
    ...{ candidates: [], chosen: [], equity: [{ accountId: 'A', currency: { currency: 'RUB', inferred: true } }] },
  })
  expect(await client.call('overview.read', all)).toMatchObject({
    ...{ equity: '400', equityCurrency: { currency: 'RUB', inferred: true }, total: null, day: null, unrealized: null },
  })
  expect((await client.call('positions.list', all)).map(({ valueInBase }) => valueInBase)).toEqual([null, null])
  expect((await client.call('allocation.read', { ...all, by: 'type' })).map(({ currency }) => currency)).toEqual([
    'RUB',
    'USD',
  ])
})

test('the user can choose the rate instrument and its units, and can remove the choice', async () => {
  const { client, quote } = await startCurrencies()
  quote('JPYRUB_TOM@MISX', 'RUB', '62')
  await client.call('currencies.setBase', { currency: 'RUB' })
  const choose = (symbol: string | null, units?: number) =>
    client.call('currencies.setRate', { currency: 'JPY', symbol, ...(units === undefined ? {} : { units }) })
  const yen = async () => (await client.call('currencies.read')).rates.find(({ currency }) => currency === 'JPY')
  expect((await client.call('currencies.read')).candidates.filter(({ currency }) => currency === 'JPY')).toMatchObject([
    { symbol: 'JPYRUB_TOM@MISX', units: null, via: null, isInverse: false },
    { symbol: 'USDJPY@FX', units: 1, via: 'USD', isInverse: true },
  ])
  await expect(choose('JPYRUB_TOM@MISX')).rejects.toMatchObject({ code: 'invalid' })
  await choose('JPYRUB_TOM@MISX', 100)
  expect(await yen()).toMatchObject({ symbol: 'JPYRUB_TOM@MISX', rate: '0.62', via: null })
  expect((await client.call('currencies.read')).chosen).toEqual([
    { currency: 'JPY', symbol: 'JPYRUB_TOM@MISX', units: 100 },
  ])
  await choose(null)
  expect(await yen()).toMatchObject({ symbol: 'USDJPY@FX' })
})

test('an instrument that is not listed, or is not for the currency, cannot be chosen', async () => {
  const { client } = await startCurrencies()
  const choose = (symbol: string) => client.call('currencies.setRate', { currency: 'JPY', symbol })
  await expect(choose('USDRUB@FX')).rejects.toMatchObject({ code: 'invalid' })
  await expect(choose('NONE@FX')).rejects.toMatchObject({ code: 'not-found' })
  await expect(client.call('currencies.setBase', { currency: 'roubles' })).rejects.toMatchObject({
    code: 'invalid-request',
  })
})

test('only the instruments of the rates in use are followed', async () => {
  const { client, context } = await startCurrencies()
  const rates = () =>
    context
      .readFollowed()
      .filter(({ isRate }) => isRate)
      .map(({ symbol }) => symbol)
      .sort()
  expect(rates()).toEqual(['USDJPY@FX', 'USDRUB@FX'])
  await client.call('currencies.setBase', { currency: 'EUR' })
  expect(rates()).toEqual(['EURUSD@FX', 'USDJPY@FX', 'USDRUB@FX'])
})

test('recorded equity is converted at the rate of its time, and is unknown before the first rate', async () => {
  const { client, journal, now } = await startCurrencies()
  const hour = 3_600_000
  await client.call('currencies.setBase', { currency: 'USD' })
  const record = (ago: number, equity: string): void =>
    void journal.equity.record({ accountId: 'A', at: now - ago, equity: d(equity), cash: null })
  record(4 * hour, '700')
  record(3 * hour, '800')
  record(hour, '960')
  journal.quotes.record([
    { symbol: 'USDRUB@FX', at: now - 3.5 * hour, last: d('100') },
    { symbol: 'USDRUB@FX', at: now - 2 * hour, last: d('80') },
  ])
  const { points, currency } = await client.call('equity.history', { ...all, from: 0 })
  expect(currency).toBe('USD')
  expect(points.map(({ at, equity }) => [(now - at) / hour, equity])).toEqual([
    [3, '8'],
    [1, '12'],
  ])
})

test('the currency of equity depends neither on the base currency nor on its rates', async () => {
  const { client, quote } = await startCurrencies()
  const equity = async () => (await client.call('currencies.read')).equity[0]?.currency
  await client.call('currencies.setBase', { currency: 'EUR' })
  // This rate of the dollar does not match that of the rouble.
  quote('EURUSD@FX', 'USD', '2')
  expect(await equity()).toEqual({ currency: 'RUB', inferred: true })
  await client.call('currencies.setRate', { currency: 'USD', symbol: 'EURUSD@FX' })
  expect(await equity()).toEqual({ currency: 'RUB', inferred: true })
})

test('an inferred currency is kept when rates and equity no longer match, until another currency matches', async () => {
  const { client, quote, now } = await startCurrencies()
  const equity = async () => (await client.call('currencies.read')).equity[0]?.currency?.currency
  expect(await equity()).toBe('RUB')
  quote('USDRUB@FX', 'RUB', '81', now)
  expect(await equity()).toBe('RUB')
})
