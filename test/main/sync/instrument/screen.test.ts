import { expect, test } from 'vitest'
import { until } from '../../../fakes/until.ts'
import { startDemoInstruments } from './demo.ts'
import { find, openAll } from './screen-rig.ts'

const complete = { problem: null, isForbidden: false, fetchedAt: expect.any(Number) }

test.each([
  ['EQUITIES', 'SBER@MISX'],
  ['EQUITIES', 'AAPL@XNGS'],
  ['BONDS', null],
  ['FUTURES', null],
  ['OPTIONS', null],
  ['FUNDS', 'LQDT@MISX'],
  ['FUNDS', 'WRLD@ARCX'],
  ['CURRENCIES', 'USDRUB@_FX24'],
  ['INDICES', 'IMOEX@#RIDX'],
] as const)('%s (%s) opens with all parts of its type, without problems', async (type, fixedSymbol) => {
  const rig = await startDemoInstruments()
  const symbol = fixedSymbol ?? find(rig, type).symbol
  const view = await openAll(rig, symbol)
  expect(view.details).toMatchObject({ ...complete, value: { symbol, type } })
  expect(view.schedule).toMatchObject(complete)
  expect(view.market.state).not.toBe('unknown')
  expect(view.quoteLevel).toBe('QUOTE_LEVEL_DEPTH_OF_MARKET')
  const parts = {
    params: view.params,
    dividends: view.dividends,
    'bond-events': view.bondEvents,
    splits: view.splits,
    book: await rig.call('instruments.book', { symbol }),
    trades: await rig.call('instruments.trades', { symbol }),
    constituents: await rig.call('instruments.constituents', { symbol }),
    options: await rig.call('instruments.chain', { symbol, root: null, expiration: null }),
  }
  for (const [name, part] of Object.entries(parts)) {
    if ((view.parts as string[]).includes(name)) expect([name, part]).toMatchObject([name, complete])
    else expect([name, part]).toMatchObject([name, { value: null, problem: null, isAsked: false }])
  }
  expect(rig.demo.requests().filter(({ status }) => status !== 200)).toEqual([])
})

test('the order book, trades, parameters and constituents have the values of the demo', async () => {
  const rig = await startDemoInstruments()
  const { params } = await openAll(rig, 'SBER@MISX')
  expect(params.value).toMatchObject({ accountId: '1900001', longable: { value: 'AVAILABLE' } })
  const book = await rig.call('instruments.book', { symbol: 'SBER@MISX' })
  expect(book.value).toMatchObject({ isCrossed: false, leftOut: 0 })
  expect(book.value?.asks).toHaveLength(12)
  const trades = await rig.call('instruments.trades', { symbol: 'SBER@MISX' })
  const times = trades.value?.trades.map(({ at }) => at ?? 0) ?? []
  expect(times.length).toBeGreaterThan(10)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  await openAll(rig, 'US75@#USIX')
  const constituents = await rig.call('instruments.constituents', { symbol: 'US75@#USIX' })
  // A page of the demo has 25 constituents, so the list was read by cursor.
  expect(constituents.value?.length).toBeGreaterThan(25)
  expect(new Set(constituents.value?.map(({ symbol }) => symbol)).size).toBe(constituents.value?.length)
})

test.each(['IMOEX@#RIDX', 'USDRUB@_FX24', 'ZARY@_SPBd'])(
  '%s is encoded in the URL as the service expects it',
  async (symbol) => {
    const rig = await startDemoInstruments()
    await rig.open(symbol, ['details'])
    expect(rig.demo.requests().map(({ path, status }) => `${path} ${status}`)).toContain(`/v1/assets/${symbol} 200`)
    expect((await rig.call('instruments.read', { symbol, accountId: null })).details.value?.symbol).toBe(symbol)
  },
)

test.each(['SBER', '@MISX', 'SBER@', '@', 'A@B@C'])(
  '"%s" is refused with a message, and no request is sent',
  async (symbol) => {
    const rig = await startDemoInstruments()
    const before = rig.demo.requests().length
    const calls = [
      () => rig.call('instruments.read', { symbol, accountId: null }),
      () => rig.call('instruments.book', { symbol }),
      () => rig.call('instruments.chain', { symbol, root: null, expiration: null }),
      () =>
        rig.call('instruments.follow', {
          ...{ viewId: 'v', symbol, accountId: null, parts: ['details'], chain: null },
          ...{ isVisible: true, again: false },
        }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'invalid', message: /ticker@mic/ })
    await rig.instruments.run(new AbortController().signal)
    expect(rig.demo.requests().length).toBe(before)
  },
)

test('an unknown symbol opens, shows that the service does not know it, and has no data', async () => {
  const rig = await startDemoInstruments()
  const view = await openAll(rig, 'NOPE@MISX')
  expect(view).toMatchObject({
    listed: null,
    parts: ['details'],
    details: { value: null, fetchedAt: null, problem: 'The service refuses this: Instrument not found' },
    market: { state: 'unknown' },
  })
})

test('after a restart without the service an instrument is shown from the cache, each part with its age', async () => {
  const rig = await startDemoInstruments()
  await openAll(rig, 'SBER@MISX')
  await rig.demo.faults.goDown()
  await rig.clock.advance(3_600_000)
  const view = await rig.call('instruments.read', { symbol: 'SBER@MISX', accountId: null })
  const book = await rig.call('instruments.book', { symbol: 'SBER@MISX' })
  for (const part of [view.details, view.params, view.schedule, view.dividends, book]) {
    expect(part.value).not.toBeNull()
    expect(rig.clock.now() - (part.fetchedAt ?? 0)).toBeGreaterThanOrEqual(3_600_000)
  }
})

test('recorded prices are returned thinned, oldest first, and quotes in the order of the given symbols', async () => {
  const rig = await startDemoInstruments()
  const now = rig.clock.now()
  rig.journal.quotes.record(
    Array.from({ length: 1200 }, (_, i) => ({
      symbol: 'SBER@MISX',
      at: now - i * 1000,
      last: String(100 + i) as never,
    })),
  )
  const points = await rig.call('instruments.prices', { symbol: 'SBER@MISX', from: now - 3_600_000 })
  expect(points.length).toBeLessThanOrEqual(500)
  expect(points.length).toBeGreaterThan(400)
  expect(points.at(-1)).toEqual({ at: now, price: '100' })
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b))
  const rows = await rig.call('quotes.list', { symbols: ['B@X', 'A@X'] })
  expect(rows.map(({ symbol, quote }) => [symbol, quote])).toEqual([
    ['B@X', null],
    ['A@X', null],
  ])
})

test('a window reports what it shows by a request, and is notified of each part', async () => {
  const rig = await startDemoInstruments()
  rig.scheduler.start()
  const symbol = 'SBER@MISX'
  await rig.call('instruments.follow', {
    ...{ viewId: 'v', symbol, accountId: null, parts: ['details'], chain: null },
    ...{ isVisible: true, again: false },
  })
  const view = await rig.call('instruments.read', { symbol, accountId: null })
  expect(view.details).toMatchObject({ value: null, isAsked: true })
  const after = await until(
    () => rig.call('instruments.read', { symbol, accountId: null }),
    ({ details }) => details.value !== null && !details.isAsked,
  )
  expect(after.details.nextAt).toBe(rig.clock.now() + 86_400_000)
  expect(rig.received).toContain(`instrument.changed {"symbol":"${symbol}","part":"details"}`)
  await rig.scheduler.stop()
})
