import { expect, test } from 'vitest'
import { asset, d, path, startOdd, symbol } from './odd-instruments.ts'

const book = (rows: object[]) => ({ body: { symbol, orderbook: { rows } } })

test.each([
  ['XYZ@#IDX', '/v1/assets/XYZ@%23IDX'],
  ['X Y@_SPBd', '/v1/assets/X%20Y@_SPBd'],
  ['A/B@XNGS', '/v1/assets/A%2FB@XNGS'],
])('%s is requested as %s', async (odd, sent) => {
  const { open, requested, call } = await startOdd({
    [sent]: () => asset('INDICES', odd.split('@')[0], odd.split('@')[1]),
  })
  await open(odd, ['details'])
  expect(requested()).toEqual([`${sent}?account_id=1`])
  expect((await call('instruments.read', { symbol: odd, accountId: null })).details.value).toMatchObject({
    symbol: odd,
  })
})

test('a crossed book is shown as crossed, an empty one as empty, and an unreadable row does not lose the others', async () => {
  let rows: object[] = [
    { price: d('10'), sell_size: d('1'), action: 'ACTION_ADD' },
    { price: d('11'), buy_size: d('2'), action: 'ACTION_ADD' },
  ]
  const { open, call, clock } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [`/v1/instruments/${symbol}/orderbook`]: () => book(rows),
  })
  await open(symbol, ['details'])
  await open(symbol, ['book'])
  expect((await call('instruments.book', { symbol })).value).toMatchObject({ isCrossed: true, spread: '-1' })
  rows = []
  await clock.advance(15_000)
  await open(symbol, ['book'])
  const empty = await call('instruments.book', { symbol })
  expect(empty).toMatchObject({ value: { asks: [], bids: [], spread: null, isCrossed: false }, problem: null })
  rows = [{ price: 'ten' }]
  await clock.advance(15_000)
  await open(symbol, ['book'])
  const unreadable = await call('instruments.book', { symbol })
  expect(unreadable).toMatchObject({ value: empty.value, fetchedAt: empty.fetchedAt })
  expect(unreadable.problem).toMatch(/cannot be read/)
})

test('only the unreadable rows of a book and of trades are left out, counted and reported', async () => {
  const trade = { trade_id: '1', timestamp: '2026-03-02T09:00:00Z', price: d('10'), size: d('1'), side: 'SIDE_BUY' }
  const { open, call, cache } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [`/v1/instruments/${symbol}/orderbook`]: () =>
      book([{ price: d('10'), buy_size: d('1') }, { price: 'ten' }, { price: d('11'), sell_size: d('2') }]),
    [`/v1/instruments/${symbol}/trades/latest`]: () => ({
      body: { symbol, trades: [trade, { ...trade, price: d('dear') }, { ...trade, trade_id: '3' }] },
    }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['book', 'trades'])
  const shownBook = await call('instruments.book', { symbol })
  expect(shownBook).toMatchObject({ problem: null, value: { spread: '1', leftOut: 1 } })
  const shownTrades = await call('instruments.trades', { symbol })
  expect(shownTrades).toMatchObject({ problem: null, value: { trades: [{ id: '3' }, { id: '1' }], leftOut: 1 } })
  expect(cache.malformed.list().toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1))).toMatchObject([
    { endpoint: 'getOrderBook', path: 'rows[*].price', count: 1 },
    { endpoint: 'getTrades', count: 1 },
  ])
})

test('a book and trades stored by an earlier version are shown', async () => {
  const { call, cache } = await startOdd({})
  const row = { price: '10', sellSize: null, buySize: '1', action: 'ACTION_ADD', mpid: '', at: null }
  const trade = { id: '1', mpid: '', at: 5, atText: null, price: '10', size: '1', openInterest: null, side: 'SIDE_BUY' }
  const keyOf = (part: string) => ({ symbol, accountId: '', part, variant: '' })
  cache.instrumentParts.put(keyOf('book'), [row], 1_000)
  cache.instrumentParts.put(keyOf('trades'), [trade], 1_000)
  expect((await call('instruments.book', { symbol })).value).toMatchObject({ bids: [{ price: '10' }], leftOut: 0 })
  expect((await call('instruments.trades', { symbol })).value).toEqual({ trades: [trade], leftOut: 0 })
})

test('an instrument that the service no longer knows keeps the last reading and shows the problem', async () => {
  let isListed = true
  const gone = { status: 404, body: { code: 5, message: 'Instrument not found', details: [] } }
  const { open, call, clock } = await startOdd({ [path('')]: () => (isListed ? asset('EQUITIES') : gone) })
  await open(symbol, ['details'])
  isListed = false
  await clock.advance(25 * 3_600_000)
  await open(symbol, ['details'])
  const { details, parts } = await call('instruments.read', { symbol, accountId: null })
  expect(details.value?.name).toBe('Odd one')
  expect(details.problem).toBe('Showing an earlier reading. The service does not know this: Instrument not found')
  expect(parts).toContain('book')
})

test('a schedule in the past, with gaps, overlaps and reversed sessions gives as much as possible', async () => {
  const at = (hours: number): string => new Date(Date.UTC(2026, 2, 2, hours)).toISOString()
  const session = (type: string, from: number, to: number) => ({
    type,
    interval: { start_time: at(from), end_time: at(to) },
  })
  let sessions = [session('CORE_TRADING', -48, -40)]
  const { open, call, clock } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/schedule')]: () => ({ body: { symbol, sessions } }),
  })
  await open(symbol, ['details', 'schedule'])
  const past = await call('instruments.read', { symbol, accountId: null })
  expect(past).toMatchObject({ schedule: { problem: null }, market: { state: 'unknown', changesAt: null } })
  sessions = [
    session('LATE_TRADING', 12, 14),
    session('CORE_TRADING', 16, 13),
    session('CORE_TRADING', 8, 13),
    session('EARLY_TRADING', 7, 9),
    session('CLOSED', 20, 24),
  ]
  await clock.advance(15 * 60_000)
  await open(symbol, ['details', 'schedule'])
  const now = await call('instruments.read', { symbol, accountId: null })
  expect(now.market).toEqual({ state: 'open', changesAt: Date.UTC(2026, 2, 2, 14) })
  sessions = []
  await clock.advance(13 * 3_600_000)
  await open(symbol, ['details', 'schedule'])
  const none = await call('instruments.read', { symbol, accountId: null })
  expect(none).toMatchObject({ schedule: { value: [], problem: null }, market: { state: 'unknown' } })
})
