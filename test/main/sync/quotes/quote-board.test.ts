import { expect, test } from 'vitest'
import { accountCall, quoteCall } from '#main/sync/quotes/describe-calls.ts'
import { QuoteBoard } from '#main/sync/quotes/quote-board.ts'
import { makeAccount, makePosition, makeQuote } from '../../insight/make.ts'
import { startSync } from '../harness.ts'

function start(held: readonly string[] = [], shown: readonly string[] = []) {
  const sync = startSync()
  const positions = held.map((symbol) => makePosition({ symbol }))
  if (held.length > 0) sync.cache.accounts.replaceAccount(makeAccount({ positions }), sync.clock.now())
  sync.attention.set('view', shown, true)
  return { ...sync, board: new QuoteBoard(sync.context) }
}
const symbols = (count: number): string[] => Array.from({ length: count }, (_, i) => `S${i}@X`)

test('quotes on screen and other quotes have separate lanes', () => {
  const { board } = start(['HELD@X'], ['SEEN@X'])
  expect(board.due('visible')).toEqual(['SEEN@X'])
  expect(board.due('hidden')).toEqual(['HELD@X'])
})

test('a call in flight is not made again before it ends', async () => {
  const { board, clock, attention } = start([], ['A@X'])
  board.begin(quoteCall('A@X'))
  attention.set('view', [], true)
  await clock.advance(44_000)
  expect(board.due('visible')).toEqual([])
  await clock.advance(30_000)
  attention.set('view', ['A@X'], true)
  expect(board.due('visible')).toEqual([])
  board.ledger.end(quoteCall('A@X'))
  expect(board.due('visible')).toEqual(['A@X'])
})

test('accounts of the token are due even if they were never read', () => {
  const { board } = start()
  board.nameAccounts(['1', '2'])
  expect(board.due('accounts')).toEqual(['1', '2'])
})

test('with a visible window hundreds of first requests are due in the order of the screen, limited only by the budget', () => {
  const { board } = start([], symbols(200))
  expect(board.due('visible')).toEqual(symbols(200))
  expect(board.lacksPrices).toBe(true)
  for (const symbol of symbols(200)) board.begin(quoteCall(symbol))
  expect(board.lacksPrices).toBe(false)
})

test('without a visible window first requests keep to a tenth of the budget', async () => {
  const { board, clock, attention } = start(symbols(200))
  attention.set('view', [], false)
  const requestedAt: number[] = []
  for (let second = 0; second < 100; second++) {
    for (const symbol of board.due('hidden').slice(0, 1)) {
      board.begin(quoteCall(symbol))
      board.ledger.end(quoteCall(symbol))
      requestedAt.push(clock.now())
    }
    await clock.advance(1_000)
  }
  expect(requestedAt.length).toBeGreaterThan(20)
  for (const at of requestedAt)
    expect(requestedAt.filter((time) => time > at - 60_000 && time <= at).length).toBeLessThanOrEqual(20)
})

test('there is no long pause without a request for the screen: if no row is due, one is requested early', async () => {
  const { board, clock, attention, cache } = start([], symbols(4))
  const session = { type: 'CORE_TRADING', startAt: clock.now() - 1_000, endAt: clock.now() + 36_000_000 }
  for (const symbol of symbols(4)) cache.schedules.put(symbol, [session], clock.now())
  const requestedAt: number[] = []
  for (let step = 0; step < 120; step++) {
    attention.set('view', symbols(4), true)
    board.refresh()
    for (const symbol of board.due('visible').slice(0, 4)) {
      board.begin(quoteCall(symbol))
      board.ledger.end(quoteCall(symbol))
      board.ledger.noteResponse(symbol, clock.now())
      requestedAt.push(clock.now())
    }
    await clock.advance(500)
  }
  const gaps = requestedAt.map((at, i) => at - (requestedAt[i - 1] ?? at))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3_000)
})

test('hidden quotes are still requested beside quotes on screen', async () => {
  const { board, clock, attention } = start(symbols(6), symbols(3))
  const hidden = new Set<string>()
  for (let i = 0; i < 1_300; i++) {
    attention.set('view', symbols(3), true)
    for (const lane of ['visible', 'hidden'] as const)
      for (const symbol of board.due(lane)) {
        board.begin(quoteCall(symbol))
        board.ledger.end(quoteCall(symbol))
        board.ledger.noteResponse(symbol, clock.now())
        if (lane === 'hidden' && i > 10) hidden.add(symbol)
      }
    await clock.advance(500)
  }
  expect([...hidden].toSorted()).toEqual(['S3@X', 'S4@X', 'S5@X'])
})

test('the next run starts immediately if something is due, soon while hours are unknown, and otherwise within a minute', async () => {
  const { board, clock, cache } = start([], ['A@X'])
  expect(board.nextDelayMs('visible')).toBe(250)
  expect(board.nextDelayMs('hidden')).toBe(2_000)
  const now = clock.now()
  cache.schedules.put('A@X', [{ type: 'CLOSED', startAt: now - 3_600_000, endAt: now + 36_000_000 }], now)
  await clock.advance(2_000)
  board.begin(quoteCall('A@X'))
  board.ledger.end(quoteCall('A@X'))
  board.due('visible')
  expect(board.nextDelayMs('visible')).toBe(60_000)
  expect(board.nextDelayMs('hidden')).toBe(60_000)
})

test('the forecast is the time of the first call that refreshes one of the symbols, including account calls', async () => {
  const { board, clock } = start(['A@X', 'B@X'], ['A@X', 'C@X'])
  const now = clock.now()
  expect(board.forecast(['C@X'])).toBe(now)
  expect(board.forecast(['UNKNOWN@X'])).toBeNull()
  for (const id of [quoteCall('A@X'), quoteCall('B@X'), quoteCall('C@X'), accountCall('1900001')]) {
    board.begin(id)
    board.ledger.end(id)
  }
  for (const symbol of ['A@X', 'B@X', 'C@X']) board.ledger.noteResponse(symbol, now)
  await clock.advance(10)
  board.due('visible')
  const next = board.forecast(['A@X', 'C@X'])
  expect(next).toBeGreaterThan(clock.now())
  expect(next).toBeLessThanOrEqual(now + 60_000)
  board.begin(quoteCall('C@X'))
  expect(board.forecast(['C@X'])).toBe(clock.now())
})

test('quotes and accounts stored before a start are not requested again immediately', () => {
  const { board, cache, clock } = start(['A@X'], ['A@X', 'B@X'])
  cache.quotes.put(makeQuote({ symbol: 'B@X' }), clock.now() - 500)
  expect(board.due('accounts')).toEqual([])
  expect(board.due('visible')).not.toContain('B@X')
})
