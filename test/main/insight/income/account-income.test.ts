import { expect, test } from 'vitest'
import { bond, dividend, incomeOf, onlyRow, paid, statesOf, symbol } from './world.ts'

const event = dividend('2026-03-02', '1.5')

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
])('a row on %s may pay the dividend of 2026-03-02: %s', (date, belongs) => {
  const states = incomeOf({ events: event, rows: [paid(date, '15')] }).rows.map(({ state }) => state)
  expect(states.sort()).toEqual(belongs ? ['received'] : ['missing', 'unexpected'])
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

test('a reversed payment does not count, and both rows are listed', () => {
  const rows = [paid('2026-03-03', '15'), paid('2026-03-10', '-15')]
  expect(onlyRow({ events: event, rows })).toMatchObject({
    ...{ state: 'missing', gross: '0', net: '0', transactionIds: rows.map(({ id }) => id) },
  })
  const again = [...rows, paid('2026-03-12', '15')]
  expect(onlyRow({ events: event, rows: again })).toMatchObject({
    ...{ state: 'received', gross: '15', lateDays: 10 },
    transactionIds: [again[0]?.id, again[1]?.id, again[2]?.id],
  })
})

test('an event whose payments are all reversed is unpaid, not partly paid', () => {
  const events = [...dividend('2026-01-20', '1.5'), ...dividend('2026-03-20', '1.5')]
  const rows = [paid('2026-01-21', '15'), paid('2026-03-23', '15'), paid('2026-03-25', '-15')]
  expect(incomeOf({ events, rows }).rows).toMatchObject([
    { date: '2026-01-20', state: 'received', gross: '15' },
    { date: '2026-03-20', state: 'missing', gross: '0', transactionIds: [rows[1]?.id, rows[2]?.id] },
  ])
})

test('after the reversal of one of several equal payments, the next payment does not count as a reversal', () => {
  const events = [...dividend('2026-03-02', '1.5'), ...dividend('2026-05-15', '1.5')]
  const rows = [paid('2026-03-03', '15'), paid('2026-05-18', '15'), paid('2026-05-20', '-15'), paid('2026-05-22', '15')]
  expect(incomeOf({ events, rows }).rows).toMatchObject([
    { date: '2026-03-02', state: 'received', lateDays: 1 },
    { date: '2026-05-15', state: 'received', gross: '15', lateDays: 7 },
  ])
})

test('a reversal later than 45 days after the event belongs to its payment', () => {
  const rows = [paid('2026-03-03', '15'), paid('2026-05-20', '-15')]
  expect(onlyRow({ events: event, rows })).toMatchObject({ state: 'missing', gross: '0' })
})

test('a payment in another currency or for another symbol does not belong to the event', () => {
  const rows = [paid('2026-03-03', '15', { currency: 'RUB' }), paid('2026-03-03', '15', { symbol: 'BBB@XXXX' })]
  expect(statesOf({ events: event, rows }).sort()).toEqual([
    '2026-03-02 missing — —',
    '2026-03-03 unexpected 15 0',
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

test('if pieces change within three days of the date, the expected amount is a range', () => {
  const moves = [
    [symbol, '2015-01-01', '10'],
    [symbol, '2026-02-27', '5'],
  ] as const
  const world = { events: event, moves }
  expect(onlyRow({ ...world, rows: [paid('2026-03-03', '22.5')] })).toMatchObject({
    ...{
      state: 'received',
      isUncertain: true,
      expected: { low: '15', high: '22.5' },
      pieces: { low: '10', high: '15' },
    },
  })
  expect(onlyRow({ ...world, rows: [paid('2026-03-03', '15')] }).state).toBe('received')
  expect(onlyRow({ ...world, rows: [paid('2026-03-03', '14')] }).state).toBe('partial')
  const earlier = [
    [symbol, '2015-01-01', '10'],
    [symbol, '2026-02-26', '5'],
  ] as const
  expect(onlyRow({ events: event, moves: earlier })).toMatchObject({ isUncertain: false, expected: { low: '22.5' } })
})

test('if pieces are bought just before the date, an unpaid event is unknown and not missing', () => {
  const world = { events: event, moves: [[symbol, '2026-03-01', '10']] as const }
  expect(onlyRow(world)).toMatchObject({ state: 'unknown', expected: { low: '0', high: '15' } })
})

test('an event before the purchase or after the sale is not shown', () => {
  const moves = [
    [symbol, '2020-01-01', '10'],
    [symbol, '2021-01-01', '-10'],
  ] as const
  expect(incomeOf({ events: [...event, ...dividend('2019-05-01', '1')], moves }).rows).toEqual([])
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

const months = ['2026-01-05', '2026-02-05', '2026-03-05', '2026-04-05']

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

test('a short position pays the dividend', () => {
  const moves = [[symbol, '2020-01-01', '-10']] as const
  expect(onlyRow({ events: event, moves, rows: [paid('2026-03-03', '-15')] })).toMatchObject({
    ...{ state: 'received', expected: { low: '-15', high: '-15' }, gross: '-15' },
  })
  expect(onlyRow({ events: event, moves, rows: [paid('2026-03-03', '-12')] }).state).toBe('partial')
})

const bondSymbol = 'BOND@XXXX'
const held = [[bondSymbol, '2024-01-01', '4']] as const
const inRoubles = { symbol: bondSymbol, currency: 'RUB', kind: 'coupon' } as const

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

test('a future event of the service is announced, for the pieces held now', () => {
  const coming = bond(bondSymbol, { date: '2026-09-01', value: '20' as never })
  expect(onlyRow({ events: coming, moves: held })).toMatchObject({
    state: 'announced',
    expected: { low: '80' },
    gross: null,
  })
  const sold = [...held, [bondSymbol, '2026-05-01', '-4'] as const]
  expect(incomeOf({ events: coming, moves: sold }).rows).toEqual([])
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
