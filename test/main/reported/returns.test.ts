import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  openReported,
  reportedCases,
  type ReportedCase,
  type ReportedProfile,
  type ReportedRow,
} from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// Time-weighted and money-weighted returns of public bug reports: docs/returns.md has the methods.

const own = [
  'account-below-zero-and-back',
  'drawdown-while-repayment-is-under-way',
  'futures-variation-margin',
  'fx-conversion-without-symbol',
  'twr-gain-then-withdraw-all',
  'twr-loss-then-withdraw-all',
  'twr-instrument-two-day-gain',
  'twr-instrument-two-day-trade',
  'twr-instrument-six-day-loss',
  'xirr-two-day-trade',
]

const row = (id: string, at: string, category: string, name: string, change: string, currency = 'RUB') => ({
  ...{ id, at: `${at}T09:00:00Z`, category, name, change, currency },
})
/** An account of cash. */
const cashCase = (id: string, rows: readonly ReportedRow[], cash: Readonly<Record<string, string>>): ReportedCase => ({
  ...{ id, what: '', question: '', expect: {}, reason: '', instruments: {} },
  accounts: { a: { rows, positions: {}, cash } },
})
const blocked = cashCase(
  'blocked-and-returned',
  [
    row('91001', '2025-01-10', 'DEPOSIT', 'Ввод денежных средств', '1000'),
    row('91002', '2025-04-10', 'OTHERS', 'Блокировка для размещения', '-600'),
    row('91003', '2025-04-20', 'OTHERS', 'Возврат после размещения', '600'),
    row('91004', '2025-06-10', 'INCOME', 'Проценты на остаток', '10'),
  ],
  { RUB: '1010' },
)
const exchanged = cashCase(
  'exchanged',
  [
    row('92001', '2025-01-10', 'DEPOSIT', 'Ввод денежных средств', '100000'),
    row('92002', '2025-01-20', 'OTHERS', 'Нечто', '-90000'),
    row('92003', '2025-01-20', 'OTHERS', 'Нечто', '1000', 'USD'),
  ],
  { RUB: '10000', USD: '1000' },
)
const cases: ReportedCase[] = [...reportedCases.filter(({ id }) => own.includes(id)), blocked, exchanged]
/** Kinds as the user sets them. */
const kinds = [
  ...(['91002', '91003'] as const).map((id) => ({ caseId: blocked.id, id, kind: 'blocked-money' as const })),
  ...(['92002', '92003'] as const).map((id) => ({ caseId: exchanged.id, id, kind: 'currency-exchange' as const })),
]
let opened: ReportedProfile

beforeAll(async () => {
  opened = await openReported(cases)
  await opened.settle()
  for (const { caseId, id, kind } of kinds) {
    const accountId = opened.accountOf(caseId)
    await opened.client.call('transactions.setKind', { accountId, id, kind })
    await vi.waitFor(async () => expect(await figuresOf(opened, accountId).kindOf(id)).toBe(kind))
  }
}, 60_000)
afterAll(async () => opened.close())

const of = (id: string) => figuresOf(opened, opened.accountOf(id))
const day = (date: string): number => Date.parse(`${date}T00:00:00Z`)

test('a balance below zero has no return, and the days are counted and listed', async () => {
  const { twr, drawdown } = await of('account-below-zero-and-back').performance()
  expect([twr?.total, twr?.reason, drawdown]).toEqual([null, 'not-positive', null])
  expect(twr?.coveredShare).toBeLessThan(1)
  expect(twr?.gaps).toMatchObject([{ from: day('2025-09-03'), reason: 'not-positive' }])
})

test('a repayment that is under way is owed, not lost', async () => {
  const { performance, day: pastDay } = of('drawdown-while-repayment-is-under-way')
  const found = await performance(null, day('2025-02-01'), day('2025-07-01'))
  expect(found.drawdown).toBe(null)
  expect(found.twr?.total).toBe(0)
  for (const date of ['2025-06-15', '2025-06-16', '2025-06-17', '2025-06-18'])
    expect([date, (await performance(null, day('2025-02-01'), day(date))).twr?.total]).toEqual([date, 0])
  expect((await performance(null, day('2025-02-01'), day('2025-06-17'))).end).toBe('100000')
  for (const date of ['2025-06-14', '2025-06-15', '2025-06-16', '2025-06-17'])
    expect([date, (await pastDay(date)).total?.replayed]).toEqual([date, '100000'])
})

