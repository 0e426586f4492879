import { expect, test } from 'vitest'
import { dayOf } from '#main/insight/events/days.ts'
import { expiryOf, unsettledContracts } from '#main/insight/income/expiry.ts'
import { d, makeAccount, makeDetails, makePosition } from '../make.ts'
import { incomeOf, now, onlyRow, symbol } from './income-rig.ts'

const expiry = (date: string | null) => expiryOf(symbol, date)
const held = [[symbol, '2026-06-01', '-3']] as const

test('a future expiry is announced with the pieces held now and no amount, on its last day too', () => {
  const future = {
    ...{ kind: 'expiry', state: 'announced', pieces: { low: '-3', high: '-3' }, expected: null },
    rule: [{ code: 'expiry-date' }],
  }
  expect(onlyRow({ events: expiry('2026-07-02'), moves: held })).toMatchObject({ ...future, date: '2026-07-02' })
  expect(onlyRow({ events: expiry('2026-06-30'), moves: held })).toMatchObject({ ...future, date: '2026-06-30' })
})

test('a past expiry has passed, for the pieces that were held when its last day began', () => {
  const settled = [...held, [symbol, '2026-06-18', '3'] as const]
  expect(onlyRow({ events: expiry('2026-06-18'), moves: settled })).toMatchObject({
    ...{ state: 'passed', date: '2026-06-18', pieces: { low: '-3', high: '-3' }, lateDays: 0 },
  })
  expect(onlyRow({ events: expiry('2026-06-18'), moves: held }).state).toBe('passed')
})

test('a contract that was closed before its last day does not expire', () => {
  const closed = [...held, [symbol, '2026-06-17', '3'] as const]
  expect(incomeOf({ events: expiry('2026-06-18'), moves: closed }).rows).toEqual([])
  expect(incomeOf({ events: expiry('2026-07-18'), moves: closed }).rows).toEqual([])
})

test('a date without a day is no expiry', () => {
  expect([expiry('2026-07'), expiry(null)]).toEqual([[], []])
})

const ending = (own: string, type: string, expirationDate: string | null) => ({
  ...makeDetails(),
  ...{ symbol: own, type, expirationDate },
})
const known = [
  ending('PAST@X', 'FUTURES', '2026-06-29'),
  ending('TODAY@X', 'OPTIONS', '2026-06-30'),
  ending('OLD@X', 'BONDS', '2026-05-01'),
  ending('UNDATED@X', 'OPTIONS', null),
  ending('SHARE@X', 'EQUITIES', null),
  ending('SOLD@X', 'FUTURES', '2026-06-29'),
]
const types: Readonly<Record<string, string>> = { 'NEW@X': 'OPTIONS', 'OTHER@X': 'EQUITIES' }

test('held contracts and bonds whose last day is over, and those whose reference data was not read, are unsettled', () => {
  const symbols = ['PAST@X', 'TODAY@X', 'OLD@X', 'UNDATED@X', 'SHARE@X', 'NEW@X', 'OTHER@X', 'NAMELESS@X']
  const account = makeAccount({
    id: 'A',
    positions: [
      ...symbols.map((own) => makePosition({ symbol: own, quantity: d('2') })),
      makePosition({ symbol: 'SOLD@X', quantity: d('0') }),
    ],
  })
  const details = new Map(known.map((each) => [each.symbol, each]))
  const maturities = new Map([['OLD@X', { on: '2026-05-01', source: 'served' as const }]])
  expect(unsettledContracts([account], details, (own) => types[own] ?? null, maturities, dayOf(now))).toEqual([
    { accountId: 'A', symbol: 'OLD@X', kind: 'redemption', date: '2026-05-01', quantity: '2' },
    { accountId: 'A', symbol: 'PAST@X', kind: 'expiry', date: '2026-06-29', quantity: '2' },
    { accountId: 'A', symbol: 'NEW@X', kind: 'expiry', date: null, quantity: '2' },
  ])
})

test('a bond whose typed maturity is over is unsettled, and one whose typed maturity is ahead is not, read or not', () => {
  const account = makeAccount({
    ...{
      id: 'A',
      positions: ['OVER@X', 'AHEAD@X', 'UNREAD@X'].map((own) => makePosition({ symbol: own, quantity: d('2') })),
    },
  })
  const details = new Map(['OVER@X', 'AHEAD@X'].map((own) => [own, ending(own, 'BONDS', null)]))
  const typed = (on: string) => ({ on, source: 'typed' as const })
  const maturities = new Map([
    ['OVER@X', typed('2026-06-29')],
    ...(['AHEAD@X', 'UNREAD@X'] as const).map((own) => [own, typed('2026-07-29')] as const),
  ])
  expect(unsettledContracts([account], details, () => 'BONDS', maturities, dayOf(now))).toEqual([
    { accountId: 'A', symbol: 'OVER@X', kind: 'redemption', date: '2026-06-29', quantity: '2' },
  ])
})
