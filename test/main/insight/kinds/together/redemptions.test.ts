import { describe, expect, test } from 'vitest'
import { found, type ShortRow } from './near-row.ts'

const money: ShortRow = { id: '1', kind: 'redemption', money: '10000', days: 1 }
const pieces: ShortRow = { id: '2', kind: 'redemption', pieces: '-10', days: 1, seconds: 60 }
const moved = { '1': 'redemption -10', '2': 'redemption 0' }

describe('money and pieces of a redemption in two rows', () => {
  test('are one movement: the row with the money moves the pieces', () => {
    expect(found([money, pieces], { each: '1000', held: '10' })).toEqual(moved)
    expect(found([{ ...money, days: 4 }, pieces], { each: '1000', held: '10' })).toEqual(moved)
  })

  test('agree without a name, because the event leaves nothing and all pieces leave', () => {
    const neutral: ShortRow = { ...pieces, kind: 'securities-transfer-out' }
    expect(found([money, neutral], { each: '1000', held: '10' })).toEqual(moved)
    expect(found([money, neutral], { each: '1000', held: '25' })).toEqual({})
  })

  test('agree with one name if all pieces leave, but not if they go to another account', () => {
    const neutral: ShortRow = { ...pieces, kind: 'securities-transfer-out' }
    expect(found([money, neutral], { held: '10' })).toEqual(moved)
    expect(found([money, neutral], { held: '25' })).toEqual({})
    expect(found([money, { ...neutral, name: 'Перевод между счетами' }], { held: '10' })).toEqual({})
  })

  test('are one movement if both say that an option expires, bought or sold', () => {
    const settled: ShortRow = { ...money, kind: 'expiration', money: '120' }
    const expired: ShortRow = { ...pieces, kind: 'expiration', pieces: '-1' }
    expect(found([settled, expired])).toEqual({ '1': 'expiration -1', '2': 'expiration 0' })
    const paid = { ...settled, money: '-120' }
    expect(found([paid, { ...expired, pieces: '1' }])).toEqual({ '1': 'expiration 1', '2': 'expiration 0' })
    expect(found([paid, expired])).toEqual({})
  })

  test('are one movement by their names alone', () => {
    expect(found([money, pieces])).toEqual(moved)
    expect(found([money, { ...pieces, days: 12 }])).toEqual({})
    expect(found([money, pieces, { ...pieces, id: '3' }])).toEqual({})
  })

  test('may be split into parts', () => {
    const parts: ShortRow[] = [
      { ...money, money: '6000' },
      { ...money, id: '3', money: '4000', days: 2 },
    ]
    const out: ShortRow[] = [
      { ...pieces, pieces: '-7' },
      { ...pieces, id: '4', pieces: '-3', days: 3 },
    ]
    expect(found([...parts, ...out], { each: '1000', held: '10' })).toEqual({
      ...{ '1': 'redemption -6', '3': 'redemption -4', '2': 'redemption 0', '4': 'redemption 0' },
    })
  })
})

describe('a redemption without a row of pieces', () => {
  const gone = { '1': 'redemption -10' }

  test('removes the pieces where event, amount and pieces held agree', () => {
    expect(found([money], { each: '1000', held: '10' })).toEqual(gone)
    expect(found([{ ...money, money: '3333.30' }], { each: '333.33', held: '10' })).toEqual(gone)
    expect(found([{ ...money, days: 40 }], { each: '1000', held: '10' })).toEqual(gone)
  })

  test.each<[string, Partial<ShortRow>, { each?: string; held?: string }]>([
    ['more pieces are held', {}, { each: '1000', held: '11' }],
    ['fewer pieces are held', {}, { each: '1000', held: '9' }],
    ['the amount is that of no whole number of pieces', { money: '9990' }, { each: '1000', held: '10' }],
    ['no event leaves nothing', {}, { held: '10' }],
    ['the event is in another currency', { currency: 'USD' }, { each: '1000', held: '10' }],
    ['the event is long past', { days: 46 }, { each: '1000', held: '10' }],
    ['a part is repaid', { kind: 'amortization' }, { each: '1000', held: '10' }],
    ['the money is paid', { money: '-10000' }, { each: '1000', held: '10' }],
  ])('removes nothing if %s', (_, change, known) => expect(found([{ ...money, ...change }], known)).toEqual({}))

  test('counts pieces that were moved away before', () => {
    const away: ShortRow = { id: '0', kind: 'securities-transfer-out', pieces: '-5', days: 0 }
    expect(found([away, money], { each: '1000', held: '15' })).toEqual(gone)
    expect(found([away, money], { each: '1000', held: '10' })).toEqual({})
  })
})
