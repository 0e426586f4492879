import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import type { TimeWeighted } from '#shared/model/ledger/returns.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../../runs.ts'
import { dec } from '../../../cache/open-cache.ts'
import { makeDetails } from '../../../insight/make.ts'
import { day, deposit, main, money, openPerformance, other, trade } from './rig.ts'

/** A row at an hour of its day. */
const at = (hour: number, row: Transaction): Transaction => ({
  ...row,
  at: Math.floor(row.at / (24 * hourMs)) * 24 * hourMs + hour * hourMs,
})
const interest = (count: number, amount: string): Transaction => money(count, 'INCOME', 'Проценты на остаток', amount)
const fee = (count: number, amount: string): Transaction => money(count, 'COMMISSION', 'Комиссия', amount)
const unknown = (count: number, amount: string, currency = 'RUB'): Transaction => ({
  ...money(count, 'OTHERS', 'Нечто', amount),
  change: { currency, amount: dec(amount) },
})

async function twrOf(
  rows: readonly Transaction[],
  scope: { readonly symbol?: string; readonly type?: string; readonly currency?: string } = {},
): Promise<TimeWeighted> {
  const { read } = await openPerformance({ [main]: rows })
  return read(scope).twr!
}

test('a withdrawal of nearly everything after a loss shows the loss, not the withdrawal', async () => {
  const months = await twrOf([
    deposit(1, '1000'),
    interest(150, '50'),
    fee(300, '-10.5'),
    at(15, deposit(300, '-1019.11')),
  ])
  expect(months.total).toBeCloseTo(1.05 * 0.99 - 1, 9)
  const all = await twrOf([deposit(1, '1000'), fee(200, '-10'), at(15, deposit(200, '-990'))])
  expect(all).toMatchObject({ coveredShare: 1, gaps: [] })
  expect(all.total).toBeCloseTo(-0.01, 12)
})

test('where an account holds only money, each flow counts at its time', async () => {
  const out = await twrOf([deposit(1, '1000'), at(9, deposit(10, '-900')), at(15, interest(10, '10'))])
  expect(out.total).toBeCloseTo(0.1, 12)
  const inAfter = await twrOf([deposit(1, '100'), at(9, interest(10, '10')), at(15, deposit(10, '99890'))])
  expect(inAfter.total).toBeCloseTo(0.1, 12)
  const both = await twrOf([
    ...[deposit(1, '100'), at(9, deposit(10, '900')), at(12, interest(10, '10'))],
    ...[at(15, deposit(10, '-1000')), at(18, fee(10, '-1'))],
  ])
  expect(both.total).toBeCloseTo(1.01 * 0.9 - 1, 12)
})

test('an instrument has the return of its prices, however much is bought and sold', async () => {
  const rows = [deposit(0, '100000'), trade(1, 'A@X', 10, 10), trade(2, 'A@X', 500, 12), trade(3, 'A@X', -5, 11)]
  const twr = await twrOf([...rows, trade(4, 'A@X', -505, 13.2)], { symbol: 'A@X' })
  expect(twr).toMatchObject({ reason: null, coveredShare: 1, gaps: [] })
  expect(twr.total).toBeCloseTo(0.32, 12)
  const type = await twrOf([...rows, trade(4, 'A@X', -505, 13.2)], { type: 'EQUITIES' })
  expect(type.total).toBeCloseTo(0.32, 12)
})

test.each([
  ['within a day', [at(9, trade(3, 'A@X', 100, 10)), at(15, trade(3, 'A@X', -100, 8))], -0.2],
  ['after months without a price', [trade(3, 'A@X', 100, 10), trade(100, 'A@X', -100, 8)], -0.2],
  ['in two steps after months', [trade(3, 'A@X', 100, 10), trade(90, 'A@X', -50, 8), trade(100, 'A@X', -50, 9)], -0.1],
  ['twice', [trade(3, 'A@X', 1, 10), trade(5, 'A@X', -1, 11), trade(50, 'A@X', 9, 20), trade(70, 'A@X', -9, 22)], 0.21],
  ['at the price at which it was bought', [trade(3, 'A@X', 100, 10), trade(5, 'A@X', -100, 10)], 0],
] as const)('an instrument that is bought and sold %s has a return', async (_, trades, expected) => {
  const twr = await twrOf([deposit(1, '10000'), ...trades], { symbol: 'A@X' })
  expect(twr.total).toBeCloseTo(expected, 9)
  expect(twr).toMatchObject({ coveredShare: 1, gaps: [] })
})

