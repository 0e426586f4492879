import { expect, test } from 'vitest'
import { foldByInstrument, percentOfAverage, percentOfStart, splitByAccount } from '#renderer/positions/view/holding.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { dec } from '../fixtures/data.ts'
import { bond, positions } from '../fixtures/positions.ts'

const [sample] = positions(0)
const row = (accountId: string, over: Partial<PositionRow> = {}): PositionRow => ({ ...sample!, accountId, ...over })
const noBond = () => null

test('an instrument in several accounts is one row with exact sums', () => {
  const [held, another] = foldByInstrument(
    [
      row('A', {
        quantity: dec('10'),
        averagePrice: dec('100'),
        value: dec('0.1'),
        weight: 0.25,
        fetchedAt: 5,
        staleAt: 9,
      }),
      row('B', {
        quantity: dec('30'),
        averagePrice: dec('200'),
        value: dec('0.2'),
        weight: 0.5,
        fetchedAt: 3,
        staleAt: 7,
      }),
    ],
    noBond,
  )
  expect(another).toBeUndefined()
  expect(held).toMatchObject({
    ...{ quantity: '40', averagePrice: '175', value: '0.3', weight: 0.75 },
    ...{ fetchedAt: 3, staleAt: 7, market: 'XNGS', maintenanceMargin: null },
  })
  expect(held?.parts.map(({ accountId }) => accountId)).toEqual(['A', 'B'])
})

test('a figure that is unknown in one account is unknown for the instrument', () => {
  const [held] = foldByInstrument([row('A'), row('B', { value: null, weight: null, averagePrice: null })], noBond)
  expect(held).toMatchObject({ value: null, weight: null, averagePrice: null, dailyPnl: '-288' })
})

test('a long and a short position of an instrument have no common average price', () => {
  const [held] = foldByInstrument([row('A'), row('B', { quantity: dec('-20') })], noBond)
  expect(held).toMatchObject({ quantity: '100', averagePrice: null })
})

test('the price comes from the account that was read last', () => {
  const parts = [row('A', { currentPrice: dec('2'), fetchedAt: 9 }), row('B', { currentPrice: dec('1'), fetchedAt: 8 })]
  expect(foldByInstrument(parts, noBond)[0]?.currentPrice).toBe('2')
})

test('split rows are one for each account, each with its own key', () => {
  expect(splitByAccount([row('A'), row('B')], noBond).map(({ key }) => key)).toEqual(['A AAPL@XNGS', 'B AAPL@XNGS'])
})

test('only bonds have the figures of a bond', () => {
  const bondRow = row('A', { symbol: bond.symbol, type: 'BONDS' })
  expect(foldByInstrument([row('A'), bondRow], () => bond).map((held) => held.bond)).toEqual([null, bond])
})

test('the profit of a day is in percent of the value at the start of the day', () => {
  expect(percentOfStart(dec('101'), dec('1'))).toBe('1')
  expect(percentOfStart(dec('-99'), dec('1'))).toBe('1')
  expect([percentOfStart(dec('5'), dec('5')), percentOfStart(null, dec('5'))]).toEqual([null, null])
})

test('the unrealized profit compares the price with the average price: a short position gains when the price falls', () => {
  const percentFor = (quantity: string, averagePrice: string, currentPrice: string) =>
    percentOfAverage(
      row('A', { quantity: dec(quantity), averagePrice: dec(averagePrice), currentPrice: dec(currentPrice) }),
    )
  expect([percentFor('1', '80', '100'), percentFor('-1', '80', '100'), percentFor('-2', '80', '60')]).toEqual([
    '25',
    '-25',
    '25',
  ])
  expect([percentFor('1', '0', '5'), percentFor('0', '80', '5')]).toEqual([null, null])
})
