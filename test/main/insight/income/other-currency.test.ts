import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RateOfDay } from '#main/insight/income/other-currency.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { englishIncomeRule } from '#shared/text/income-rule.ts'
import { d } from '../make.ts'
import { bond, dividend, incomeOf, onlyRow, paid, statesOf, symbol, units, type IncomeInputs } from './income-rig.ts'
import { bondSymbol, event, held } from './payers.ts'

const inRoubles = { currency: 'RUB' } as const
const atRate =
  (rate: string): RateOfDay =>
  (from, to) =>
    from === 'USD' && to === 'RUB' ? { rate: d(rate), date: '2026-03-10' } : null
const ruleOf = (inputs: IncomeInputs): string => englishIncomeRule(onlyRow(inputs).rule)

test('a dividend that is declared in dollars and paid in roubles is received, with the rate that its amount implies', () => {
  const inputs = { events: event, rows: [paid('2026-03-10', '1350', inRoubles)] }
  expect(onlyRow(inputs)).toMatchObject({
    ...{ state: 'received', lateDays: 8, expected: { low: '15', high: '15', currency: 'USD' } },
    ...{ currency: 'RUB', gross: '1350', tax: '0', net: '1350', candidates: [] },
  })
  expect(onlyRow(inputs).rule).toContainEqual({
    ...{ code: 'implied-rate', rate: { from: 'USD', to: 'RUB', implied: '90', known: null } },
  })
  expect(ruleOf(inputs)).toContain('by these amounts 1 USD is 90 RUB. The rate of that day is not known')
})

test.each([
  ['88.2', 'implied-rate-is-near'],
  ['75.01', 'implied-rate-is-near'],
  ['74.9', 'implied-rate-is-far'],
  ['112.6', 'implied-rate-is-far'],
])('the implied rate of 90 is compared with a rate of the day of %s: %s', (rate, code) => {
  const row = onlyRow({ events: event, rows: [paid('2026-03-10', '1350', inRoubles)], rateOf: atRate(rate) })
  expect(row.state).toBe('received')
  expect(row.rule).toContainEqual({
    ...{ code, date: '2026-03-10', rate: { from: 'USD', to: 'RUB', implied: '90', known: rate } },
  })
})

test('the coupon of a bond that is declared in dollars and paid in roubles is received', () => {
  const events = bond(bondSymbol, { date: '2026-03-02', value: d('25'), currency: 'USD' })
  const row = paid('2026-03-04', '8000', { symbol: bondSymbol, currency: 'RUB', kind: 'coupon' })
  expect(onlyRow({ events, rows: [row], moves: held })).toMatchObject({
    ...{ kind: 'coupon', state: 'received', gross: '8000', expected: { low: '100', currency: 'USD' } },
  })
})

test('two payments in roubles pay one dividend together', () => {
  const rows = [paid('2026-03-10', '900', inRoubles), paid('2026-03-20', '450', inRoubles)]
  expect(onlyRow({ events: event, rows })).toMatchObject({ state: 'received', gross: '1350', lateDays: 18 })
})

test('of two dividends within weeks each is paid by the nearest payment, or by the one at the rate of the day', () => {
  const events = [...event, ...dividend('2026-03-20', '0.5')]
  const rows = [paid('2026-03-10', '1350', inRoubles), paid('2026-03-28', '450', inRoubles)]
  expect(statesOf({ events, rows })).toEqual(['2026-03-02 received 1350 0', '2026-03-20 received 450 0'])
  const sameDay = [paid('2026-03-28', '1350', inRoubles), paid('2026-03-28', '450', inRoubles)]
  expect(statesOf({ events, rows: sameDay })).toEqual(['2026-03-02 ambiguous — —', '2026-03-20 ambiguous — —'])
  expect(statesOf({ events, rows: sameDay, rateOf: atRate('91') })).toEqual([
    '2026-03-02 received 1350 0',
    '2026-03-20 received 450 0',
  ])
})

test('a payment in the declared currency is preferred, and the other one names the event only if it is not paid', () => {
  const rows = [paid('2026-03-03', '15'), paid('2026-03-10', '1350', inRoubles)]
  const { rows: read } = incomeOf({ events: event, rows })
  expect(read).toMatchObject([
    { date: '2026-03-02', state: 'received', currency: 'USD', gross: '15', candidates: [] },
    { date: '2026-03-10', state: 'unexpected', currency: 'RUB', gross: '1350', candidates: [] },
  ])
})

test('payments in two other currencies pay nothing, and they and the event name each other', () => {
  const rows = [paid('2026-03-03', '1350', inRoubles), paid('2026-03-04', '13', { currency: 'EUR' })]
  const [missing, ...unexpected] = incomeOf({ events: event, rows }).rows
  const own = { symbol, kind: 'dividend' }
  expect(missing).toMatchObject({
    ...{
      state: 'missing',
      candidates: [
        { ...own, date: '2026-03-03' },
        { ...own, date: '2026-03-04' },
      ],
    },
  })
  expect(missing?.rule).toContainEqual({ code: 'perhaps-paid-by', date: '2026-03-04' })
  for (const row of unexpected) {
    expect(row).toMatchObject({ state: 'unexpected', candidates: [{ ...own, date: '2026-03-02' }] })
    expect(row.rule).toContainEqual({ code: 'perhaps-pays', date: '2026-03-02' })
  }
})

test('a payment of another kind in the same week names the missing event', () => {
  const events = bond(bondSymbol, { date: '2026-03-02', value: d('25') })
  const row = paid('2026-03-05', '100', { symbol: bondSymbol, currency: 'RUB', kind: 'dividend' })
  const states = incomeOf({ events, rows: [row], moves: held }).rows
  expect(states.map(({ state, candidates }) => [state, candidates.length])).toEqual([
    ['missing', 1],
    ['unexpected', 1],
  ])
})

test('while the pieces are uncertain no rate follows', () => {
  const moves = [[symbol, '2015-01-01', '10'] as const, [symbol, '2026-03-01', '5'] as const]
  const inputs = { events: event, moves, rows: [paid('2026-03-10', '1350', inRoubles)] }
  expect(onlyRow(inputs).state).toBe('received')
  expect(ruleOf(inputs)).toContain('no rate follows')
})

test('the rows of one account do not depend on the currency of those of another, nor on the order of rows', () => {
  const payments = fc.array(
    fc.record({ day: fc.integer({ min: 2, max: 28 }), money: fc.integer({ min: 1, max: 9_999 }) }),
    {
      maxLength: 4,
    },
  )
  fc.assert(
    fc.property(payments, fc.boolean(), (given, isReversed) => {
      const events = [...event, ...dividend('2026-03-20', '0.5')]
      const rows = given.map(({ day, money }) =>
        paid(`2026-03-${String(day).padStart(2, '0')}`, String(money), inRoubles),
      )
      const { rows: read, unassigned } = incomeOf({ events, rows: isReversed ? rows.toReversed() : rows })
      // No money is lost, and none is counted twice.
      const gross = read.reduce((sum, row) => sum + units(row.gross ?? '0'), 0n)
      const open = unassigned.reduce((sum, { money }) => sum + money, 0n)
      const total = rows.reduce((sum, { money }) => sum + (money ?? 0n), 0n)
      expect(formatUnits(gross + open)).toBe(formatUnits(total))
      const missing = read.filter(({ state }) => state === 'missing')
      const unexpected = read.filter(({ state }) => state === 'unexpected')
      if (missing.length > 0) for (const each of unexpected) expect(each.candidates.length).toBeGreaterThan(0)
    }),
    { numRuns: 200 },
  )
})
