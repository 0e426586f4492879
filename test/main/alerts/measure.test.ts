import { expect, test } from 'vitest'
import { isBeyond } from '../../../src/main/alerts/measure/threshold.ts'
import { measure, type LevelCondition } from '../../../src/main/alerts/measure/measure.ts'
import type { Account } from '../../../src/shared/model/account.ts'
import type { Quote } from '../../../src/shared/model/market.ts'
import { d, makeAccount, makeDetails, makePosition, makeQuote } from '../insight/make.ts'
import { inEnglishWords } from './in-english-words.ts'
import { accountId, minuteMs, startAlerts, symbol } from './rig.ts'

const percent = d('5')
const threshold = d('100')

/** The value, whether the condition is true, and the caveats; or the reason why the measure is unknown. */
function measureWith(condition: LevelCondition, fill: (rig: ReturnType<typeof startAlerts>) => void, syncingSince = 0) {
  const rig = startAlerts()
  fill(rig)
  const level = measure(condition, rig.inputs(syncingSince), { splits: [] })
  if ('unknown' in level) return level.unknown
  return { value: level.value, holds: isBeyond(level), caveats: inEnglishWords(level).caveats }
}
const quoted =
  (quote: Partial<Quote>, readAgoMs = 0) =>
  ({ cache, clock }: ReturnType<typeof startAlerts>): void =>
    void cache.quotes.put(makeQuote({ at: clock.now() - readAgoMs, ...quote }), clock.now() - readAgoMs)
const holding =
  (account: Partial<Account>, readAgoMs = 0) =>
  ({ cache, clock }: ReturnType<typeof startAlerts>): void => {
    cache.accounts.replaceAccount(makeAccount(account), clock.now() - readAgoMs)
    cache.instrumentDetails.put(makeDetails(), clock.now())
    cache.instrumentDetails.put(makeDetails({ symbol: 'BBB@XXXX' }), clock.now())
  }

test.each<[string, LevelCondition, Partial<Quote>, string, boolean]>([
  [
    'a price at the threshold of a rule on prices above it',
    { kind: 'price', symbol, direction: 'above', threshold },
    { last: d('100') },
    '100',
    true,
  ],
  [
    'a price below the threshold of a rule on prices above it',
    { kind: 'price', symbol, direction: 'above', threshold },
    { last: d('99.99') },
    '99.99',
    false,
  ],
  [
    'a price below the threshold of a rule on prices below it',
    { kind: 'price', symbol, direction: 'below', threshold },
    { last: d('99.99') },
    '99.99',
    true,
  ],
  [
    'a fall with a rule on falls',
    { kind: 'day-percent', symbol, move: 'down', percent },
    { last: d('94') },
    '-6',
    true,
  ],
  ['a fall with a rule on rises', { kind: 'day-percent', symbol, move: 'up', percent }, { last: d('94') }, '-6', false],
  [
    'a fall with a rule on any move',
    { kind: 'day-percent', symbol, move: 'either', percent },
    { last: d('94') },
    '6',
    true,
  ],
  [
    'a rise from a reference price',
    { kind: 'percent-from', symbol, from: d('200'), move: 'up', percent },
    { last: d('210') },
    '5',
    true,
  ],
  [
    'a price near the high',
    { kind: 'near-extreme', symbol, extreme: 'high', percent },
    { last: d('96'), high: d('100') },
    '4',
    true,
  ],
  [
    'a price far from the high',
    { kind: 'near-extreme', symbol, extreme: 'high', percent },
    { last: d('94'), high: d('100') },
    '6',
    false,
  ],
  [
    'a price near the low',
    { kind: 'near-extreme', symbol, extreme: 'low', percent },
    { last: d('102'), low: d('100') },
    '2',
    true,
  ],
])('%s is measured exactly', (_, condition, quote, value, holds) => {
  expect(measureWith(condition, quoted(quote))).toEqual({ value, holds, caveats: [] })
})

