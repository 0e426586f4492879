import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startInstruments } from './demo.ts'

type Answer = { readonly status?: number; readonly body: unknown }

/** A service of a few lines on loopback, for answers that the demo does not give; what it was asked, path and query as sent. */
async function startOdd(answers: Readonly<Record<string, (query: URLSearchParams) => Answer>>) {
  const asked: string[] = []
  const send = (response: ServerResponse, { status = 200, body }: Answer): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const common: typeof answers = {
    '/v1/sessions': () => ({ body: { token: 't'.repeat(40) } }),
    '/v1/sessions/details': () => ({
      body: { expires_at: '2099-01-01T00:00:00Z', md_permissions: [], account_ids: ['1'], readonly: true },
    }),
  }
  const server = createServer((request, response) => {
    request.resume()
    const url = request.url ?? ''
    asked.push(url)
    const [path = '', query] = url.split('?')
    const found = { ...common, ...answers }[path]
    send(
      response,
      found?.(new URLSearchParams(query)) ?? { status: 404, body: { code: 5, message: 'Not Found', details: [] } },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const rig = await startInstruments({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 's',
  })
  return { ...rig, asked: () => asked.filter((url) => !url.startsWith('/v1/sessions')) }
}

const asset = (type: string, ticker = 'XYZ', mic = 'XNGS') => ({
  body: { board: '', id: '1', ticker, mic, isin: '', type, name: 'Odd one', decimals: 2, min_step: '1' },
})
const d = (value: string) => ({ value })
const symbol = 'XYZ@XNGS'
const path = (rest: string): string => `/v1/assets/${symbol}${rest}`
const book = (rows: object[]) => ({ body: { symbol, orderbook: { rows } } })

/** How often something else could run during a piece of work. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = async (): Promise<void> => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
  }
  const counting = count()
  await work()
  isOver = true
  await counting
  return turns
}

test.each([
  ['XYZ@#IDX', '/v1/assets/XYZ@%23IDX'],
  ['X Y@_SPBd', '/v1/assets/X%20Y@_SPBd'],
  ['A/B@XNGS', '/v1/assets/A%2FB@XNGS'],
])('%s is asked for as %s', async (odd, sent) => {
  const { open, asked, call } = await startOdd({ [sent]: () => asset('INDICES', odd.split('@')[0], odd.split('@')[1]) })
  await open(odd, ['details'])
  expect(asked()).toEqual([sent])
  expect((await call('instruments.read', { symbol: odd, accountId: null })).details.value).toMatchObject({
    symbol: odd,
  })
})

test('a crossed book is shown as crossed, an empty one as empty, and a row that cannot be read does not lose the screen', async () => {
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

test('of a book and a tape only the rows that cannot be read are set aside, counted and told', async () => {
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
  const ladder = await call('instruments.book', { symbol })
  expect(ladder).toMatchObject({ problem: null, value: { spread: '1', leftOut: 1 } })
  const tape = await call('instruments.trades', { symbol })
  expect(tape).toMatchObject({ problem: null, value: { trades: [{ id: '3' }, { id: '1' }], leftOut: 1 } })
  expect(cache.malformed.list().toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1))).toMatchObject([
    { endpoint: 'getOrderBook', path: 'rows[*].price', count: 1 },
    { endpoint: 'getTrades', count: 1 },
  ])
})

test('a book and trades kept by an earlier version are shown', async () => {
  const { call, cache } = await startOdd({})
  const row = { price: '10', sellSize: null, buySize: '1', action: 'ACTION_ADD', mpid: '', at: null }
  const trade = { id: '1', mpid: '', at: 5, atText: null, price: '10', size: '1', openInterest: null, side: 'SIDE_BUY' }
  const keyOf = (part: string) => ({ symbol, accountId: '', part, variant: '' })
  cache.instrumentParts.put(keyOf('book'), [row], 1_000)
  cache.instrumentParts.put(keyOf('trades'), [trade], 1_000)
  expect((await call('instruments.book', { symbol })).value).toMatchObject({ bids: [{ price: '10' }], leftOut: 0 })
  expect((await call('instruments.trades', { symbol })).value).toEqual({ trades: [trade], leftOut: 0 })
})

test('an instrument that vanished keeps what was read, and says so', async () => {
  let isThere = true
  const gone = { status: 404, body: { code: 5, message: 'Instrument not found', details: [] } }
  const { open, call, clock } = await startOdd({ [path('')]: () => (isThere ? asset('EQUITIES') : gone) })
  await open(symbol, ['details'])
  isThere = false
  await clock.advance(25 * 3_600_000)
  await open(symbol, ['details'])
  const { details, parts } = await call('instruments.read', { symbol, accountId: null })
  expect(details.value?.name).toBe('Odd one')
  expect(details.problem).toBe('Shown is what was read before. The service does not know this: Instrument not found')
  expect(parts).toContain('book')
})

test('a schedule of the past, with holes, overlaps and sessions turned round says what it can', async () => {
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

const options = (count: number, day = 18) =>
  Array.from({ length: count }, (_, i) => ({
    symbol: `XYZ2612${day}${i % 2 ? 'C' : 'P'}${String(i).padStart(8, '0')}@OPRA`,
    type: i % 2 ? 'TYPE_CALL' : 'TYPE_PUT',
    contract_size: d('100.0'),
    strike: d(`${100 + (i >> 1) * 0.5}`),
    multiplier: d('100.0'),
    trade_last_day: { year: 2026, month: 12, day },
    expiration_first_day: { year: 2026, month: 12, day },
    expiration_last_day: { year: 2026, month: 12, day },
  }))

test('a chain of 2,000 options of one expiry is whole, asks for no quotes, and holds nobody up', async () => {
  const body = { symbol, options: options(2000) }
  const { open, call, asked } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: (query) => ({ body: query.size === 0 ? body : { symbol, options: [] } }),
  })
  await open(symbol, ['details'])
  const chainOf = () => call('instruments.chain', { symbol, root: null, expiration: null })
  await open(symbol, ['options'])
  const chain = await chainOf()
  expect(chain.value?.strikes).toHaveLength(1000)
  expect(chain.value?.strikes.every(({ call: c, put }) => c !== null && put !== null)).toBe(true)
  expect(asked().filter((url) => url.includes('quotes'))).toEqual([])
  // Read back in slices of 100, as it was decoded: a frame has room for several of them.
  expect(await countTurns(chainOf)).toBeGreaterThanOrEqual(20)
})

test('one contract that cannot be read does not lose the chain', async () => {
  const { open, call, cache } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: () => ({ body: { symbol, options: [{ symbol: '' }, ...options(4)] } }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['options'])
  const chain = await call('instruments.chain', { symbol, root: null, expiration: null })
  expect(chain).toMatchObject({ problem: null, value: { expiration: '2026-12-18' } })
  expect(chain.value?.strikes).toHaveLength(2)
  expect(cache.malformed.list().map(({ endpoint }) => endpoint)).toContain('listOptions')
})

test('a service that takes no date without its day is asked on, and its refusal is no trouble of the chain', async () => {
  const refusal = { status: 400, body: { code: 3, message: 'bad date', details: [] } }
  const { open, call, asked, clock } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: (query) => {
      if (query.size === 0) return { body: { symbol, options: options(2, 11) } }
      if (query.get('expiration_date.day') === null) return refusal
      return { body: { symbol, options: query.get('expiration_date.day') === '18' ? options(4, 18) : [] } }
    },
  })
  await open(symbol, ['details'])
  for (let i = 0; i < 20; i++) {
    await open(symbol, ['options'])
    await clock.advance(2_000)
  }
  const chain = await call('instruments.chain', { symbol, root: null, expiration: null })
  expect(chain).toMatchObject({ problem: null, value: { expiries: ['2026-12-11', '2026-12-18'] } })
  expect(asked().filter((url) => url.includes('/options')).length).toBeLessThanOrEqual(13)
})

test('an instrument without options says that there are none', async () => {
  const { open, call } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: () => ({ body: { symbol, options: [] } }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['options'])
  expect(await call('instruments.chain', { symbol, root: null, expiration: null })).toMatchObject({
    value: { expiration: null, expiries: [], roots: [], strikes: [] },
    fetchedAt: expect.any(Number),
    problem: null,
  })
})

test('a list of constituents whose cursor turns in a circle ends', async () => {
  const { open, call, asked } = await startOdd({
    [path('')]: () => asset('INDICES'),
    [path('/constituents')]: (query) => ({
      body: {
        constituents: [{ symbol: `C${query.get('cursor') ?? ''}@X`, name: 'C' }],
        next_cursor: query.get('cursor') === '2' ? '1' : query.get('cursor') === '1' ? '2' : '1',
      },
    }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['constituents'])
  expect((await call('instruments.constituents', { symbol })).value?.length).toBeGreaterThanOrEqual(3)
  expect(asked().filter((url) => url.includes('constituents')).length).toBeLessThanOrEqual(4)
})
