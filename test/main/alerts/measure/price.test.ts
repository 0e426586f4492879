import { expect, test } from 'vitest'
import type { LevelCondition } from '#main/alerts/measure/measure.ts'
import type { Quote } from '#shared/model/market.ts'
import { d } from '../../insight/make.ts'
import { minuteMs, symbol, type startAlerts } from '../rig.ts'
import { percent, threshold, measureWith, quoted } from './rig.ts'

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