test('a future has a result but no time-weighted return', async () => {
  const { performance } = of('futures-variation-margin')
  const id = opened.accountOf('futures-variation-margin')
  const future = await performance('FUTX@RTSX')
  expect([future.twr?.total, future.xirr.roots, future.realized]).toEqual([null, [], '101.49'])
  const scope = { accountId: id, symbol: null, type: 'FUTURES', currency: null }
  const type = await opened.client.call('performance.read', {
    ...scope,
    from: day('2025-01-01'),
    to: day('2026-01-01'),
  })
  expect(type.twr?.total ?? null).toBe(null)
})

test('money that was exchanged for another currency is no loss: the currency has no return', async () => {
  const accountId = opened.accountOf('fx-conversion-without-symbol')
  const scope = { accountId, symbol: null, type: null, currency: 'RUB' }
  const found = await opened.client.call('performance.read', {
    ...scope,
    from: day('2025-01-01'),
    to: day('2026-06-01'),
  })
  expect(found.xirr).toEqual({ roots: [], reason: 'unknown-money', periodReturn: null })
  expect([found.twr?.total, found.drawdown, found.volatility]).toEqual([null, null, null])
  expect(found.twr?.gaps).toMatchObject([{ from: day('2025-01-20'), to: day('2025-01-21') }])
})

test('both sides of an exchange are understood only together', async () => {
  const scope = { accountId: opened.accountOf(exchanged.id), symbol: null, type: null }
  const period = { from: day('2025-01-01'), to: day('2026-06-01') }
  for (const currency of ['RUB', 'USD']) {
    const found = await opened.client.call('performance.read', { ...scope, ...period, currency })
    expect([currency, found.xirr.reason, found.twr?.reason]).toEqual([currency, 'unknown-money', 'exchange'])
    expect([found.xirr.roots, found.twr?.total, found.drawdown]).toEqual([[], null, null])
  }
})

test('money that is blocked and returned is no loss', async () => {
  const { performance, day: pastDay } = of(blocked.id)
  const found = await performance()
  expect(found).toMatchObject({ drawdown: null, remainder: '0', end: '1010', twr: { coveredShare: 1, gaps: [] } })
  expect(found.twr?.total).toBeCloseTo(0.01, 12)
  expect((await performance(null, day('2025-01-01'), day('2025-04-15'))).end).toBe('1000')
  expect((await pastDay('2025-04-15')).total?.replayed).toBe('1000')
  expect((await pastDay('2025-04-15')).accounts[0]?.cash).toEqual([{ currency: 'RUB', amount: '400' }])
})

test('a full withdrawal on the day of a gain or a loss is an outflow', async () => {
  const gain = await of('twr-gain-then-withdraw-all').performance()
  expect(gain.twr?.total).toBeCloseTo(0.08, 9)
  expect(gain.twr?.gaps).toEqual([])
  const loss = await of('twr-loss-then-withdraw-all').performance()
  expect(loss.twr?.total).toBeCloseTo(0.089, 9)
  expect(loss.drawdown?.share).toBeCloseTo(-0.01, 9)
})

test.each([
  ['twr-instrument-two-day-gain', 'TWGX@MISX', 0.2],
  ['twr-instrument-two-day-trade', 'TWDX@MISX', -0.2],
  ['twr-instrument-six-day-loss', 'SXLX@MISX', -0.2],
])('the purchase and the sale of an instrument are its flows: %s', async (id, symbol, expected) => {
  const { twr } = await of(id).performance(symbol)
  expect(twr?.total).toBeCloseTo(expected, 9)
  expect(twr).toMatchObject({ reason: null, coveredShare: 1, gaps: [] })
})

test('a trade of two days has no annual rate but the return of the period', async () => {
  const { xirr } = await of('xirr-two-day-trade').performance('XTDX@MISX')
  expect(xirr).toMatchObject({ roots: [], reason: 'short-period' })
  expect(xirr.periodReturn).toBeCloseTo(0.01, 9)
})