test('a dividend and its tax after the sale belong to the holding', async () => {
  const rows = [deposit(1, '10000'), trade(3, 'A@X', 100, 10), trade(40, 'A@X', -100, 11)]
  const paid = [money(50, 'INCOME', 'Дивиденды', '50', 'A@X'), money(52, 'TAX', 'Налог', '-6.5', 'A@X')]
  const twr = await twrOf([...rows, ...paid, trade(90, 'A@X', 10, 20), trade(91, 'A@X', -10, 22)], { symbol: 'A@X' })
  expect(twr.total).toBeCloseTo((1143.5 / 1000) * 1.1 - 1, 9)
})

test('a short position has no return, because nothing is invested in it', async () => {
  const twr = await twrOf([deposit(1, '1000'), trade(3, 'A@X', -10, 10), trade(6, 'A@X', 10, 8)], { symbol: 'A@X' })
  expect(twr).toMatchObject({ total: null, reason: 'not-positive' })
})

test('a future has no return, only a result', async () => {
  const rows = [
    ...[deposit(1, '20000'), { ...trade(3, 'F@X', 2, 41925), change: { currency: 'RUB', amount: dec('0') } }],
    ...[
      money(3, 'OTHERS', 'Вариационная маржа', '120.5', 'F@X'),
      money(4, 'OTHERS', 'Вариационная маржа', '-49.01', 'F@X'),
    ],
    ...[{ ...trade(5, 'F@X', -2, 41967), change: { currency: 'RUB', amount: dec('0') } }],
    money(5, 'OTHERS', 'Вариационная маржа', '30', 'F@X'),
  ]
  const { read } = await openPerformance({ [main]: rows }, {}, ({ cache }) => {
    cache.instrumentDetails.put(makeDetails({ symbol: 'F@X', type: 'FUTURES', quoteCurrency: 'RUB' }), 1)
  })
  for (const scope of [{ symbol: 'F@X' }, { type: 'FUTURES' }]) {
    const found = read(scope)
    expect(found).toMatchObject({ realized: '101.49', drawdown: null, twr: { total: null, reason: 'future' } })
    expect(found.xirr).toEqual({ roots: [], reason: 'no-flows', periodReturn: null })
  }
  expect(read().twr?.total).toBeCloseTo(101.49 / 20000, 9)
})

test('money of unknown kind has no return: neither time-weighted nor money-weighted', async () => {
  const rows = [deposit(1, '1000'), unknown(200, '-900'), interest(500, '1')]
  const { read } = await openPerformance({ [main]: rows })
  const found = read()
  expect(found.twr).toMatchObject({ total: null, reason: 'unknown-money' })
  expect(found.twr?.gaps).toEqual([{ from: day(200), to: day(201), reason: 'unknown-money' }])
  expect(found).toMatchObject({ drawdown: null, volatility: null, xirr: { roots: [], reason: 'unknown-money' } })
  // The days before and after it are known.
  expect(read({ to: day(200) }).twr).toMatchObject({ total: 0, reason: null })
  expect(read({ from: day(201) }).twr?.total).toBeCloseTo(0.01, 9)
})

test('money of unknown kind in one currency leaves the return of another one', async () => {
  const rows = [deposit(1, '1000'), unknown(200, '70', 'USD'), interest(500, '10')]
  expect((await twrOf(rows, { currency: 'RUB' })).total).toBeCloseTo(0.01, 12)
  expect((await twrOf(rows, { currency: 'USD' })).total).toBe(null)
})

