import { expect, test } from 'vitest'
import { found, type ShortRow } from './near-row.ts'

const bought = { kind: 'buy', money: '-1907.20', size: '40', price: '47.68' } as const
const storno = {
  kind: 'reversal',
  name: 'Сторно сделки покупки',
  money: '1907.20',
  size: '40',
  price: '47.68',
} as const
const both = { '1': 'reversal 0', '2': 'reversal 0' }

test('a reversal takes back the purchase with its pieces, its price and its opposite amount', () => {
  const first = { id: '1', ...bought }
  expect(found([first, { id: '2', ...storno, seconds: 7_200 }])).toEqual(both)
  expect(found([first, { id: '2', ...storno, days: 30 }])).toEqual(both)
  expect(found([first, { id: '2', ...storno }])).toEqual(both)
})

test.each<[string, Partial<ShortRow>]>([
  ['amount', { money: '1907.21' }],
  ['sign', { money: '-1907.20' }],
  ['currency', { currency: 'USD' }],
  ['price', { price: '47.69' }],
  ['number of pieces', { size: '41' }],
  ['instrument', { symbol: 'Y@M' }],
  ['month', { days: 31 }],
  ['time before it', { days: -1 }],
])('a reversal with another %s takes nothing back', (_, change) => {
  expect(
    found([
      { id: '1', ...bought },
      { id: '2', ...storno, seconds: 60, ...change },
    ]),
  ).toEqual({})
})

test('of several equal purchases, the nearest one before the reversal is taken back, and each only once', () => {
  const rows: ShortRow[] = [
    { id: '1', ...bought },
    { id: '2', ...bought, days: 1 },
    { id: '3', ...bought, days: 3 },
    { id: '4', ...storno, days: 2 },
  ]
  expect(found(rows)).toEqual({ '2': 'reversal 0', '4': 'reversal 0' })
  expect(Object.keys(found([...rows, { id: '5', ...storno, days: 2, seconds: 1 }]))).toEqual(['1', '2', '4', '5'])
})

test('of equal purchases at one time, nothing says which one is taken back, unless all of them are', () => {
  const rows: ShortRow[] = [
    { id: '1', ...bought },
    { id: '2', ...bought },
    { id: '3', ...storno, days: 1 },
  ]
  expect(found(rows)).toEqual({})
  expect(Object.keys(found([...rows, { id: '4', ...storno, days: 2 }]))).toEqual(['1', '2', '3', '4'])
})

test.each(['Отмена сторно', 'Reversal of cancellation', 'Сторно', 'Отмена операции №1028'])(
  'a purchase whose reversal is taken back stands: %s',
  (name) => {
    const rows: ShortRow[] = [
      { id: '1027', ...bought },
      { id: '1028', ...storno, days: 1 },
      { id: '1029', ...bought, kind: 'reversal', name, days: 2 },
    ]
    expect(found(rows)).toEqual({ '1028': 'reversal 0', '1029': 'reversal 0' })
    expect(Object.keys(found([...rows, { id: '1030', ...storno, days: 3 }]))).toEqual(['1027', '1028', '1029', '1030'])
  },
)

test('two words for a reversal take back the row itself if there is no reversal before', () => {
  const rows: ShortRow[] = [
    { id: '1', ...bought },
    { id: '2', ...storno, name: 'Сторно (отмена) покупки', days: 1 },
  ]
  expect(found(rows)).toEqual(both)
})

test('only a name says that the reversal of a sale takes back another reversal', () => {
  const sold = { kind: 'sell', money: '1907.20', size: '40', price: '47.68' } as const
  const rows = (name: string): ShortRow[] => [
    { id: '1', ...bought },
    { id: '2', ...storno, days: 1 },
    { id: '3', ...sold, days: 2 },
    { id: '4', ...bought, kind: 'reversal', name, days: 3 },
  ]
  expect(Object.keys(found(rows('Сторно продажи')))).toEqual(['1', '2', '3', '4'])
  expect(Object.keys(found(rows('Отмена сторно')))).toEqual(['2', '4'])
})

test('a reversal that names the id of a row takes that one back', () => {
  const rows: ShortRow[] = [
    { id: '1027', ...bought },
    { id: '1028', ...bought, days: 1 },
    { id: '1029', ...storno, name: 'Отмена операции №1027', days: 2 },
  ]
  expect(Object.keys(found(rows))).toEqual(['1027', '1029'])
})

test.each([
  ['coupon', 'Сторно купона'],
  ['dividend', 'Reversal of dividend'],
  ['tax', 'Возврат ошибочно удержанного налога'],
  ['commission', 'Отмена комиссии'],
  ['other-income', 'Correction'],
  ['deposit', 'Отмена пополнения'],
] as const)('a %s is taken back', (kind, name) => {
  const money = ['tax', 'commission'].includes(kind) ? ['-13', '13'] : ['13', '-13']
  const rows: ShortRow[] = [
    { id: '1', kind, money: money[0]! },
    { id: '2', kind: 'reversal', name, money: money[1]!, days: 4 },
  ]
  expect(found(rows)).toEqual({ '1': 'reversal', '2': 'reversal' })
})

test('where two rows have the amount, the reversal takes back the one that its name says', () => {
  const rows: ShortRow[] = [
    { id: '1', kind: 'coupon', money: '13' },
    { id: '2', kind: 'other-income', money: '13', days: 1 },
    { id: '3', kind: 'reversal', name: 'Сторно купона', money: '-13', days: 2 },
  ]
  expect(Object.keys(found(rows))).toEqual(['1', '3'])
})

test('pieces that were transferred, and trades of futures, are taken back without money', () => {
  expect(
    found([
      { id: '1', kind: 'securities-transfer-in', pieces: '5' },
      { id: '2', kind: 'reversal', name: 'Сторно зачисления', pieces: '-5', days: 1 },
    ]),
  ).toEqual(both)
  const future = { size: '3', price: '100', money: '0' } as const
  expect(
    found([
      { id: '1', kind: 'buy', ...future },
      { id: '2', kind: 'reversal', name: 'Сторно покупки', ...future, seconds: 5 },
    ]),
  ).toEqual(both)
  expect(
    found([
      { id: '1', kind: 'buy', ...future },
      { id: '2', kind: 'reversal', name: 'Сторно продажи', ...future, seconds: 5 },
    ]),
  ).toEqual({})
})

test('a row whose kind the user chose is not taken back', () => {
  expect(
    found([
      { id: '1', ...bought, isChosen: true },
      { id: '2', ...storno, days: 1 },
    ]),
  ).toEqual({})
})

test('money and pieces of a trade may be taken back by two rows', () => {
  const money: ShortRow = { id: '2', kind: 'reversal', name: 'Сторно', money: '1907.20', days: 1 }
  const pieces: ShortRow = { id: '3', kind: 'reversal', name: 'Сторно', pieces: '-40', days: 2 }
  expect(found([{ id: '1', ...bought }, money, pieces])).toEqual({
    ...{ '1': 'reversal 0', '2': 'reversal', '3': 'reversal 0' },
  })
  expect(found([{ id: '1', ...bought }, { id: '2', ...storno, days: 1 }, pieces])).toEqual(both)
  expect(found([{ id: '1', ...bought }, money, { ...pieces, pieces: '-39' }])['3']).toBeUndefined()
})
