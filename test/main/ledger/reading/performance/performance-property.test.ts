import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, multiply, negate, sum, type Decimal } from '../../../../../src/shared/decimal.ts'
import type { Performance } from '../../../../../src/shared/model/ledger/performance.ts'
import type { Transaction } from '../../../../../src/shared/model/transaction/transaction.ts'
import {
  day,
  deposit,
  leftOf,
  main,
  money,
  openPerformance,
  other,
  prices,
  exampleRows,
  trade,
  type Prices,
} from './rig.ts'
import { runs } from '../../../../runs.ts'

const anyRow = fc.oneof(
  fc
    .record({ at: fc.nat(700), pieces: fc.integer({ min: -9, max: 9 }), price: fc.integer({ min: 100, max: 9999 }) })
    .filter(({ pieces }) => pieces !== 0)
    .map(
      ({ at, pieces, price }) =>
        (): Transaction =>
          trade(at, at % 2 === 0 ? 'A@X' : 'B@X', pieces, price / 100),
    ),
  fc
    .record({ at: fc.nat(700), cents: fc.integer({ min: -99_999, max: 99_999 }).filter((cents) => cents !== 0) })
    .chain(({ at, cents }) =>
      fc.constantFrom(
        () => deposit(at, (cents / 100).toFixed(2)),
        () => money(at, 'COMMISSION', 'Комиссия', (-Math.abs(cents) / 100).toFixed(2)),
        () => money(at, 'INCOME', 'Дивиденды', (Math.abs(cents) / 100).toFixed(2), 'A@X'),
        () => money(at, 'OTHERS', 'Нечто', (cents / 100).toFixed(2)),
      ),
    ),
)
const bothPriced: Prices = {
  'A@X': [
    [0, '10'],
    [350, '15.5'],
    [799, '20'],
  ],
  'B@X': [
    [0, '3'],
    [350, '7.25'],
    [799, '1'],
  ],
}
const isShown = ({ begin, end }: Performance): boolean => begin !== null && end !== null

it('the parts add up to the last digit, over accounts, instruments and periods', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 25 }), fc.nat(600), async (makers, split) => {
      const rows = makers.map((make) => make())
      const half = rows.length >> 1
      const { read } = await openPerformance({ [main]: rows.slice(0, half), [other]: rows.slice(half) }, bothPriced)
      const quick = { isQuick: true }
      const result = read(quick)
      if (!isShown(result)) return
      expect(leftOf(result)).toBe('0')
      const gain = add(result.end!, negate(add(result.begin!, result.netDeposits!)))
      expect(sum(result.contribution.map(({ amount }) => amount!))).toBe(gain)
      const middle = day(split + 10)
      const parts = [
        [read({ ...quick, accountIds: [main] }), read({ ...quick, accountIds: [other] })],
        [read({ ...quick, to: middle }), read({ ...quick, from: middle })],
      ]
      for (const pair of parts) {
        for (const name of ['realized', 'income', 'fees', 'taxes', 'netDeposits', 'unrealized'] as const) {
          const amounts = pair.filter(({ reason }) => reason === null).map((each) => each[name])
          if (amounts.every((amount) => amount !== null)) expect([name, sum(amounts)]).toEqual([name, result[name]])
        }
      }
    }),
    { numRuns: runs(40) },
  )
})

it('the order of rows does not matter; a scaled history gives scaled amounts and the same rates', async () => {
  const rows = exampleRows()
  const plain = (await openPerformance({ [main]: rows }, prices)).read()
  const shuffled = (await openPerformance({ [main]: [...rows].reverse() }, prices)).read()
  expect(shuffled).toEqual(plain)
  const scaled = rows.map((row) => ({
    ...row,
    change: { currency: 'RUB', amount: multiply(row.change!.amount, '3' as Decimal) },
    changeQuantity: row.changeQuantity === null ? null : multiply(row.changeQuantity, '3' as Decimal),
    trade: row.trade === null ? null : { ...row.trade, size: multiply(row.trade.size!, '3' as Decimal) },
  }))
  const found = (await openPerformance({ [main]: scaled }, prices)).read()
  for (const name of ['end', 'realized', 'unrealized', 'income', 'fees', 'netDeposits'] as const)
    expect(found[name]).toBe(multiply(plain[name]!, '3' as Decimal))
  expect(found.xirr.roots[0]).toBeCloseTo(plain.xirr.roots[0]!, 9)
})

it('a later price does not change earlier figures', async () => {
  const { read } = await openPerformance({ [main]: exampleRows() }, prices)
  const later: Prices = { 'A@X': [...prices['A@X']!.filter(([at]) => at < 700), [750, '9999']] }
  const changed = await openPerformance({ [main]: exampleRows() }, later)
  const past = { to: day(700) }
  expect({ ...changed.read(past) }).toEqual(read(past))
})
