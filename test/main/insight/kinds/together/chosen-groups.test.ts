import { expect, test } from 'vitest'
import { chosenEvent } from '#main/insight/kinds/together/chosen-groups.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { RowGroupKind } from '#shared/model/transaction/row-group.ts'
import { near, type ShortRow } from './near-row.ts'

type Short = Omit<ShortRow, 'id' | 'kind'> & Partial<Pick<ShortRow, 'kind'>> & { readonly type?: string }

/** What a group makes of rows, by their places from 1: the kind, and the pieces if they are not those that the row states. */
function found(kind: RowGroupKind, rows: readonly Short[]): string[] | null {
  const event = chosenEvent(
    kind,
    rows.map(({ type, ...row }, index) => ({
      ...near({ id: String(index + 1), kind: 'unknown', days: index, ...row }),
      instrumentType: type ?? null,
    })),
  )
  if (event === null) return null
  const words = rows.map((_, index) => {
    const together = event.found.get(String(index + 1))
    if (together === undefined) return 'stays'
    return together.pieces === null ? together.kind : `${together.kind} ${formatUnits(together.pieces)}`
  })
  return event.from === '' ? words : [...words, `from ${event.from}`]
}

test('the first row of a split moves the pieces of all its rows', () => {
  expect(found('split', [{ pieces: '-100' }, { pieces: '600' }, { pieces: '400' }])).toEqual([
    ...['split 900', 'split 0', 'split 0'],
  ])
  // As sale and purchase for the same money, in the order of time.
  expect(
    found('split', [
      { size: '1000', money: '-5000', kind: 'buy', days: 9 },
      { size: '100', money: '5000', kind: 'sell' },
    ]),
  ).toEqual(['split 0', 'split 900'])
})

test.each<[string, readonly Short[]]>([
  ['of two symbols', [{ pieces: '-100' }, { pieces: '10', symbol: 'Y@M' }]],
  ['with money', [{ pieces: '-100' }, { pieces: '10' }, { money: '5' }]],
  ['with money in total', [{ size: '100', money: '5' }, { pieces: '10' }]],
  ['that changes nothing', [{ pieces: '-100' }, { pieces: '100' }]],
  [
    'without an instrument',
    [
      { symbol: '', pieces: '1' },
      { symbol: '', money: '1' },
    ],
  ],
])('no split %s', (_, rows) => expect(found('split', rows)).toBeNull())

test('of a symbol change, the first row of each symbol moves its pieces, whichever side comes first', () => {
  expect(
    found('symbol-change', [
      { pieces: '30', symbol: 'N@M' },
      ...[{ pieces: '-100' }, { pieces: '-50' }],
      { pieces: '270', symbol: 'N@M' },
    ]),
  ).toEqual(['split 300', 'split -150', 'split 0', 'split 0'])
})

test.each<[string, readonly Short[]]>([
  ['of one symbol', [{ pieces: '-100' }, { pieces: '10' }]],
  ['of three symbols', [{ pieces: '-1' }, { pieces: '1', symbol: 'N@M' }, { pieces: '1', symbol: 'O@M' }]],
  ['where both arrive', [{ pieces: '1' }, { pieces: '1', symbol: 'N@M' }]],
  ['with money only', [{ pieces: '-1' }, { money: '1', symbol: 'N@M' }]],
])('no symbol change %s', (_, rows) => expect(found('symbol-change', rows)).toBeNull())

test('a row that names the old symbol of a spin-off stays what it is', () => {
  const arrived: Short[] = [
    { pieces: '20', symbol: 'N@M' },
    { pieces: '5', symbol: 'N@M' },
  ]
  const moved = ['split 25', 'split 0', 'from X@M']
  expect(found('spin-off', [{ size: '100', money: '-900', kind: 'buy' }, ...arrived])).toEqual(['stays', ...moved])
  // Both symbols arrive as pieces: the new one is that which arrives last.
  expect(found('spin-off', [{ pieces: '100' }, ...arrived])).toEqual(['stays', ...moved])
  expect(found('spin-off', [{ pieces: '-100' }, { pieces: '80' }, ...arrived])).toEqual([
    'split -20',
    'split 0',
    ...moved,
  ])
})

