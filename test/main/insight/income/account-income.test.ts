import { expect, test } from 'vitest'
import { readSplit } from '#main/insight/income/income-event.ts'
import { d } from '../make.ts'
import { bond, dividend, incomeOf, onlyRow, paid, symbol } from './income-rig.ts'
import { event, bondSymbol, held } from './payers.ts'

test('a dividend is received if rows pay value × pieces, and the row has its tax and net amount', () => {
  const payment = paid('2026-03-04', '15')
  const tax = paid('2026-03-05', '-1.95', { kind: 'tax', name: 'Tax' })
  expect(onlyRow({ events: event, rows: [payment, tax] })).toMatchObject({
    ...{ accountId: '1', symbol, kind: 'dividend', date: '2026-03-02', state: 'received', lateDays: 2 },
    ...{ expected: { low: '15', high: '15', currency: 'USD' }, gross: '15', tax: '1.95', net: '13.05' },
    ...{ transactionIds: [payment.id, tax.id], isUncertain: false, source: 'event' },
  })
})

test('several rows can pay one event, and the last one decides how late it is', () => {
  expect(onlyRow({ events: event, rows: [paid('2026-03-03', '10'), paid('2026-03-28', '5')] })).toMatchObject({
    ...{ state: 'received', gross: '15', lateDays: 26 },
  })
})

test.each([
  ['partial', '12.75'],
  ['over', '16'],
  ['received', '15.01'],
])('an event is %s if %s of 15 is paid', (state, money) => {
  expect(onlyRow({ events: event, rows: [paid('2026-03-04', money)] })).toMatchObject({ state, gross: money })
})

test.each([
  ['2026-02-24', false],
  ['2026-02-25', true],
  ['2026-04-16', true],
  ['2026-04-17', false],
])('a row on %s may pay the dividend of 2026-03-02: %s', (date, isAssigned) => {
  const states = incomeOf({ events: event, rows: [paid(date, '15')] }).rows.map(({ state }) => state)
  expect(states.sort()).toEqual(isAssigned ? ['received'] : ['missing', 'unexpected'])
})

test('an unpaid event is pending for 45 days, then missing', () => {
  expect(onlyRow({ events: dividend('2026-05-16', '1') })).toMatchObject({
    state: 'pending',
    lateDays: 45,
    gross: null,
  })
  expect(onlyRow({ events: dividend('2026-05-15', '1') })).toMatchObject({
    state: 'missing',
    lateDays: 46,
    gross: null,
  })
})

test('an event is not missing while rows from its time are not loaded', () => {
  const to = Date.parse('2026-04-01')
  const from = Date.parse('2010-01-01')
  expect(onlyRow({ events: event, covered: [{ from, to }] })).toMatchObject({ state: 'not-loaded', lateDays: 0 })
  const coveredWithGap = [
    { from, to },
    { from: to + 1000, to: Date.parse('2026-06-30') },
  ]
  expect(onlyRow({ events: event, covered: coveredWithGap }).state).toBe('not-loaded')
})

test('if pieces change within three days of the date, the expected amount is a range', () => {
  const moves = [
    [symbol, '2015-01-01', '10'],
    [symbol, '2026-02-27', '5'],
  ] as const
  const inputs = { events: event, moves }
  expect(onlyRow({ ...inputs, rows: [paid('2026-03-03', '22.5')] })).toMatchObject({
    ...{
      state: 'received',
      isUncertain: true,
      expected: { low: '15', high: '22.5' },
      pieces: { low: '10', high: '15' },
    },
  })
  expect(onlyRow({ ...inputs, rows: [paid('2026-03-03', '15')] }).state).toBe('received')
  expect(onlyRow({ ...inputs, rows: [paid('2026-03-03', '14')] }).state).toBe('partial')
  const earlier = [
    [symbol, '2015-01-01', '10'],
    [symbol, '2026-02-26', '5'],
  ] as const
  expect(onlyRow({ events: event, moves: earlier })).toMatchObject({ isUncertain: false, expected: { low: '22.5' } })
})

