import { expect, test } from 'vitest'
import { makeQuote } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

test('every change of a watchlist publishes an event, from creation to removal', async () => {
  const { client, topics } = startHandlers()
  const { id } = await client.call('watchlists.create', { name: ' Mine ' })
  await client.call('watchlists.addSymbol', { id, symbol: 'AAA@XXXX' })
  await client.call('watchlists.addSymbol', { id, symbol: 'BAD@XXXX' })
  await client.call('watchlists.moveSymbol', { id, symbol: 'BAD@XXXX', index: 0 })
  await client.call('watchlists.rename', { id, name: 'Ours' })
  expect(await client.call('watchlists.list')).toEqual([
    { id, name: 'Ours', symbols: ['BAD@XXXX', 'AAA@XXXX'], columns: null, targets: [], sections: [] },
  ])
  await client.call('watchlists.removeSymbol', { id, symbol: 'BAD@XXXX' })
  await client.call('watchlists.remove', { id })
  expect(await client.call('watchlists.list')).toEqual([])
  expect(topics).toEqual(Array(7).fill('watchlists.changed'))
  await expect(client.call('watchlists.quotes', { id })).rejects.toMatchObject({ code: 'not-found' })
})

test('a quote row has its figures, its delay and its problem', async () => {
  const { client, cache, clock } = startHandlers()
  const { id } = await client.call('watchlists.create', { name: 'Mine' })
  for (const symbol of ['AAA@XXXX', 'BAD@XXXX']) await client.call('watchlists.addSymbol', { id, symbol })
  const permission = {
    quoteLevel: 'QUOTE_LEVEL_LAST_PRICE',
    delayMinutes: 15,
    mic: 'XXXX',
    country: '',
    continent: '',
    isWorldwide: false,
  }
  cache.sessionDetails.put(
    { createdAt: null, expiresAt: null, permissions: [permission], accountIds: [], isReadOnly: true },
    clock.now(),
  )
  cache.quotes.put(makeQuote(), clock.now())
  expect(await client.call('watchlists.quotes', { id })).toMatchObject([
    {
      symbol: 'AAA@XXXX',
      changePercent: '10',
      delayMinutes: 15,
      isForbidden: false,
      problem: null,
      market: { state: 'unknown' },
    },
    { symbol: 'BAD@XXXX', quote: null, fetchedAt: null, changePercent: null, problem: 'The service does not know it' },
  ])
})

test('the symbols that a window shows are recorded as visible', async () => {
  const { client, attention } = startHandlers()
  await client.call('attention.set', { viewId: 'v', symbols: ['AAA@XXXX'], isVisible: true })
  expect([...attention.visibleSymbols]).toEqual(['AAA@XXXX'])
})

test('the forecast covers the given symbols, or without any the visible symbols', async () => {
  const { client, clock, attention } = startHandlers()
  expect(await client.call('quotes.forecast', { symbols: ['SBER@MISX', 'GAZP@MISX'] })).toEqual({
    symbols: 2,
    nextAt: clock.now() + 4_000,
  })
  expect(await client.call('quotes.forecast', { symbols: null })).toEqual({ symbols: 0, nextAt: null })
  attention.set('view', ['SBER@MISX'], true)
  expect(await client.call('quotes.forecast', { symbols: null })).toMatchObject({
    symbols: 1,
    nextAt: clock.now() + 4_000,
  })
})