test.each<[string, readonly Short[]]>([
  ['without the old symbol', [{ pieces: '20' }, { pieces: '5' }]],
  ['of two new symbols', [{ pieces: '-1' }, { pieces: '1', symbol: 'N@M' }, { pieces: '1', symbol: 'O@M' }]],
  ['with bought pieces', [{ pieces: '-1' }, { size: '1', money: '-1', symbol: 'N@M' }]],
  [
    'with money of no symbol',
    [
      { money: '-1', symbol: '' },
      { pieces: '1', symbol: 'N@M' },
    ],
  ],
])('no spin-off %s', (_, rows) => expect(found('spin-off', rows)).toBeNull())

test('an exchange moves money of two currencies and no pieces of its pair', () => {
  const dollars: Short = { symbol: '', money: '1000', currency: 'USD' }
  expect(found('currency-exchange', [{ symbol: '', money: '-90000' }, dollars])).toEqual([
    ...['currency-exchange', 'currency-exchange'],
  ])
  const pair: Short = { symbol: 'USDRUB@M', size: '1000', money: '-90000', kind: 'buy' }
  expect(found('currency-exchange', [{ ...pair, type: 'CURRENCIES' }, dollars])?.[0]).toBe('currency-exchange 0')
  expect(found('currency-exchange', [{ ...pair, type: 'EQUITIES' }, dollars])).toBeNull()
})

test.each<[string, readonly Short[]]>([
  ['of one currency', [{ money: '-1' }, { money: '1' }]],
  ['of three currencies', [{ money: '-1' }, { money: '1', currency: 'USD' }, { money: '1', currency: 'EUR' }]],
  ['that only pays', [{ money: '-1' }, { money: '-1', currency: 'USD' }]],
  ['with pieces', [{ money: '-1' }, { money: '1', currency: 'USD' }, { pieces: '1' }]],
  ['of an unknown currency', [{ money: '-1' }, { money: '1', currency: '' }]],
])('no exchange %s', (_, rows) => expect(found('currency-exchange', rows)).toBeNull())

test('pieces of a repo or of a loan leave and come back, in any order and number', () => {
  const repo: Short[] = [
    { size: '100', money: '-9500', kind: 'buy' },
    { size: '60', money: '5701', kind: 'sell' },
    { size: '40', money: '3801', kind: 'sell' },
  ]
  expect(found('repo', repo)).toEqual(['repo', 'repo', 'repo'])
  const loan: Short[] = [{ pieces: '-100' }, { pieces: '100' }]
  expect(found('securities-loan', loan)).toEqual(['securities-loan', 'securities-loan'])
  expect([found('repo', loan), found('securities-loan', repo)]).toEqual([null, null])
  expect([found('repo', repo.slice(1)), found('securities-loan', [{ pieces: '1' }, { pieces: '2' }])]).toEqual([
    null,
    null,
  ])
})

test('rows of a reversal move nothing, and must take each other back to the last digit', () => {
  const purchase: Short = { size: '40', money: '-1907.2', kind: 'buy' }
  expect(found('reversal', [purchase, { money: '1907.2' }, { pieces: '-40' }])).toEqual([
    ...['reversal 0', 'reversal', 'reversal 0'],
  ])
  expect(found('reversal', [purchase, { money: '1907.21' }, { pieces: '-40' }])).toBeNull()
  expect(found('reversal', [purchase, { money: '1907.2' }, { pieces: '-39.9' }])).toBeNull()
  expect(found('reversal', [purchase, { money: '1907.2', currency: 'USD' }, { pieces: '-40' }])).toBeNull()
  expect(found('reversal', [purchase, { size: '40', money: '1907.2', symbol: 'Y@M' }])).toBeNull()
})
