import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, multiply, negate, sum, toPlaces, type Decimal } from '#shared/decimal.ts'
import type { Performance } from '#shared/model/ledger/performance.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../../runs.ts'
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

/** The same rows, a thousand times as large. */
const scaledRow = (row: Transaction): Transaction => {
  const times = (value: Decimal): Decimal => multiply(value, thousand)
  return {
    ...row,
    change: row.change === null ? null : { ...row.change, amount: times(row.change.amount) },
    changeQuantity: row.changeQuantity === null ? null : times(row.changeQuantity),
    trade: row.trade === null ? null : { ...row.trade, size: row.trade.size === null ? null : times(row.trade.size) },
  }
}
const thousand = '1000' as Decimal
const amounts = [
  'begin',
  'end',
  'netDeposits',
  'realized',
  'unrealized',
  'income',
  'fees',
  'taxes',
  'remainder',
] as const
/** A part of the cost of a lot is rounded at the last of 18 places. */
const toNine = (value: Decimal | null): string => (value === null ? '—' : toPlaces(value, 9))
const rateOf = (rate: number | null | undefined): string => (rate == null ? '—' : rate.toFixed(9))
const ratesOf = ({ twr, xirr, drawdown }: Performance) => [
  ...[rateOf(twr?.total), twr?.reason, rateOf(twr?.coveredShare), rateOf(drawdown?.share), xirr.reason],
  ...[rateOf(xirr.periodReturn), ...xirr.roots.map(rateOf)],
]

it('neither the order of arrival nor the scale of a history matters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 20 }), async (makers) => {
      const rows = makers.map((make) => make())
      const plain = (await openPerformance({ [main]: rows }, bothPriced)).read()
      expect((await openPerformance({ [main]: rows.toReversed() }, bothPriced)).read()).toEqual(plain)
      const large = (await openPerformance({ [main]: rows.map(scaledRow) }, bothPriced)).read()
      for (const name of amounts) {
        const expected = plain[name] === null ? null : multiply(plain[name], thousand)
        expect([name, toNine(large[name])]).toEqual([name, toNine(expected)])
      }
      expect(ratesOf(large)).toEqual(ratesOf(plain))
    }),
    { numRuns: runs(25) },
  )
})

it('a period cut at a day with a known value links to the whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 20 }), async (makers) => {
      const { read } = await openPerformance({ [main]: makers.map((make) => make()) }, bothPriced)
      // Both instruments have a price on the day before.
      const cut = day(351)
      const [whole, before, after] = [read(), read({ to: cut }), read({ from: cut })].map(({ twr }) => twr)
      if (whole?.total == null || before?.total == null || after?.total == null) return
      expect((1 + before.total) * (1 + after.total)).toBeCloseTo(1 + whole.total, 9)
    }),
    { numRuns: runs(40) },
  )
})

it('a later price does not change earlier figures', async () => {
  const { read } = await openPerformance({ [main]: exampleRows() }, prices)
  const later: Prices = { 'A@X': [...prices['A@X']!.filter(([at]) => at < 700), [750, '9999']] }
  const changed = await openPerformance({ [main]: exampleRows() }, later)
  const past = { to: day(700) }
  expect({ ...changed.read(past) }).toEqual(read(past))
})
