import { expect, test } from 'vitest'
import type { Instrument } from '../../../../src/shared/model/instrument.ts'
import { multiply, sum } from '../../../../src/shared/decimal.ts'
import { d, makeAccount, makeDetails, makePosition, makeQuote } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

const listed = (symbol: string, over: Partial<Instrument> = {}): Instrument => {
  const [ticker = '', mic = ''] = symbol.split('@')
  return { symbol, id: symbol, ticker, mic, isin: '', type: 'CURRENCIES', name: ticker, isArchived: false, ...over }
}

/** An account with roubles, dollars and yen, and the instruments from which their rates are read. */
async function startCurrencies() {
  const handlers = startHandlers()
  const { cache, clock } = handlers
  const now = clock.now()
  await cache.instruments.upsertAll(
    ['USDRUB@FX', 'USDRUB_TOM@MISX', 'USDJPY@FX', 'JPYRUB_TOM@MISX', 'EURUSD@FX'].map((symbol) => listed(symbol)),
  )
  const quote = (
    symbol: string,
    quoteCurrency: string,
    last: string | null,
    at: number | null = now - 60_000,
  ): void => {
    cache.instrumentDetails.put(makeDetails({ symbol, type: 'CURRENCIES', quoteCurrency, name: symbol }), now)
    cache.quotes.put(makeQuote({ symbol, last: last === null ? null : d(last), at }), now)
  }
  quote('USDRUB@FX', 'RUB', '80')
  quote('USDJPY@FX', 'JPY', '160', now - 120_000)
  cache.instrumentDetails.put(makeDetails({ symbol: 'R@X', quoteCurrency: 'RUB', name: 'Rouble share' }), now)
  cache.instrumentDetails.put(makeDetails({ symbol: 'D@X', quoteCurrency: 'USD', name: 'Dollar share' }), now)
  const positions = [
    makePosition({
      symbol: 'R@X',
      quantity: d('10'),
      currentPrice: d('100'),
      dailyPnl: d('5'),
      unrealizedPnl: d('50'),
    }),
    makePosition({
      symbol: 'D@X',
      quantity: d('-2'),
      currentPrice: d('10'),
      dailyPnl: d('0.3'),
      unrealizedPnl: d('4'),
    }),
  ]
  const cash = [
    { currency: 'RUB', amount: d('200') },
    { currency: 'JPY', amount: d('1600') },
  ]
  cache.accounts.replaceAccount(makeAccount({ id: 'A', equity: d('400'), positions, cash }), now)
  return { ...handlers, now, quote }
}
const all = { accountId: null }

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

test('a person can choose the rate instrument and its units, and can remove the choice', async () => {
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

test('an inferred currency is kept when rates and equity no longer match, until another one matches', async () => {
  const { client, quote, now } = await startCurrencies()
  const equity = async () => (await client.call('currencies.read')).equity[0]?.currency?.currency
  expect(await equity()).toBe('RUB')
  quote('USDRUB@FX', 'RUB', '81', now)
  expect(await equity()).toBe('RUB')
})
