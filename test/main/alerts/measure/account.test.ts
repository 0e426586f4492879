import { expect, test } from 'vitest'
import type { LevelCondition } from '#main/alerts/measure/measure.ts'
import type { Account } from '#shared/model/account.ts'
import { d, makePosition } from '../../insight/make.ts'
import { accountId, minuteMs, symbol } from '../rig.ts'
import { threshold, measureWith, holding } from './rig.ts'

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
