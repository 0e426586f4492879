import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { ListQuotes } from '#renderer/watchlist/state/list-quotes.svelte.ts'
import { Watchlists } from '#renderer/watchlist/state/watchlists.svelte.ts'
import { createClient } from '#shared/client.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import * as data from '../../fixtures/data.ts'
import { fixtureNow } from '../../fixtures/fixture-now.ts'
import * as market from '../../fixtures/market.ts'
import { settle } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

async function setUp(overrides: Partial<Answers> = {}) {
  const transport = fixtureTransport(overrides)
  const client = createClient(transport)
  const watchlists = new Watchlists(client, (symbol) => `instrument ${symbol}`)
  const quotes = new ListQuotes(client, watchlists)
  const shown: number[] = []
  const stop = $effect.root(() => {
    $effect(() => {
      shown.push(quotes.rows.length)
    })
  })
  flushSync()
  await settle()
  const called = (method: string) =>
    transport.calls.filter((call) => call.method === method).map(({ params }) => params)
  return { watchlists, quotes, stop, called, transport }
}

test('a move is shown at once and sent as the index in the list without the symbol', async () => {
  const { watchlists, stop, called } = await setUp()
  const done = watchlists.moveSymbol('AAPL@XNGS', 2)
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'NVDA@XNGS', 'AAPL@XNGS', 'GAZP@MISX'])
  await done
  await settle()
  expect(called('watchlists.moveSymbol')).toEqual([{ id: 'w1', symbol: 'AAPL@XNGS', index: 2 }])
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'NVDA@XNGS', 'AAPL@XNGS', 'GAZP@MISX'])
  stop()
})

test('quick moves are sent one after another and end in the final order', async () => {
  const { watchlists, stop, called } = await setUp()
  void watchlists.moveSymbol('AAPL@XNGS', 1)
  void watchlists.moveSymbol('AAPL@XNGS', 2)
  await watchlists.moveSymbol('AAPL@XNGS', 3)
  await settle()
  expect(called('watchlists.moveSymbol')).toHaveLength(3)
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'NVDA@XNGS', 'GAZP@MISX', 'AAPL@XNGS'])
  stop()
})

test('a move to the same place sends nothing', async () => {
  const { watchlists, stop, called } = await setUp()
  await watchlists.moveSymbol('AAPL@XNGS', -1)
  expect(called('watchlists.moveSymbol')).toEqual([])
  stop()
})

test('a move that cannot be saved is reverted and reported', async () => {
  const { watchlists, stop } = await setUp({ 'watchlists.moveSymbol': failing('internal', 'The journal is full.') })
  await watchlists.moveSymbol('AAPL@XNGS', 2)
  await settle()
  expect(watchlists.symbols[0]).toBe('AAPL@XNGS')
  expect(watchlists.actions.problem?.message).toBe('The journal is full.')
  stop()
})

test('a removed symbol can be restored at its position', async () => {
  const { watchlists, stop } = await setUp()
  await watchlists.removeSymbol('MSFT@XNGS')
  await settle()
  expect(watchlists.symbols).not.toContain('MSFT@XNGS')
  expect(watchlists.undoable?.text).toBe('instrument MSFT@XNGS was removed.')
  expect(await watchlists.undo()).toBe('MSFT@XNGS')
  await settle()
  expect(watchlists.symbols.indexOf('MSFT@XNGS')).toBe(1)
  expect(watchlists.undoable).toBeUndefined()
  stop()
})

test('a restored symbol has its target price and its section again', async () => {
  const { watchlists, stop } = await setUp()
  await watchlists.marks.setTarget('MSFT@XNGS', data.dec('400'))
  await watchlists.marks.setSection('MSFT@XNGS', 'Abroad')
  await watchlists.removeSymbol('MSFT@XNGS')
  await settle()
  expect(watchlists.marks.sectionAt('MSFT@XNGS')).toBeNull()
  await watchlists.undo()
  await settle()
  expect(watchlists.marks.sectionAt('MSFT@XNGS')).toBe('Abroad')
  expect(watchlists.marks.targetOf('MSFT@XNGS')).toBe('400')
  stop()
})

