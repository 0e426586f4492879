import { expect, it } from 'vitest'
import { stressMargin } from '#main/insight/margin/stress-margin.ts'
import { divide, subtract, sum, toPlaces } from '#shared/decimal.ts'
import type { PriceShock } from '#shared/model/margin.ts'
import { d, makeAccount } from '../make.ts'
import { row, stress, all } from './stress.ts'

it('returns the fall that leads to a margin call, and the requirement after that fall', () => {
  const { call, distance, unknown } = stress()
  expect({ distance, unknown }).toEqual({ distance: '400', unknown: null })
  expect(toPlaces(call?.percent ?? d('0'), 6)).toBe('-28.571429')
  expect(toPlaces(call?.requirement ?? d('0'), 6)).toBe('428.571429')
})

it('has a distance of zero after exactly that fall', () => {
  const percent = stress().call?.percent ?? d('0')
  const { after } = stress({ shocks: [all(percent)] })
  expect(toPlaces(after?.distance ?? d('1'), 12)).toBe('0.000000000000')
})

it('says that equity is below the requirement, and which rise restores it', () => {
  const { call } = stress({ equity: '500' })
  expect(call).toMatchObject({ state: 'below' })
  expect(toPlaces(call?.percent ?? d('0'), 4)).toBe('7.1429')
})

it('says that a rise leads to a margin call for an account with short positions', () => {
  const { call } = stress({ rows: [row('A@M', '-1000', '300')], maintenance: '300', equity: '600' })
  expect(call?.state).toBe('call')
  expect(toPlaces(call?.percent ?? d('0'), 4)).toBe('23.0769')
})

it('says that no fall leads to a margin call if equity covers the loss of all positions', () => {
  expect(stress({ equity: '5000' }).call).toEqual({ state: 'none', percent: null, requirement: null })
  expect(stress({ rows: [], maintenance: '0' }).call).toEqual({ state: 'none', percent: null, requirement: null })
})

it('splits the exposure into amounts and shares that add up exactly', () => {
  const rows = [row('A@M', '700', '210'), row('B@M', '-100.01', '33.3'), row('C@M', '333.333', '1.7')]
  const { positions, signedValue, movingRequirement } = stress({ rows, maintenance: '245' })
  const exposures = positions.flatMap(({ exposure }) => exposure ?? [])
  const shares = positions.flatMap(({ share }) => share ?? [])
  expect(sum(exposures)).toBe(subtract(signedValue ?? d('0'), movingRequirement ?? d('0')))
  expect(shares).toHaveLength(3)
  expect(sum(shares)).toBe('1')
  expect(positions.map(({ symbol }) => symbol)).toEqual(['A@M', 'C@M', 'B@M'])
})

it('lists options, futures and positions without a requirement as not covered, and does not change them', () => {
  const rows = [
    row('A@M', '2000', '600'),
    row('O@M', '50', '10', { type: 'OPTIONS' }),
    row('F@M', null, '90', { type: 'FUTURES' }),
    row('N@M', '500', null),
    row('V@M', null, '5'),
  ]
  const { positions, after, fixedRequirement } = stress({ rows, maintenance: '705', shocks: [all('-10')] })
  expect(new Map(positions.map(({ symbol, notCovered }) => [symbol, notCovered]))).toEqual(
    new Map([
      ['A@M', null],
      ['O@M', 'option'],
      ['F@M', 'future'],
      ['N@M', 'requirement-unknown'],
      ['V@M', 'value-unknown'],
    ]),
  )
  expect(fixedRequirement).toBe('105')
  expect(after).toMatchObject({ equity: '800', requirement: '645', distance: '155' })
})

it('says that the distance is unknown if no position is covered', () => {
  const { unknown, call, after } = stress({ rows: [row('O@M', '50', '10', { type: 'OPTIONS' })], maintenance: '10' })
  expect({ unknown, call, after }).toEqual({ unknown: 'nothing-covered', call: null, after: null })
})

