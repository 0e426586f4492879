import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { Watchlists } from '#renderer/watchlist/state/watchlists.svelte.ts'
import { createClient } from '#shared/client.ts'
import * as data from '../../fixtures/data.ts'
import * as market from '../../fixtures/market.ts'
import { settle } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

async function setUp(overrides: Partial<Answers> = {}) {
  const transport = fixtureTransport(overrides)
  let watchlists: Watchlists | undefined
  const stop = $effect.root(() => {
    watchlists = new Watchlists(createClient(transport), (symbol) => `instrument ${symbol}`)
    $effect(() => void watchlists?.symbols)
  })
  flushSync()
  await settle()
  const called = (method: string) =>
    transport.calls.filter((call) => call.method === method).map(({ params }) => params)
  return { watchlists: watchlists!, stop, called }
}
const order = ['AAPL@XNGS', 'MSFT@XNGS', 'NVDA@XNGS', 'GAZP@MISX']

test('moves are undone one by one, also while they are being saved', async () => {
  const { watchlists, stop } = await setUp()
  void watchlists.moveSymbol('AAPL@XNGS', 1)
  void watchlists.moveSymbol('AAPL@XNGS', 3)
  const undone = [watchlists.undo(), watchlists.undo(), watchlists.undo()]
  expect(await undone[0]).toBe('AAPL@XNGS')
  expect(watchlists.symbols).toEqual(['MSFT@XNGS', 'AAPL@XNGS', 'NVDA@XNGS', 'GAZP@MISX'])
  expect(await Promise.all(undone)).toEqual(['AAPL@XNGS', 'AAPL@XNGS', undefined])
  expect(watchlists.symbols).toEqual(order)
  stop()
})

test('an undone move restores the section that the row had before', async () => {
  const { watchlists, stop, called } = await setUp()
  await watchlists.marks.setSection('GAZP@MISX', 'Energy')
  await watchlists.moveSymbol('GAZP@MISX', 0)
  await watchlists.undo()
  expect(called('watchlists.moveSymbol').at(-1)).toEqual({
    ...{ id: 'w1', symbol: 'GAZP@MISX', index: 3, section: 'Energy' },
  })
  expect(watchlists.undoable?.text).toBe('instrument GAZP@MISX was moved to another section.')
  await watchlists.undo()
  expect(watchlists.marks.sectionAt('GAZP@MISX')).toBeNull()
  expect(watchlists.symbols).toEqual(order)
  stop()
})

test('a changed target price is undone, also the first one', async () => {
  const { watchlists, stop } = await setUp()
  await watchlists.marks.setTarget('MSFT@XNGS', data.dec('400'))
  await watchlists.marks.setTarget('MSFT@XNGS', data.dec('500'))
  await watchlists.undo()
  expect(watchlists.marks.targetOf('MSFT@XNGS')).toBe('400')
  expect(watchlists.actions.announcement).toBe('Undone: The target price of instrument MSFT@XNGS was changed.')
  await watchlists.undo()
  expect(watchlists.marks.targetOf('MSFT@XNGS')).toBeNull()
  stop()
})

test('a renamed and a dissolved section get their name and their rows back', async () => {
  const banks = { name: 'Banks', symbols: ['NVDA@XNGS', 'GAZP@MISX'] }
  const first = { ...market.watchlists[0]!, sections: [banks] }
  const { watchlists, stop, called } = await setUp({ 'watchlists.list': () => [first] })
  await watchlists.marks.renameSection('Banks', 'Lenders')
  await watchlists.undo()
  await watchlists.marks.renameSection('Banks', null)
  expect(await watchlists.undo()).toBe('NVDA@XNGS')
  expect(called('watchlists.renameSection')).toEqual([
    { id: 'w1', section: 'Banks', to: 'Lenders' },
    { id: 'w1', section: 'Lenders', to: 'Banks' },
    { id: 'w1', section: 'Banks', to: null },
  ])
  expect(called('watchlists.moveSymbol')).toEqual([
    { id: 'w1', symbol: 'GAZP@MISX', index: 3, section: 'Banks' },
    { id: 'w1', symbol: 'NVDA@XNGS', index: 2, section: 'Banks' },
  ])
  stop()
})

test('a change that was not saved cannot be undone', async () => {
  const fails = failing('internal', 'The journal is full.')
  const { watchlists, stop } = await setUp({ 'watchlists.moveSymbol': fails, 'watchlists.setTarget': fails })
  await watchlists.moveSymbol('AAPL@XNGS', 2)
  await watchlists.marks.setTarget('AAPL@XNGS', data.dec('1'))
  expect(watchlists.undoable).toBeUndefined()
  stop()
})
