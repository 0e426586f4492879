import { expect, test } from 'vitest'
import { joinRecorded } from '#main/insight/day/value-account.ts'
import { d } from '../make.ts'

const held = {
  ...{ symbol: 'B@X', quantity: d('5'), price: null, value: null, currency: 'RUB' },
  note: 'no-price' as const,
}

test('symbols that are only replayed or only recorded are listed too', () => {
  const recorded = new Map([
    ['A@X', d('3')],
    ['C@X', d('0')],
  ])
  expect(joinRecorded([held], recorded)).toEqual([
    { symbol: 'A@X', quantity: '0', recorded: '3', price: null, value: '0', currency: null, note: null },
    { ...held, recorded: null },
  ])
})

test('without a replay only recorded pieces are listed, and without both the result is null', () => {
  expect(joinRecorded(null, new Map([['A@X', d('3')]]))).toMatchObject([
    { symbol: 'A@X', quantity: null, recorded: '3', value: null, note: 'not-replayed' },
  ])
  expect(joinRecorded(null, new Map())).toBeNull()
})