test.each<[LevelCondition, Partial<Quote>, string]>([
  [{ kind: 'price', symbol, direction: 'above', threshold }, { last: null }, 'The quote has no last price'],
  [{ kind: 'day-percent', symbol, move: 'up', percent }, { close: null }, 'The previous close is unknown'],
  [{ kind: 'day-percent', symbol, move: 'up', percent }, { close: d('0') }, 'The previous close is unknown'],
  [{ kind: 'near-extreme', symbol, extreme: 'low', percent }, { low: null }, 'The day’s low is unknown'],
])('a measure is unknown if the quote lacks its input: %j', (condition, quote, why) => {
  expect(measureWith(condition, quoted(quote))).toBe(why)
})

test('a delayed or old price is always marked as such', () => {
  const condition: LevelCondition = { kind: 'price', symbol, direction: 'above', threshold }
  const caveatsOf = (fill: (rig: ReturnType<typeof startAlerts>) => void) => {
    const measured = measureWith(condition, fill)
    return typeof measured === 'string' ? measured : measured.caveats
  }
  expect(measureWith(condition, () => undefined)).toBe('No quote has been read yet')
  expect(caveatsOf(quoted({}))).toEqual([])
  expect(caveatsOf(quoted({}, 12 * minuteMs))).toEqual(['The quote was read 12 min ago', 'The price is 12 min old'])
  const permit = (quoteLevel: string) => (rig: ReturnType<typeof startAlerts>) => {
    quoted({})(rig)
    const permission = { quoteLevel, delayMinutes: 15, mic: 'XXXX', country: '', continent: '', isWorldwide: false }
    rig.cache.sessionDetails.put(
      { createdAt: null, expiresAt: null, permissions: [permission], accountIds: [], isReadOnly: true },
      rig.clock.now(),
    )
  }
  expect(caveatsOf(permit('QUOTE_LEVEL_LAST_PRICE'))).toEqual(['The market data is delayed by 15 min'])
  expect(caveatsOf(permit('QUOTE_LEVEL_ACCESS_FORBIDDEN'))).toBe('The token has no access to this market')
  expect(
    caveatsOf((rig) => {
      quoted({}, 60 * minuteMs)(rig)
      const now = rig.clock.now()
      rig.cache.schedules.put(symbol, [{ type: 'CLOSED', startAt: now - 1, endAt: now + 1 }], now)
    }),
  ).toEqual(['The market is closed: this is its last price', 'The quote was read 1 h ago'])
})

test.each<[string, LevelCondition, Partial<Account>, string, boolean]>([
  [
    'equity',
    { kind: 'account', accountId, figure: 'equity', currency: null, direction: 'below', threshold: d('1000') },
    {},
    '1000',
    true,
  ],
  [
    'unrealized profit of all accounts',
    { kind: 'account', accountId: null, figure: 'unrealized', currency: null, direction: 'above', threshold },
    { unrealizedProfit: d('100.01') },
    '100.01',
    true,
  ],
  [
    'the day’s profit in one currency',
    { kind: 'account', accountId, figure: 'day-profit', currency: 'USD', direction: 'below', threshold: d('-10') },
    { positions: [makePosition({ dailyPnl: d('-4') }), makePosition({ symbol: 'BBB@XXXX', dailyPnl: d('-6') })] },
    '-10',
    true,
  ],
  [
    'the unrealized profit of a position',
    { kind: 'position', accountId, symbol, figure: 'unrealized', direction: 'above', threshold },
    { positions: [makePosition()] },
    '100',
    true,
  ],
  [
    'the weight of a position',
    { kind: 'position', accountId: null, symbol, figure: 'weight', direction: 'above', threshold: d('25') },
    { positions: [makePosition(), makePosition({ symbol: 'BBB@XXXX', quantity: d('-30') })] },
    '25',
    true,
  ],
  [
    'the use of margin',
    { kind: 'margin', accountId, figure: 'use', threshold: d('80') },
    { portfolio: { kind: 'mc', availableCash: d('300'), initialMargin: d('700'), maintenanceMargin: d('350') } },
    '70',
    false,
  ],
  [
    'the distance to the maintenance margin',
    { kind: 'margin', accountId, figure: 'distance', threshold: d('650') },
    { portfolio: { kind: 'mc', availableCash: null, initialMargin: null, maintenanceMargin: d('350') } },
    '650',
    true,
  ],
])('%s is measured from the account', (_, condition, account, value, holds) => {
  expect(measureWith(condition, holding(account))).toEqual({ value, holds, caveats: [] })
})