test('the default columns show targets if there are any', async () => {
  const { watchlists, stop } = await setUp()
  expect(watchlists.shownColumns).not.toContain('target')
  await watchlists.marks.setTarget('MSFT@XNGS', data.dec('400'))
  await settle()
  expect(watchlists.shownColumns).toContain('target')
  expect(watchlists.columns).toBeNull()
  stop()
})

test('a new list is selected and never shows quotes of the previous one', async () => {
  const { watchlists, quotes, stop } = await setUp()
  expect(quotes.rows.map(({ quote }) => quote?.quote?.last)).toContain('227.48')
  await watchlists.actions.create('Mine')
  expect(watchlists.selected?.name).toBe('Mine')
  expect(quotes.rows).toEqual([])
  stop()
})

test('a symbol without a quote has a row without figures', async () => {
  const { quotes, stop } = await setUp({ 'watchlists.quotes': () => [] })
  expect(quotes.rows[0]).toEqual({ symbol: 'AAPL@XNGS', quote: null, target: null, section: null })
  stop()
})

test('a row is replaced only if its quote changed', async () => {
  const now = fixtureNow
  let last = '227.48'
  const { quotes, stop, transport } = await setUp({
    'watchlists.quotes': () =>
      market.quotes(now).map((row) => (row.quote && row.symbol === 'AAPL@XNGS' ? withLast(row, last) : row)),
  })
  const before = quotes.rows
  last = '227.49'
  transport.emit('quotes.changed', { symbols: ['AAPL@XNGS'] })
  await vi.waitFor(() => expect(quotes.rows[0]?.quote?.quote?.last).toBe('227.49'))
  expect(quotes.rows[0]).not.toBe(before[0])
  expect(quotes.rows[1]).toBe(before[1])
  stop()
})

const withLast = (row: QuoteRow, last: string): QuoteRow => ({
  ...row,
  quote: row.quote && { ...row.quote, last: data.dec(last) },
})

test('a moved list is selected, and its position is announced', async () => {
  const { watchlists, stop, called } = await setUp()
  await watchlists.actions.move('w2', -3)
  expect(called('watchlists.move')).toEqual([{ id: 'w2', index: 0 }])
  expect(watchlists.lists.current?.map(({ name }) => name)).toEqual(['Ideas', 'Technology'])
  expect(watchlists.selected?.id).toBe('w2')
  expect(watchlists.actions.announcement).toBe('“Ideas” is now list 1 of 2')
  await watchlists.actions.move('w2', 0)
  expect(called('watchlists.move')).toHaveLength(1)
  stop()
})

test('a duplicated list is selected', async () => {
  const { watchlists, stop } = await setUp()
  await watchlists.actions.duplicate('w1', 'Again')
  expect(watchlists.selected).toMatchObject({ name: 'Again', symbols: expect.arrayContaining(['AAPL@XNGS']) })
  stop()
})

test('quick column changes build on each other and are sent in order', async () => {
  const { watchlists, stop, called } = await setUp()
  expect(watchlists.columns).toBeNull()
  void watchlists.setColumns(['last', 'bid'])
  expect(watchlists.columns).toEqual(['last', 'bid'])
  const done = watchlists.setColumns([...(watchlists.columns ?? []), 'volume'])
  expect(watchlists.columns).toEqual(['last', 'bid', 'volume'])
  await done
  expect(called('watchlists.setColumns')).toEqual([
    { id: 'w1', columns: ['last', 'bid'] },
    { id: 'w1', columns: ['last', 'bid', 'volume'] },
  ])
  expect(watchlists.columns).toEqual(['last', 'bid', 'volume'])
  await watchlists.setColumns(null)
  expect(watchlists.columns).toBeNull()
  stop()
})

test('columns that cannot be saved are reverted and reported', async () => {
  const { watchlists, stop } = await setUp({ 'watchlists.setColumns': failing('internal', 'The journal is full.') })
  await watchlists.setColumns(['last'])
  expect(watchlists.columns).toBeNull()
  expect(watchlists.actions.problem?.message).toBe('The journal is full.')
  stop()
})
