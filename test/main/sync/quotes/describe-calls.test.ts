import { expect, test } from 'vitest'
import type { Followed } from '#main/sync/interest/followed.ts'
import { accountCall, describeCalls, quoteCall } from '#main/sync/quotes/describe-calls.ts'
import { positionKey, QuoteLedger } from '#main/sync/quotes/quote-ledger.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { makeAccount, makePosition, makeQuote } from '../../insight/make.ts'

const clock = new FakeClock()
const now = clock.now()
const open = { state: 'open', changesAt: now + 3_600_000 } as const
const closed = { state: 'closed', changesAt: now + 3_600_000 } as const
const followed = (symbol: string, over: Partial<Followed> = {}): Followed => ({
  ...{
    symbol,
    isHeld: true,
    isInWatchlist: false,
    isVisible: false,
    isAwaited: false,
    isRate: false,
    sessions: null,
    market: open,
  },
  ...over,
})
const holding = (id: string, ...symbols: string[]) =>
  makeAccount({ id, positions: symbols.map((symbol) => makePosition({ symbol })) })
const describe = (over: Partial<Parameters<typeof describeCalls>[0]>) =>
  describeCalls({
    ...{ followed: [], accounts: [], accountIds: [], isWindowVisible: true, now, ledger: new QuoteLedger(clock) },
    nextHeartbeat: null,
    weightOf: () => 1,
    varianceRateOf: () => 1e-9,
    ...over,
  })
const callOf = (calls: ReturnType<typeof describeCalls>['calls'], id: string) => {
  const call = calls.find((candidate) => candidate.id === id)
  if (call === undefined) throw new Error(`no call ${id}`)
  return call
}

test('an account refreshes the prices of all its positions; a quote refreshes only its own', () => {
  const { calls } = describe({
    followed: [followed('A@X'), followed('B@X')],
    accounts: [holding('1', 'A@X', 'B@X'), holding('2', 'B@X')],
  })
  expect(callOf(calls, accountCall('1')).refreshes).toEqual(['A@X', 'B@X'])
  expect(callOf(calls, accountCall('2')).refreshes).toEqual(['B@X'])
  expect(callOf(calls, quoteCall('A@X')).refreshes).toEqual(['A@X'])
})

test('an instrument that is held and in a watchlist has two shown prices: of the account and of the quote', () => {
  const { prices, calls } = describe({
    followed: [followed('A@X', { isInWatchlist: true })],
    accounts: [holding('1', 'A@X')],
  })
  expect(prices.map(({ key }) => key)).toEqual(['A@X', positionKey('A@X')])
  expect(callOf(calls, accountCall('1')).refreshes).toEqual([positionKey('A@X')])
})

test('accounts of the token are read even if they were never read', () => {
  const { calls } = describe({ accountIds: ['1', '2'] })
  expect(calls.map(({ id, requestedAt }) => [id, requestedAt])).toEqual([
    [accountCall('1'), null],
    [accountCall('2'), null],
  ])
})

test('accounts are read seldom while their markets are closed, and at the next heartbeat in quiet hours', () => {
  const ledger = new QuoteLedger(clock)
  ledger.restoreRequest(accountCall('1'), now - 1_000)
  const intervals = [open, closed].flatMap((market) =>
    [true, false].map((isWindowVisible) => {
      const { calls } = describe({
        followed: [followed('A@X', { market })],
        accounts: [holding('1', 'A@X')],
        isWindowVisible,
        ledger,
        nextHeartbeat: isWindowVisible || market === open ? null : (requestedAt) => requestedAt + 2_000_000,
      })
      return callOf(calls, accountCall('1')).maxIntervalMs
    }),
  )
  expect(intervals).toEqual([15_000, 60_000, 900_000, 2_000_000])
})

test('without a visible window an instrument that is only in a watchlist is requested seldom', () => {
  const watched = followed('W@X', { isHeld: false, isInWatchlist: true })
  const minOf = (isWindowVisible: boolean) =>
    callOf(describe({ followed: [watched], isWindowVisible }).calls, quoteCall('W@X')).minIntervalMs
  expect([minOf(true), minOf(false)]).toEqual([1_000, 900_000])
})

test('a quote that the service refused waits five minutes', () => {
  const ledger = new QuoteLedger(clock)
  ledger.begin(quoteCall('A@X'))
  ledger.end(quoteCall('A@X'), true)
  expect(callOf(describe({ followed: [followed('A@X')], ledger }).calls, quoteCall('A@X')).minIntervalMs).toBe(300_000)
})

test('a price is refreshed by its quote or its account, whichever is later; a request in flight counts as now', () => {
  const ledger = new QuoteLedger(clock)
  const situation = { followed: [followed('A@X')], accounts: [holding('1', 'A@X')], ledger }
  ledger.seeQuote(makeQuote({ symbol: 'A@X' }), now - 60_000)
  ledger.seeAccount(holding('1', 'A@X'), now - 20_000)
  expect(describe(situation).prices[0]?.refreshedAt).toBe(now - 20_000)
  ledger.begin(accountCall('1'))
  expect(describe(situation).prices[0]?.refreshedAt).toBe(now)
})

test('a price that is only a rate is requested at most once a minute, and seldom without a visible window', () => {
  const rate = followed('USDRUB@FX', { isHeld: false, isRate: true })
  const hidden = describe({ followed: [rate], isWindowVisible: false })
  expect(callOf(hidden.calls, quoteCall(rate.symbol)).minIntervalMs).toBe(900_000)
  const { calls } = describe({ followed: [rate, followed('A@X'), followed('B@X', { isRate: true })] })
  expect(callOf(calls, quoteCall(rate.symbol)).minIntervalMs).toBe(60_000)
  expect(callOf(calls, quoteCall('B@X')).minIntervalMs).toBe(callOf(calls, quoteCall('A@X')).minIntervalMs)
})

test('a rate without a price counts as on screen while a window is visible: the totals wait for it', () => {
  const rate = followed('USDRUB@FX', { isHeld: false, isRate: true })
  const ledger = new QuoteLedger(clock)
  const isShown = (isWindowVisible: boolean) =>
    describe({ followed: [rate], isWindowVisible, ledger }).prices[0]?.isVisible
  expect(isShown(true)).toBe(true)
  expect(isShown(false)).toBe(false)
  ledger.begin(quoteCall(rate.symbol))
  ledger.seeQuote(makeQuote({ symbol: rate.symbol }), now)
  expect(isShown(true)).toBe(false)
})