test('a sum with an unknown part is unknown', () => {
  const dayProfit: LevelCondition = {
    ...{ kind: 'account', accountId, figure: 'day-profit', currency: 'USD', direction: 'above' },
    threshold: d('0'),
  }
  const positions = [makePosition(), makePosition({ symbol: 'BBB@XXXX', dailyPnl: null })]
  expect(measureWith(dayProfit, holding({ positions }))).toBe('The day’s profit of BBB@XXXX is unknown')
  const equity: LevelCondition = { ...dayProfit, accountId: null, figure: 'equity', currency: null }
  expect(
    measureWith(equity, (rig) => {
      holding({})(rig)
      holding({ id: 'other', equity: null })(rig)
    }),
  ).toBe('The service does not state this figure')
  expect(measureWith(equity, () => undefined)).toBe('The account has not been read yet')
  expect(measureWith({ kind: 'margin', accountId, figure: 'use', threshold }, holding({}))).toBe(
    'The service states no margin in use',
  )
  expect(measureWith({ ...dayProfit, kind: 'position', symbol: 'ZZZ@XXXX', figure: 'weight' }, holding({}))).toBe(
    'There is no position in it',
  )
})

test('old data of an account is marked as such', () => {
  const equity: LevelCondition = {
    ...{ kind: 'account', accountId, figure: 'equity', currency: null, direction: 'above' },
    threshold: d('1'),
  }
  expect(measureWith(equity, holding({}, 11 * minuteMs))).toMatchObject({
    caveats: ['The account was read 11 min ago'],
  })
})

test('the duration of trouble counts from its start, or from the last start of syncing if that is later', () => {
  const condition: LevelCondition = { kind: 'service', minutes: 10 }
  const inPhase = (phase: 'offline' | 'live' | 'paused') => (rig: ReturnType<typeof startAlerts>) => {
    rig.state.connection = { phase, since: rig.clock.now() - 12 * minuteMs, message: null }
  }
  expect(measureWith(condition, inPhase('offline'))).toMatchObject({ value: '12', holds: true })
  expect(measureWith(condition, inPhase('offline'), startAlerts().clock.now() - 3 * minuteMs)).toMatchObject({
    value: '3',
    holds: false,
  })
  expect(measureWith(condition, inPhase('live'))).toMatchObject({ value: '0', holds: false })
  expect(measureWith(condition, inPhase('paused'))).toBe('Syncing is off')
})

test('data is stale only while a market may be open and syncing is on', () => {
  const condition: LevelCondition = { kind: 'stale', accountId: null, symbol: null, minutes: 10 }
  const held = holding({ positions: [makePosition()] }, 12 * minuteMs)
  expect(measureWith(condition, held)).toMatchObject({ value: '12', holds: true })
  expect(measureWith(condition, held, startAlerts().clock.now() - minuteMs)).toMatchObject({ value: '1', holds: false })
  expect(
    measureWith(condition, (rig) => {
      held(rig)
      const now = rig.clock.now()
      rig.cache.schedules.put(symbol, [{ type: 'CLOSED', startAt: now - 1, endAt: now + 1 }], now)
    }),
  ).toMatchObject({ value: '0', holds: false })
  expect(measureWith({ ...condition, symbol }, quoted({}, 12 * minuteMs))).toMatchObject({ value: '12', holds: true })
  expect(measureWith(condition, () => undefined)).toBe('It has not been read yet')
})
