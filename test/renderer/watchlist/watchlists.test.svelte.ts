import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/shared/client.ts'
import { PasteImport } from '../../../src/renderer/watchlist/paste-import.svelte.ts'
import { Watchlists } from '../../../src/renderer/watchlist/watchlists.svelte.ts'
import { settle } from '../fixtures/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

async function setUp(overrides: Partial<Answers> = {}) {
  const transport = fixtureTransport(overrides)
  const watchlists = new Watchlists(createClient(transport))
  const shown: number[] = []
  const stop = $effect.root(() => {
    $effect(() => {
      shown.push(watchlists.rows.length)
    })
  })
  flushSync()
  await settle()
  const called = (method: string) =>
    transport.calls.filter((call) => call.method === method).map(({ params }) => params)
  return { watchlists, stop, called, transport }
}

test('a move shows at once and is told as the index after taking out', async () => {
  const { watchlists, stop, called } = await setUp()
  const done = watchlists.moveSymbol('AAPL@XNGS', 2)
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'NVDA@XNGS', 'AAPL@XNGS', 'GAZP@MISX'])
  await done
  await settle()
  expect(called('watchlists.moveSymbol')).toEqual([{ id: 'w1', symbol: 'AAPL@XNGS', index: 2 }])
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'NVDA@XNGS', 'AAPL@XNGS', 'GAZP@MISX'])
  stop()
})

test('moves in quick succession are told one after the other and end where the person left them', async () => {
  const { watchlists, stop, called } = await setUp()
  void watchlists.moveSymbol('AAPL@XNGS', 1)
  void watchlists.moveSymbol('AAPL@XNGS', 2)
  await watchlists.moveSymbol('AAPL@XNGS', 3)
  await settle()
  expect(called('watchlists.moveSymbol')).toHaveLength(3)
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'NVDA@XNGS', 'GAZP@MISX', 'AAPL@XNGS'])
  stop()
})

test('a move to where it is tells nothing', async () => {
  const { watchlists, stop, called } = await setUp()
  await watchlists.moveSymbol('AAPL@XNGS', -1)
  expect(called('watchlists.moveSymbol')).toEqual([])
  stop()
})

test('a move that cannot be kept is taken back and said', async () => {
  const { watchlists, stop } = await setUp({ 'watchlists.moveSymbol': failing('internal', 'The journal is full.') })
  await watchlists.moveSymbol('AAPL@XNGS', 2)
  await settle()
  expect(watchlists.symbols[0]).toBe('AAPL@XNGS')
  expect(watchlists.problem?.message).toBe('The journal is full.')
  stop()
})

test('a removed symbol can be put back to its place', async () => {
  const { watchlists, stop } = await setUp()
  await watchlists.removeSymbol('MSFT@XNGS')
  await settle()
  expect(watchlists.symbols).not.toContain('MSFT@XNGS')
  expect(watchlists.removed?.symbol).toBe('MSFT@XNGS')
  await watchlists.restore()
  await settle()
  expect(watchlists.symbols.indexOf('MSFT@XNGS')).toBe(1)
  expect(watchlists.removed).toBeUndefined()
  stop()
})

test('a new list is shown, and quotes of the list before never stand in it', async () => {
  const { watchlists, stop } = await setUp()
  expect(watchlists.rows.map(({ quote }) => quote?.quote?.last)).toContain('227.48')
  await watchlists.create('Mine')
  expect(watchlists.selected?.name).toBe('Mine')
  expect(watchlists.rows).toEqual([])
  stop()
})

test('a symbol without a quote yet is a row of its own with nothing known', async () => {
  const { watchlists, stop } = await setUp({ 'watchlists.quotes': () => [] })
  expect(watchlists.rows[0]).toEqual({ symbol: 'AAPL@XNGS', index: 0, quote: null })
  stop()
})

test('a pasted list adds what is found and leaves the rest in the field, named', async () => {
  const { watchlists, stop, called, transport } = await setUp()
  const paste = new PasteImport(createClient(transport))
  paste.start('AMZN, US0378331005\nNOPE')
  expect(await paste.run('w2')).toBe(false)
  expect(called('watchlists.addSymbol')).toEqual([{ id: 'w2', symbol: 'AMZN@XNGS' }])
  expect(paste.text).toBe('US0378331005\nNOPE')
  expect(paste.left.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  expect(watchlists.problem).toBeUndefined()
  stop()
})

test('what could not be tried stays in the field too', async () => {
  const { stop, transport } = await setUp({ 'watchlists.addSymbol': failing('internal') })
  const paste = new PasteImport(createClient(transport))
  paste.start('AAPL AMZN')
  expect(await paste.run('w2')).toBe(false)
  expect(paste.text).toBe('AAPL\nAMZN')
  expect(paste.error?.code).toBe('internal')
  stop()
})