it('money on its way between two own accounts is neither a loss nor a flow', async () => {
  const { read } = await openPerformance({
    [main]: [deposit(1, '1000'), money(300, 'TRANSFER', 'Перевод ДС между счетами', '-400'), interest(500, '60')],
    [other]: [deposit(3, '500'), money(304, 'TRANSFER', 'Перевод ДС между счетами', '400')],
  })
  const found = read()
  expect(found.twr?.total).toBeCloseTo(60 / 1500, 12)
  expect(found).toMatchObject({ drawdown: null })
  expect(read({ to: day(302) }).twr).toMatchObject({ total: 0, coveredShare: 1 })
  expect(read({ accountIds: [main] }).twr?.total).toBeCloseTo(60 / 600, 12)
})

it('in a base currency, the flows of all currencies count', async () => {
  const inDollars = (row: Transaction): Transaction => ({
    ...row,
    change: { currency: 'USD', amount: row.change!.amount },
  })
  const rows = [deposit(1, '9000'), inDollars(deposit(1, '100')), interest(100, '900'), inDollars(deposit(200, '-100'))]
  const { read } = await openPerformance({ [main]: rows })
  const rate = { ...{ currency: 'USD', symbol: 'USDRUB@X', rate: dec('90'), at: day(0) }, isInverse: false, via: null }
  const { twr } = read({ rates: { base: 'RUB', rates: [rate], missing: [] } })
  expect(twr).toMatchObject({ coveredShare: 1, gaps: [] })
  expect(twr?.total).toBeCloseTo(0.05, 12)
})

const steps = fc.array(
  fc.record({ price: fc.integer({ min: 1, max: 500 }), pieces: fc.integer({ min: 1, max: 10_000 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
)

test('purchases and partial sales of any size do not change the return of an instrument', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(20), { minLength: 13, maxLength: 13 }), async (all, gaps) => {
      let [count, held] = [0, 1]
      const trades = [trade(0, 'A@X', 1, 100)]
      for (const [index, { price, pieces }] of all.entries()) {
        count += 1 + (gaps[index] ?? 0)
        const sold = index % 2 === 1 ? Math.min(pieces, held - 1) : 0
        held += sold > 0 ? -sold : pieces
        trades.push(trade(count, 'A@X', sold > 0 ? -sold : pieces, price))
      }
      const last = trade(count + 1 + (gaps[12] ?? 0), 'A@X', -held, 150)
      const twr = await twrOf([deposit(0, '1000000000'), ...trades, last], { symbol: 'A@X' })
      expect(twr.total).toBeCloseTo(0.5, 6)
    }),
    { numRuns: runs(25) },
  )
})

const cashRows = fc.array(
  fc.record({
    kind: fc.constantFrom('in', 'out', 'gain'),
    share: fc.integer({ min: 1, max: 900 }),
    hours: fc.integer({ min: 1, max: 90 }),
  }),
  { minLength: 1, maxLength: 15 },
)

test('deposits and withdrawals of any size do not change the return of an account of cash; the order of ids does not either', async () => {
  await fc.assert(
    fc.asyncProperty(cashRows, fc.boolean(), async (all, isReversed) => {
      let [balance, growth, hours] = [1000, 1, 1]
      const rows = [at(1, deposit(0, '1000'))]
      for (const { kind, share, hours: later } of all) {
        hours += later
        const amount = Number(((balance * share) / 1000).toFixed(2))
        if (kind === 'gain') growth *= (balance + amount) / balance
        balance += kind === 'out' ? -amount : amount
        const text = (kind === 'out' ? -amount : amount).toFixed(2)
        rows.push({ ...(kind === 'gain' ? interest(0, text) : deposit(0, text)), at: day(0) + hours * hourMs })
      }
      const twr = await twrOf(isReversed ? rows.reverse() : rows)
      expect(twr.total).toBeCloseTo(growth - 1, 6)
    }),
    { numRuns: runs(25) },
  )
})
