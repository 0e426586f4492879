import { expect, test } from 'vitest'
import type { HandlerContext, OpenProfile } from '#main/api/context.ts'
import { createDispatcher, type Handlers } from '#main/api/dispatch.ts'
import { EventBus } from '#main/api/events.ts'
import { createWatchlistHandlers } from '#main/api/handlers/watchlists.ts'
import { createClient } from '#shared/client.ts'
import { decimalOf } from '#shared/decimal.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import { storeInstruments } from '../../cache/instruments/store-instruments.ts'
import { d, makeAccount, makeDetails, makePosition, makeQuote } from '../../insight/make.ts'
import { startSync } from '../../sync/harness.ts'

/** The watchlist handlers over a real cache and journal. */
function start() {
  const sync = startSync()
  const { clock, cache, journal } = sync
  const events = new EventBus()
  const topics: string[] = []
  events.listen((topic) => topics.push(topic))
  const woken: string[] = []
  const open = { cache, journal, problems: new Map(), scheduler: { wake: (job: string) => woken.push(job) } }
  const current = () => open as unknown as OpenProfile
  const handlers = createWatchlistHandlers({ current, clock, events } as unknown as HandlerContext)
  const dispatch = createDispatcher(handlers as Handlers, (_, error) => {
    throw error
  })
  const client = createClient({ request: dispatch, subscribe: () => () => undefined })
  return { ...sync, client, topics, woken }
}

const instrument = (symbol: string, over: Partial<Instrument> = {}): Instrument => ({
  symbol,
  id: symbol,
  ticker: symbol.slice(0, symbol.lastIndexOf('@')),
  mic: symbol.slice(symbol.lastIndexOf('@') + 1),
  isin: '',
  type: 'EQUITIES',
  name: `Name of ${symbol}`,
  isArchived: false,
  ...over,
})

test('adding many symbols starts the jobs once, and a rejected addition starts no job and publishes no event', async () => {
  const { client, topics, woken } = start()
  const { id } = await client.call('watchlists.create', { name: 'Mine' })
  expect(await client.call('watchlists.addSymbols', { id, symbols: ['A@X', 'B@#X', 'A@X'] })).toEqual({
    added: ['A@X', 'B@#X'],
    present: [],
  })
  expect(woken).toEqual(['reference', 'schedules', 'quotes'])
  expect(topics).toEqual(['watchlists.changed', 'watchlists.changed'])
  const tooMany = Array.from({ length: 499 }, (_, index) => `S${index}@X`)
  await expect(client.call('watchlists.addSymbols', { id, symbols: tooMany })).rejects.toMatchObject({
    code: 'invalid',
    message: '“Mine” would have 501 instruments; the maximum is 500.',
  })
  expect(topics).toHaveLength(2)
  expect((await client.call('watchlists.list'))[0]?.symbols).toEqual(['A@X', 'B@#X'])
})

test('copying, moving and setting the columns of a list each publish an event', async () => {
  const { client, topics } = start()
  const { id } = await client.call('watchlists.create', { name: 'A', symbols: ['A@X'] })
  await client.call('watchlists.setColumns', { id, columns: ['bid', 'last'] })
  const copy = await client.call('watchlists.duplicate', { id, name: 'B' })
  await client.call('watchlists.move', { id: copy.id, index: 0 })
  expect(await client.call('watchlists.list')).toMatchObject([
    { id: copy.id, name: 'B', symbols: ['A@X'], columns: ['bid', 'last'] },
    { id, name: 'A', symbols: ['A@X'], columns: ['bid', 'last'] },
  ])
  expect(topics).toHaveLength(4)
  const aura = ['aura'] as unknown as ['last']
  await expect(client.call('watchlists.setColumns', { id, columns: aura })).rejects.toMatchObject({
    code: 'invalid-request',
  })
})

test('symbols, tickers and ISINs in a text are resolved ignoring case, and ambiguous names list their candidates', async () => {
  const { client, cache, clock } = start()
  await storeInstruments(cache.instruments, [
    instrument('SBER@MISX', { isin: 'RU0009029540', name: 'Sberbank' }),
    instrument('SBERP@MISX'),
    instrument('AAPL@XNGS', { isin: 'US0378331005' }),
    instrument('AAPL@XETR', { isin: 'US0378331005' }),
    instrument('AAPL@OLD1', { isin: 'US0378331005', isArchived: true }),
    instrument('GONE@XNYS', { isArchived: true }),
    instrument('Si-12.26@#Rtsx'),
    instrument('IDX@_abC'),
  ])
  cache.instrumentDetails.put(makeDetails({ symbol: 'NEW@XXXX', ticker: 'NEW', name: 'Looked at' }), clock.now())
  const text =
    'sber, AAPL; aapl@xngs\nRU0009029540 us0378331005\tGONE Si-12.26@#rtsx "IDX@_abC" NEW@XXXX NOPE # Apple\nZ@Q'
  const resolved = await client.call('watchlists.resolve', { text })
  expect(
    resolved.map(({ input, symbol, candidates }) => [input, symbol ?? candidates.map((candidate) => candidate.symbol)]),
  ).toEqual([
    ['sber', 'SBER@MISX'],
    ['AAPL', ['AAPL@XETR', 'AAPL@XNGS', 'AAPL@OLD1']],
    ['aapl@xngs', 'AAPL@XNGS'],
    ['RU0009029540', 'SBER@MISX'],
    ['us0378331005', expect.arrayContaining(['AAPL@XETR', 'AAPL@XNGS'])],
    ['GONE', 'GONE@XNYS'],
    ['Si-12.26@#rtsx', 'Si-12.26@#Rtsx'],
    ['IDX@_abC', 'IDX@_abC'],
    ['NEW@XXXX', 'NEW@XXXX'],
    ['NOPE', []],
    ['Z@Q', []],
  ])
  expect(resolved[0]?.name).toBe('Sberbank')
})

