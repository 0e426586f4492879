import { expect, test } from 'vitest'
import { bond, dividend, incomeOf, onlyRow, paid, statesOf, symbol } from './income-rig.ts'
import { event, bondSymbol, held } from './payers.ts'

const months = ['2026-01-05', '2026-02-05', '2026-03-05', '2026-04-05']
const inRoubles = { symbol: bondSymbol, currency: 'RUB', kind: 'coupon' } as const

test('a payment for another symbol does not belong to the event', () => {
  expect(statesOf({ events: event, rows: [paid('2026-03-03', '15', { symbol: 'BBB@XXXX' })] }).sort()).toEqual([
    '2026-03-02 missing — —',
    '2026-03-03 unexpected 15 0',
  ])
})

test('a row without a symbol pays the event of the issuer in its name', () => {
  const row = paid('2026-03-03', '15', { symbol: '', name: 'Dividends of Alpha Mining for 2025' })
  const names = { [symbol]: 'Alpha Mining Inc.' }
  expect(onlyRow({ events: event, rows: [row], names })).toMatchObject({ state: 'received', symbol })
})

test('a row without an event is unexpected only if events of its time have been read', () => {
  const rows = [paid('2026-03-03', '15')]
  expect(onlyRow({ rows }).state).toBe('unexpected')
  expect(onlyRow({ rows, readUntil: '2026-03-05' })).toMatchObject({ state: 'received', expected: null })
  expect(onlyRow({ rows, readUntil: null })).toMatchObject({ state: 'received', expected: null })
})

test('a row that matches two near events of the same amount is assigned to neither, and both list it', () => {
  const events = [...event, ...dividend('2026-03-12', '1.5')]
  const row = paid('2026-03-13', '15')
  const { rows, unassigned } = incomeOf({ events, rows: [row] })
  const candidates = ['2026-03-02', '2026-03-12'].map((date) => ({ symbol, kind: 'dividend', date }))
  expect(rows).toHaveLength(2)
  for (const each of rows) {
    expect(each).toMatchObject({ state: 'ambiguous', gross: null, transactionIds: [row.id], candidates })
  }
  expect(unassigned.map(({ money }) => money)).toEqual([row.money])
})

test('amounts decide between two near events', () => {
  const events = [...event, ...dividend('2026-03-12', '0.5')]
  expect(statesOf({ events, rows: [paid('2026-03-13', '5'), paid('2026-03-14', '15')] })).toEqual([
    '2026-03-02 received 15 0',
    '2026-03-12 received 5 0',
  ])
})

test('two equal rows pay two near events of the same amount, in order of time', () => {
  const events = [...event, ...dividend('2026-03-12', '1.5')]
  const rows = [paid('2026-03-13', '15'), paid('2026-03-14', '15')]
  const read = incomeOf({ events, rows }).rows
  expect(read.map(({ state, transactionIds }) => [state, ...transactionIds])).toEqual([
    ['received', rows[0]?.id],
    ['received', rows[1]?.id],
  ])
})

test('a monthly payment that is skipped once is missing only in that month', () => {
  const events = months.flatMap((date) => dividend(date, '1'))
  const rows = months.filter((date) => date !== '2026-02-05').map((date) => paid(date, '10'))
  expect(statesOf({ events, rows })).toEqual([
    '2026-01-05 received 10 0',
    '2026-02-05 missing — —',
    '2026-03-05 received 10 0',
    '2026-04-05 received 10 0',
  ])
})

test('if tax is withheld before the booking, a monthly payment is partial in each month of ten years', () => {
  const dates = Array.from(
    { length: 120 },
    (_, index) => `${2016 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-05`,
  )
  const events = dates.flatMap((date) => dividend(date, '1'))
  const states = statesOf({ events, rows: dates.map((date) => paid(date, '8.5')) })
  expect(new Set(states.map((state) => state.slice(11)))).toEqual(new Set(['partial 8.5 0']))
})

test('coupon and amortization of one day are distinguished by the kinds of their rows', () => {
  const events = [
    ...bond(bondSymbol, { date: '2026-03-02', value: '20' as never }),
    ...bond(bondSymbol, {
      ...{ date: '2026-03-02', type: 'AMORTIZATION', value: '250' as never },
      amortization: { newFaceValue: '750' as never, initialFaceValue: '1000' as never, percent: '25' as never },
    }),
  ]
  const rows = [paid('2026-03-02', '80', inRoubles), paid('2026-03-02', '1000', { ...inRoubles, kind: 'amortization' })]
  const read = incomeOf({ events, rows, moves: held }).rows
  expect(read.map(({ kind, state, gross }) => [kind, state, gross]).sort()).toEqual([
    ['amortization', 'received', '1000'],
    ['coupon', 'received', '80'],
  ])
})

test('the redemption pays for the pieces that it removes', () => {
  const redeemed = bond(bondSymbol, {
    ...{ date: '2026-03-02', type: 'AMORTIZATION', value: '1000' as never },
    amortization: { newFaceValue: '0' as never, initialFaceValue: '1000' as never, percent: '100' as never },
  })
  const row = paid('2026-03-03', '4000', { ...inRoubles, kind: 'redemption', changeQuantity: -(4n * 10n ** 18n) })
  const moves = [...held, [bondSymbol, '2026-03-03', '-4'] as const]
  expect(onlyRow({ events: redeemed, rows: [row], moves })).toMatchObject({
    ...{ kind: 'redemption', state: 'received', isUncertain: false, expected: { low: '4000', high: '4000' } },
  })
})
