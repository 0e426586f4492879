import { describe, expect, test } from 'vitest'
import { found, type ShortRow } from './near-row.ts'

const out: ShortRow = { id: '1', kind: 'securities-transfer-out', pieces: '-1000', name: 'Списание ценных бумаг' }
const into: ShortRow = { id: '2', kind: 'securities-transfer-in', pieces: '100', name: 'Зачисление ценных бумаг' }

describe('old pieces out and new pieces in', () => {
  test('are a split; the later row moves the difference, so that the lots are scaled once', () => {
    expect(found([out, into])).toEqual({ '1': 'split 0', '2': 'split -900' })
    expect(found([{ ...out, seconds: 30 }, into])).toEqual({ '1': 'split -900', '2': 'split 0' })
    expect(
      found([
        { ...out, kind: 'split' },
        { ...into, kind: 'unknown', pieces: '10000' },
      ]),
    ).toEqual({
      ...{ '1': 'split 0', '2': 'split 9000' },
    })
  })

  test('that are called a split may be some days apart and in parts', () => {
    const [named, other] = [
      { ...out, kind: 'split' },
      { ...into, kind: 'split' },
    ] as const
    expect(found([named, { ...other, days: 2 }])).toEqual({ '1': 'split 0', '2': 'split -900' })
    expect(found([named, { ...named, id: '3', pieces: '-500' }, { ...other, days: 2 }])).toEqual({
      ...{ '1': 'split 0', '2': 'split -1400', '3': 'split 0' },
    })
    expect(found([named, { ...other, pieces: '1000' }])).toEqual({ '1': 'split 0', '2': 'split 0' })
    expect(found([named, { ...other, days: 6 }])).toEqual({})
    expect(found([named, { ...other, pieces: '-5' }])).toEqual({})
  })

  test('of two instruments are an exchange of securities', () => {
    expect(found([out, { ...into, symbol: 'Y@M' }])).toEqual({ '1': 'split', '2': 'split' })
    expect(found([out, { ...into, symbol: 'Y@M', pieces: '1000' }])).toEqual({ '1': 'split', '2': 'split' })
  })

  test.each<[string, Partial<ShortRow>]>([
    ['later', { seconds: 61 }],
    ['with the same sign', { pieces: '-100' }],
    ['with money', { money: '5' }],
    ['of the same number', { pieces: '1000' }],
    ['called a transfer', { name: 'Перевод ценных бумаг' }],
    ['called a transfer between accounts', { name: 'Зачисление ценных бумаг от другого брокера' }],
    ['a purchase', { kind: 'buy', size: '100' }],
    ['lent', { kind: 'securities-loan' }],
    ['of a kind that the user chose', { isChosen: true }],
  ])('are none if one is %s', (_, change) => expect(found([out, { ...into, ...change }])).toEqual({}))

  test('are none where a third row fits too', () => {
    expect(found([out, into, { ...into, id: '3' }])).toEqual({})
    const other = { ...into, symbol: 'Y@M' }
    expect(found([out, other, { ...other, id: '3', symbol: 'Z@M' }])).toEqual({})
  })
})

describe('a single transfer near a split', () => {
  const added: ShortRow = { id: '1', kind: 'securities-transfer-in', pieces: '900', days: 3 }

  test('is the split if its pieces are those that the ratio adds', () => {
    expect(found([added], { ratio: ['1', '10'], held: '100' })).toEqual({ '1': 'split' })
    expect(found([{ ...added, pieces: '-96' }], { ratio: ['20', '1'], held: '101' })).toEqual({ '1': 'split' })
    const plain = { ...added, name: 'Перевод ценных бумаг' }
    expect(found([plain], { ratio: ['1', '10'], held: '100' })).toEqual({ '1': 'split' })
  })

  test.each<[string, Partial<ShortRow>, { ratio?: readonly [string, string]; held?: string }]>([
    ['it adds other pieces', { pieces: '800' }, { ratio: ['1', '10'], held: '100' }],
    ['nothing is held', {}, { ratio: ['1', '10'], held: '0' }],
    ['the split is long past', { days: 6 }, { ratio: ['1', '10'], held: '100' }],
    [
      'it is called a transfer between accounts',
      { name: 'Перевод между счетами' },
      { ratio: ['1', '10'], held: '100' },
    ],
    ['no split is known', {}, { held: '100' }],
  ])('is none if %s', (_, change, known) => expect(found([{ ...added, ...change }], known)).toEqual({}))
})