test('if pieces are bought just before the date, an unpaid event is unknown and not missing', () => {
  const inputs = { events: event, moves: [[symbol, '2026-03-01', '10']] as const }
  expect(onlyRow(inputs)).toMatchObject({ state: 'unknown', expected: { low: '0', high: '15' } })
})

test('an event before the purchase or after the sale is not shown', () => {
  const moves = [
    [symbol, '2020-01-01', '10'],
    [symbol, '2021-01-01', '-10'],
  ] as const
  expect(incomeOf({ events: [...event, ...dividend('2019-05-01', '1')], moves }).rows).toEqual([])
})

test('a short position pays the dividend', () => {
  const moves = [[symbol, '2020-01-01', '-10']] as const
  expect(onlyRow({ events: event, moves, rows: [paid('2026-03-03', '-15')] })).toMatchObject({
    ...{ state: 'received', expected: { low: '-15', high: '-15' }, gross: '-15' },
  })
  expect(onlyRow({ events: event, moves, rows: [paid('2026-03-03', '-12')] }).state).toBe('partial')
})

test('a future event of the service is announced, for the pieces held now', () => {
  const future = bond(bondSymbol, { date: '2026-09-01', value: '20' as never })
  expect(onlyRow({ events: future, moves: held })).toMatchObject({
    state: 'announced',
    expected: { low: '80' },
    gross: null,
  })
  const sold = [...held, [bondSymbol, '2026-05-01', '-4'] as const]
  expect(incomeOf({ events: future, moves: sold }).rows).toEqual([])
})

test('an offer pays nothing: it is announced until its last day, and then it is past', () => {
  const offer = (endDate: string) =>
    bond(bondSymbol, {
      ...{ date: '2026-06-20', type: 'OFFER' },
      offer: { offerType: 'PUT', price: null, startDate: null, endDate, agent: '' },
    })
  expect(onlyRow({ events: offer('2026-07-03'), moves: held })).toMatchObject({
    state: 'announced',
    endsOn: '2026-07-03',
  })
  expect(onlyRow({ events: offer('2026-06-29'), moves: held }).state).toBe('passed')
})

test('a future split states its ratio, if the service does', () => {
  const split = (oldRatio: string | null) => ({
    ...{ execDate: '2026-07-05', newLot: null, conversionType: 'ORDINARY', newRatio: d('10') },
    oldRatio: oldRatio === null ? null : d(oldRatio),
  })
  const [stated, unstated] = ['1', null].map((old) => onlyRow({ events: readSplit(symbol, split(old)) }))
  expect(stated).toMatchObject({
    ...{ kind: 'split', state: 'announced', each: null, expected: null },
    rule: [{ code: 'split-ratio', ratio: { old: '1', new: '10' } }],
  })
  expect(unstated?.rule).toEqual([{ code: 'served' }])
})

test('what a loan of securities pays is other income that was received, and it pays no dividend of that time', () => {
  const loan = paid('2026-03-04', '3.21', { kind: 'other-income', name: 'Доход по предоставлениям займа' })
  const { rows } = incomeOf({ events: event, rows: [loan, paid('2026-03-04', '15')] })
  expect(rows).toMatchObject([
    { kind: 'dividend', state: 'received', gross: '15' },
    { kind: 'other', state: 'received', gross: '3.21', symbol, currency: 'USD', rule: [{ code: 'pays-a-loan' }] },
  ])
  const unnamed = paid('2026-03-04', '3.21', { kind: 'other-income', name: 'Securities lending income', symbol: '' })
  expect(onlyRow({ rows: [unnamed] })).toMatchObject({ kind: 'other', state: 'received', gross: '3.21', symbol: '' })
})

test('interest of an instrument is other income, interest that is paid or of no instrument is not', () => {
  const interest = (money: string, of = symbol) =>
    incomeOf({ rows: [paid('2026-03-04', money, { kind: 'interest', name: 'Interest', symbol: of })] }).rows
  expect(interest('2.5')).toMatchObject([{ kind: 'other', gross: '2.5' }])
  expect([...interest('-2.5'), ...interest('2.5', '')]).toEqual([])
})