it.each([
  ['equity', stress({ equity: null })],
  ['requirement', stress({ maintenance: null, rows: [row('A@M', '10', null)] })],
  ['currency', stress({ currency: null, to: null })],
  [
    'no-margin',
    stressMargin({
      account: makeAccount({ portfolio: { kind: 'mct' } }),
      rows: [],
      currency: null,
      to: null,
      shocks: [],
    }),
  ],
] as const)('says that the distance is unknown: %s', (reason, { unknown, call, after }) => {
  expect({ unknown, call, after }).toEqual({ unknown: reason, call: null, after: null })
})

it('adds the requirements of the positions if the service reports none for the account', () => {
  const rows = [row('A@M', '700', '210'), row('B@M', '300', '90')]
  expect(stress({ rows, maintenance: null })).toMatchObject({ requirement: '300', requirementFrom: 'positions' })
})

it('applies the most specific shock to each position, and the shock of its currency as well', () => {
  const rows = [
    row('A@M', '1000', '100'),
    row('B@N', '1000', '100'),
    row('C@M', '1000', '100', { type: 'BONDS' }),
    row('D@M', '10', '0', { currency: 'USD' }),
  ]
  const shocks: PriceShock[] = [
    all('-1'),
    { by: 'market', key: 'M', percent: d('-10') },
    { by: 'type', key: 'BONDS', percent: d('-2') },
    { by: 'currency', key: 'USD', percent: d('20') },
    { by: 'currency', key: 'RUB', percent: d('50') },
    { by: 'instrument', key: 'Z@M', percent: d('-50') },
  ]
  const { positions, after, touched } = stress({ rows, maintenance: '300', shocks, cash: [['5', 'USD']] })
  expect(
    Object.fromEntries(
      positions.map((position) => [
        position.symbol,
        [position.pricePercent, position.currencyPercent, position.valueAfter],
      ]),
    ),
  ).toEqual({
    'A@M': ['-10', '0', '900'],
    'B@N': ['-1', '0', '990'],
    'C@M': ['-2', '0', '980'],
    'D@M': ['-10', '20', '972'],
  })
  expect(touched).toEqual([1, 2, 1, 2, 0, 0])
  // Positions change by −100 − 10 − 20 + 72, and cash by +90.
  expect(after?.equity).toBe('1032')
  expect(after?.requirement).toBe('287')
})

it('finds the currency in which the requirements add up, and leaves the requirement unknown if there is none', () => {
  const rows = [row('A@M', '1000', '100'), row('D@M', '10', '3', { currency: 'USD' })]
  expect(stress({ rows, maintenance: '103' }).movingRequirement).toBe('103')
  expect(stress({ rows, maintenance: '370' }).movingRequirement).toBe('370')
  const { positions, movingRequirement } = stress({ rows, maintenance: '200' })
  expect(movingRequirement).toBe('100')
  expect(positions.find(({ symbol }) => symbol === 'D@M')).toMatchObject({
    notCovered: 'requirement-currency-unknown',
    requirement: null,
  })
})

it('lists positions and cash without a rate, and the rates that it uses', () => {
  const rows = [
    row('A@M', '1000', '100'),
    row('E@M', '10', '0', { currency: 'EUR' }),
    row('D@M', '10', '0', { currency: 'USD' }),
  ]
  const { positions, cashNotCovered, rates } = stress({ rows, maintenance: '100', cash: [['5', 'CNY']] })
  expect(positions.find(({ symbol }) => symbol === 'E@M')?.notCovered).toBe('no-rate')
  expect(cashNotCovered).toEqual(['CNY'])
  expect(rates.map(({ currency, rate }) => [currency, rate])).toEqual([['USD', '90']])
})

it('has no shares if value and requirement are equal', () => {
  expect(divide(d('1'), d('0'))).toBeNull()
  expect(stress({ rows: [row('A@M', '100', '100')], maintenance: '100' }).positions[0]?.share).toBeNull()
})

it('lists every position as not covered while the currency of the account is unknown', () => {
  const { positions, requirement } = stress({ currency: null, to: null })
  expect(requirement).toBe('600')
  expect(positions).toMatchObject([
    { symbol: 'A@M', value: null, requirement: null, share: null, notCovered: 'account-currency-unknown' },
  ])
})
