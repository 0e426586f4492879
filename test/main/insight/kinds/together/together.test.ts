import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NearRow } from '#main/insight/kinds/together/near-rows.ts'
import { canBeTogether } from '#main/insight/kinds/together/together.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { found, near, together, units } from './near-row.ts'

const kinds: readonly TransactionKind[] = [
  ...(['buy', 'sell', 'reversal', 'unknown', 'currency-exchange', 'redemption', 'split', 'coupon'] as const),
  ...(['securities-transfer-in', 'securities-transfer-out', 'commission'] as const),
]
const known = { each: '1000', ratio: ['1', '10'], held: '10' } as const

/** Few values, so that rows fit each other often. */
const row = fc.record({
  kind: fc.constantFrom(...kinds),
  symbol: fc.constantFrom('X@M', 'X@M', 'Y@M', 'USDRUB@M', ''),
  money: fc.constantFrom('0', '10000', '-10000', '1000', '-1000'),
  currency: fc.constantFrom('RUB', 'RUB', 'USD'),
  pieces: fc.constantFrom('0', '0', '10', '-10', '90', '-100'),
  size: fc.constantFrom(null, null, '10', '1000'),
  name: fc.constantFrom('', 'Сторно покупки', 'Перевод ценных бумаг'),
  seconds: fc.constantFrom(0, 0, 30, 60, 90, 3_600, 86_400, 400_000),
  isChosen: fc.boolean().map((chosen) => chosen),
})
const rows = fc
  .array(row, { minLength: 2, maxLength: 9 })
  .map((list) =>
    list.map(({ size, isChosen, ...each }, index): NearRow =>
      near({ id: String(index + 1), ...each, ...(size !== null && { size }), isChosen: isChosen && index % 4 === 0 }),
    ),
  )

test('what rows are together does not depend on their order', () => {
  fc.assert(
    fc.property(
      rows.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        expect(together(shuffled, known)).toEqual(together(list, known))
      },
    ),
  )
})

test('a row that has nothing to do with them changes nothing', () => {
  const others = [
    near({ id: '90', kind: 'buy', symbol: 'Q@M', money: '-77', size: '7' }),
    near({ id: '91', kind: 'commission', symbol: '', money: '-0.07' }),
    near({ id: '92', kind: 'dividend', symbol: 'X@M', money: '7.7', days: 200 }),
  ]
  fc.assert(
    fc.property(rows, fc.constantFrom(...others), (list, other) => {
      expect(together([...list, other], known)).toEqual(together(list, known))
    }),
  )
})

test('the scale of amounts and pieces does not matter', () => {
  const scale = (each: NearRow): NearRow => ({
    ...each,
    money: each.money === null ? null : each.money * 3n,
    changeQuantity: each.changeQuantity === null ? null : each.changeQuantity * 3n,
    trade: each.trade && { ...each.trade, size: (each.trade.size ?? 0n) * 3n },
  })
  const kindsOnly = (result: Record<string, string>) =>
    Object.entries(result).map(([id, text]) => [id, text.split(' ')[0]])
  fc.assert(
    fc.property(rows, (list) => {
      expect(kindsOnly(together(list.map(scale), { ...known, held: '30' }))).toEqual(kindsOnly(together(list, known)))
    }),
  )
})

test('pieces that a reversal or a split moves add up to those that the rows state', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const result = together(list, {})
      const splits = list.filter(({ id }) => result[id]?.startsWith('split ') === true)
      const stated = splits.reduce((sum, each) => sum + (each.changeQuantity ?? 0n), 0n)
      const moved = splits.reduce((sum, { id }) => sum + units(result[id]?.slice('split '.length) ?? '0'), 0n)
      expect(moved).toBe(stated)
    }),
  )
})

test('every group has a row that can be the reason for it', () => {
  const sign = (value: bigint | null): number => Number((value ?? 0n) > 0n) - Number((value ?? 0n) < 0n)
  fc.assert(
    fc.property(rows, (list) => {
      const result = together(list, known)
      const canBe = list.filter((each) =>
        canBeTogether({
          ...{ kind: each.kind, symbol: each.symbol, hasTrade: each.trade !== null },
          ...{ moneySign: sign(each.money), quantitySign: sign(each.changeQuantity) },
        }),
      )
      if (Object.keys(result).length > 0) expect(canBe.some(({ id }) => result[id] !== undefined)).toBe(true)
    }),
  )
})

test('a row is in one group only: what a reversal takes back is no side of an exchange', () => {
  expect(
    found([
      { id: '1', kind: 'unknown', symbol: '', money: '-90000' },
      { id: '2', kind: 'unknown', symbol: '', money: '1000', currency: 'USD' },
      { id: '3', kind: 'reversal', symbol: '', money: '90000', days: 1 },
    ]),
  ).toEqual({ '1': 'reversal', '3': 'reversal' })
})