test('a name that is not a symbol is searched for, and the instruments found are candidates but none is chosen', async () => {
  const { client, cache } = start()
  await storeInstruments(cache.instruments, [
    instrument('SBER@MISX', { ticker: 'SBER', name: 'Сбербанк' }),
    instrument('AAPL@XNGS', { ticker: 'AAPL', name: 'Apple Inc.' }),
  ])
  const text = 'Apple Inc. 10\n100 шт сбербнак\nAAPL 5\nzzzqqq\nNOPE@XXXX'
  const resolved = await client.call('watchlists.resolve', { text })
  expect(
    resolved.map(({ input, symbol, candidates }) => [input, symbol, candidates.map((candidate) => candidate.symbol)]),
  ).toEqual([
    ['Apple Inc.', null, ['AAPL@XNGS']],
    ['сбербнак', null, ['SBER@MISX']],
    ['AAPL', 'AAPL@XNGS', []],
    ['zzzqqq', null, []],
    ['NOPE@XXXX', null, []],
  ])
})

test('a text with too many names is rejected with a message', async () => {
  const text = Array.from({ length: 1_001 }, (_, index) => `T${index}`).join(' ')
  await expect(start().client.call('watchlists.resolve', { text })).rejects.toMatchObject({
    code: 'invalid',
    message: 'The text has 1001 names: the maximum is 1000 at a time.',
  })
})

test('ISINs are found in a long list of instruments', async () => {
  const { client, cache } = start()
  const isin = (index: number) => `XX${String(index).padStart(9, '0')}${index % 10}`
  const all = Array.from({ length: 21_000 }, (_, index) =>
    instrument(`T${String(index).padStart(5, '0')}@X`, { isin: isin(index) }),
  )
  await storeInstruments(cache.instruments, all)
  const wanted = [0, 9_999, 10_000, 20_999]
  const resolved = await client.call('watchlists.resolve', { text: wanted.map(isin).join('\n') })
  expect(resolved.map(({ symbol }) => symbol)).toEqual(wanted.map((index) => all[index]?.symbol))
})

test('a row has the held quantity: the sum of all accounts, 0, or null if unknown', async () => {
  const { client, cache, clock } = start()
  const { id } = await client.call('watchlists.create', { name: 'A', symbols: ['A@X', 'B@X', 'C@X'] })
  const held = async () => (await client.call('watchlists.quotes', { id })).map(({ heldQuantity }) => heldQuantity)
  expect(await held()).toEqual([null, null, null])
  const session = { createdAt: null, expiresAt: null, permissions: [], accountIds: ['1', '2'], isReadOnly: true }
  cache.sessionDetails.put(session, clock.now())
  const position = (symbol: string, quantity: string | null) =>
    makePosition({ symbol, quantity: quantity === null ? null : d(quantity) })
  cache.accounts.replaceAccount(makeAccount({ id: '1', positions: [position('A@X', '10')] }), clock.now())
  expect(await held()).toEqual([null, null, null])
  const positions = [position('A@X', '-2.5'), position('C@X', null)]
  cache.accounts.replaceAccount(makeAccount({ id: '2', positions }), clock.now())
  expect(await held()).toEqual(['7.5', '0', null])
})

test('an older quote does not replace a newer quote', async () => {
  const { client, cache, clock } = start()
  const { id } = await client.call('watchlists.create', { name: 'A', symbols: ['AAA@XXXX'] })
  const at = clock.now()
  cache.quotes.put(makeQuote({ at, last: d('2') }), at)
  cache.quotes.put(makeQuote({ at: at - 5_000, last: d('1') }), at + 1_000)
  expect((await client.call('watchlists.quotes', { id }))[0]).toMatchObject({ quote: { last: '2' }, fetchedAt: at })
})

test('sparklines of a list have at most 60 points each, and a chart has all points', async () => {
  const { client, journal, clock } = start()
  const { id } = await client.call('watchlists.create', { name: 'A', symbols: ['A@X', 'B@X'] })
  const until = clock.now()
  const from = until - 86_400_000
  const points = Array.from({ length: 1_440 }, (_, index) => ({
    symbol: 'A@X',
    at: from + index * 60_000,
    last: decimalOf(index),
  }))
  journal.quotes.record(points)
  const { lines, maxGapMs, ...span } = await client.call('watchlists.sparklines', { id, from })
  expect(span).toEqual({ from, until })
  expect(lines.map(({ symbol, points: { length } }) => [symbol, length])).toEqual([
    ['A@X', 60],
    ['B@X', 0],
  ])
  expect(lines[0]?.points.at(-1)).toEqual({ at: points.at(-1)?.at, last: '1439' })
  const steps = (lines[0]?.points ?? []).slice(1).map(({ at }, index) => at - (lines[0]?.points[index]?.at ?? 0))
  expect(maxGapMs).toBeGreaterThan(Math.max(...steps))
  const chart = await client.call('quotes.history', { symbol: 'A@X', from })
  expect(chart.lines[0]?.points).toHaveLength(1_440)
  expect(chart.maxGapMs).toBe(45 * 60_000)
  expect((await client.call('quotes.history', { symbol: 'A@X', from: until + 5 })).lines[0]?.points).toEqual([])
})
