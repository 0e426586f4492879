import { expect, it } from 'vitest'
import { readRealized } from '#main/ledger/reading/performance/realized-reader.ts'
import { sum } from '#shared/decimal.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../../cache/open-cache.ts'
import { finish } from '../../rig.ts'
import { day, deposit, leftOf, main, money, openPerformance, other, prices, exampleRows, trade } from './rig.ts'

/** Pieces that leave an account or enter it. */
const move = (count: number, pieces: string): Transaction => ({
  ...money(count, 'TRANSFER', 'Перевод ценных бумаг', '0', 'A@X'),
  changeQuantity: dec(pieces),
})

it('pieces that move between own accounts keep their lots, and the total does not change', async () => {
  const plain = (await openPerformance({ [main]: exampleRows(), [other]: [deposit(3, '50')] }, prices)).read()
  const before = exampleRows().filter(({ at }) => at < day(190))
  const sale = trade(200, 'A@X', -4, 15)
  const moved = await openPerformance(
    {
      [main]: [...before, move(190, '-10'), deposit(500, '-200')],
      [other]: [deposit(3, '50'), move(190, '10'), sale],
    },
    prices,
  )
  const found = moved.read()
  expect(found).toEqual(plain)
  expect(found).toMatchObject({ realized: '20', unknownCost: [] })
  const table = [moved.read({ accountIds: [main] }), moved.read({ accountIds: [other] })]
  expect(sum(table.map(({ realized }) => realized!))).toBe('20')
  for (const each of table) expect(leftOf(each)).toBe('0')
})

it('pieces that go to another own account and come back keep the order of the lots', async () => {
  const bought = [deposit(1, '1000'), trade(2, 'A@X', 10, 10), trade(20, 'A@X', 10, 30)]
  const sale = trade(200, 'A@X', -5, 15)
  const plain = (await openPerformance({ [main]: [...bought, sale], [other]: [deposit(3, '50')] }, prices)).read()
  const roundTrip = await openPerformance(
    {
      [main]: [...bought, move(100, '-10'), move(110, '10'), sale],
      [other]: [deposit(3, '50'), move(101, '10'), move(109, '-10')],
    },
    prices,
  )
  const sums = ['begin', 'end', 'netDeposits', 'realized', 'unrealized', 'income', 'remainder', 'contribution'] as const
  for (const name of sums) expect(roundTrip.read()[name]).toEqual(plain[name])
  expect(plain.realized).toBe('25')
})

it('pieces from another own account that close a short sale realize its profit', async () => {
  const { read, makeQuestion, sourceOf } = await openPerformance(
    {
      [main]: [deposit(1, '1000'), trade(2, 'A@X', 10, 10), move(300, '-10')],
      [other]: [deposit(3, '50'), trade(200, 'A@X', -4, 15), move(300, '10')],
    },
    prices,
  )
  const found = read()
  expect(found).toMatchObject({ realized: '20', unrealized: '60', end: '1130', remainder: '0', unknownCost: [] })
  expect(leftOf(found)).toBe('0')
  const { lots } = finish(readRealized(sourceOf(makeQuestion()), { ...makeQuestion(), method: null }))
  expect(lots.page(0, 10)).toMatchObject([
    { accountId: other, symbol: 'A@X', pieces: '4', currency: 'RUB', cost: '40', proceeds: '60', profit: '20' },
  ])
})

it('a price from before a split is scaled, even if its account had sold everything before the split', async () => {
  const split: Transaction = {
    ...money(300, 'OTHERS', 'Конвертация ценных бумаг', '0', 'A@X'),
    ...{ change: null, changeQuantity: dec('90') },
  }
  const { read } = await openPerformance({
    [main]: [deposit(1, '1000'), trade(2, 'A@X', 10, 10), split],
    [other]: [deposit(1, '1000'), trade(3, 'A@X', 4, 12), trade(200, 'A@X', -4, 15)],
  })
  // 100 pieces at 1.5 are 150, and the accounts have 900 and 1012 in cash.
  expect(read({ from: day(100), to: day(310) })).toMatchObject({ end: '2062', unpriced: [] })
})
