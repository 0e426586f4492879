import { expect, test } from 'vitest'
import { maxPriceAgeMs, PastEquity } from '#main/insight/history/past-equity.ts'
import { faceAt, type PricedInstrument } from '#main/insight/history/past-price.ts'
import type { QuoteLine } from '#main/insight/history/past-prices.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { factsOf, plainFacts } from '#main/insight/ledger/symbol-facts.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { dayMs } from '#shared/durations.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import { seededRandom } from '../../../fakes/random.ts'
import { makeRow, units } from '../ledger/make-row.ts'

const share: PricedInstrument = {
  ...{ type: 'EQUITIES', currency: 'RUB', face: null, contractSize: null },
  facts: plainFacts,
}
const start = Date.UTC(2024, 0, 1)
const day = (count: number): number => start + count * dayMs

const deposit = (at: number, money: string): LedgerRow => makeRow('deposit', { at, money, symbol: '' })
/** A trade of signed pieces at a price; the money is that of a share. */
function trade(at: number, pieces: number, price: number, more: Partial<LedgerRow> = {}): LedgerRow {
  const row = makeRow(pieces > 0 ? 'buy' : 'sell', {
    ...{ at, symbol: 'A@X', pieces: String(pieces), money: String(-pieces * price) },
  })
  const size = units(String(Math.abs(pieces)))
  return { ...row, trade: { size, price: units(String(price)), accruedInterest: 0n }, ...more }
}

/** The value by currency at a time after a replay of these rows; `null` if it is not known. */
function value(
  rows: readonly LedgerRow[],
  at: number,
  { instrument = share, quotes = {} }: { instrument?: PricedInstrument; quotes?: Record<string, QuoteLine> } = {},
) {
  const past = new PastEquity({ quotes: new Map(Object.entries(quotes)), instrumentOf: () => instrument })
  for (const row of rows.filter((each) => each.at < at)) past.apply(1, row)
  const { parts, oldestPriceAt } = past.valueAt(at)
  return {
    parts: parts === null ? null : Object.fromEntries([...parts].map(([code, amount]) => [code, formatUnits(amount)])),
    oldestPriceAt,
  }
}

test('the value of a deposit is its money', () => {
  expect(value([deposit(day(0), '1000')], day(2))).toEqual({ parts: { RUB: '1000' }, oldestPriceAt: null })
  expect(value([deposit(day(0), '1000')], day(0)).parts).toEqual({})
})

test('a purchase does not change the value, and a later trade gives a new price for all pieces', () => {
  const rows = [deposit(day(0), '1000'), trade(day(1), 3, 100), trade(day(5), -1, 120.5)]
  expect(value(rows, day(2))).toEqual({ parts: { RUB: '1000' }, oldestPriceAt: day(1) })
  expect(value(rows, day(6))).toEqual({ parts: { RUB: '1061.5' }, oldestPriceAt: day(5) })
})

test('the value is unknown if one position has no price, or a price that is too old', () => {
  const transfer = makeRow('securities-transfer-in', { at: day(1), symbol: 'A@X', pieces: '5' })
  expect(value([deposit(day(0), '1000'), transfer], day(2)).parts).toBeNull()
  const rows = [deposit(day(0), '1000'), trade(day(1), 3, 100)]
  expect(value(rows, day(1) + maxPriceAgeMs).parts).toEqual({ RUB: '1000' })
  expect(value(rows, day(1) + maxPriceAgeMs + 1).parts).toBeNull()
})

test('a recorded quote of the day or earlier gives a value, a later one does not', () => {
  const rows = [deposit(day(0), '1000'), trade(day(1), 3, 100)]
  const quotes = { 'A@X': [{ at: day(3), price: units('110') }] }
  expect(value(rows, day(2), { quotes })).toEqual({ parts: { RUB: '1000' }, oldestPriceAt: day(1) })
  expect(value(rows, day(4), { quotes })).toEqual({ parts: { RUB: '1030' }, oldestPriceAt: day(3) })
})

test('on the same day a quote is used before a trade, and on a later day the newer trade is used', () => {
  const rows = [deposit(day(0), '1000'), trade(day(3) + 9, 3, 100), trade(day(6), 1, 130)]
  const quotes = { 'A@X': [{ at: day(3) + 5, price: units('110') }] }
  expect(value(rows, day(4), { quotes }).parts).toEqual({ RUB: '1030' })
  expect(value(rows, day(7), { quotes }).parts).toEqual({ RUB: '1090' })
})

test('a bond is valued by its price in percent of the face value on that day', () => {
  const event: BondEvent = {
    ...{ date: '2024-02-01', type: 'MTY', value: '400', currency: 'RUB', rate: null, coupon: null },
    amortization: { newFaceValue: '600' },
  } as unknown as BondEvent
  const bond = { ...share, type: 'BONDS', face: units('600'), facts: factsOf('BONDS', [event]) }
  const rows = [trade(day(1), 10, 90, { money: units('-9000') })]
  expect(value(rows, day(2), { instrument: bond }).parts).toEqual({ RUB: '0' })
  // The repaid 4000 are owed until they are booked, but not for ever.
  expect(value(rows, day(40), { instrument: bond }).parts).toEqual({ RUB: '400' })
  expect(value(rows, day(90), { instrument: bond }).parts).toEqual({ RUB: '-3600' })
})

test('a bond of unknown face value has the value paid for a piece, until a repayment', () => {
  const bond = { ...share, type: 'BONDS', currency: null }
  const rows = [
    trade(day(1), 10, 90, { money: units('-9000') }),
    makeRow('amortization', { at: day(9), symbol: 'A@X', money: '4000' }),
  ]
  expect(value(rows, day(2), { instrument: bond }).parts).toEqual({ RUB: '0' })
  expect(value(rows, day(10), { instrument: bond }).parts).toBeNull()
})

test('a split changes pieces and price, and the value stays the same', () => {
  const rows = [
    deposit(day(0), '1000'),
    trade(day(1), 3, 100),
    makeRow('split', { at: day(5), symbol: 'A@X', pieces: '6' }),
  ]
  expect(value(rows, day(6)).parts).toEqual({ RUB: '1000' })
  const before = { 'A@X': [{ at: day(4), price: units('101') }] }
  expect(value(rows, day(6), { quotes: before }).parts).toEqual({ RUB: '1000' })
})

test('an exchange in one row pays both currencies', () => {
  const exchange = makeRow('currency-exchange', {
    at: day(1),
    symbol: 'USDRUB@FX',
    money: '-900',
    trade: { size: '10' },
  })
  expect(value([deposit(day(0), '1000'), exchange], day(2)).parts).toEqual({ RUB: '100', USD: '10' })
})

test('a future has no value', () => {
  const future = { ...share, type: 'FUTURES', facts: factsOf('FUTURES', []) }
  const rows = [deposit(day(0), '1000'), { ...trade(day(1), 2, 50_000), money: 0n }]
  expect(value(rows, day(2), { instrument: future }).parts).toEqual({ RUB: '1000' })
})

test('trades and exchanges of a currency instrument give rates at their stated price, the last trade of each day', () => {
  const currency: PricedInstrument = { ...share, type: 'CURRENCIES' }
  const past = new PastEquity({
    quotes: new Map(),
    instrumentOf: (symbol) => (symbol === 'USDRUB@FX' ? currency : share),
  })
  const rows = [trade(day(1), 10, 70), trade(day(1) + 5, -3, 71), trade(day(2), 4, 72)]
  for (const row of rows) past.apply(1, { ...row, symbol: 'USDRUB@FX' })
  past.apply(1, { ...trade(day(2) + 9, 4, 73), symbol: 'USDRUB@FX', kind: 'currency-exchange' })
  past.apply(1, trade(day(3), 4, 100))
  past.apply(1, { ...trade(day(4), 4, 0), symbol: 'USDRUB@FX' })
  const lines = [...past.rateTrades].map(([symbol, line]) => [
    symbol,
    line.map(({ at, price }) => [at, formatUnits(price)]),
  ])
  expect(lines).toEqual([
    [
      'USDRUB@FX',
      [
        [day(1) + 5, '71'],
        [day(2) + 9, '73'],
      ],
    ],
  ])
})

/** Random rows of two shares and a bond, and quotes of some days, over three years. */
function drawPast(seed: number) {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const rows = Array.from({ length: 120 }, (_, index): LedgerRow => {
    const at = day(Math.floor(index * 9 + random() * 9)) + index
    const symbol = pick(['A@X', 'B@X', 'C@X'])
    const kind = random()
    if (kind < 0.1) return deposit(at, '500')
    if (kind < 0.17) return makeRow('amortization', { at, symbol: 'B@X', money: '10' })
    if (kind < 0.24) return makeRow('split', { at, symbol, pieces: pick(['10', '-1', '7']) })
    const pieces = pick([1, 2, 5, -1, -3])
    return trade(at, pieces, 50 + Math.floor(random() * 60), { symbol, kind: pieces > 0 ? 'buy' : 'sell' })
  })
  const line = () =>
    Array.from({ length: 200 }, (_, index) => ({
      at: day(index * 5) + 7,
      price: units(String(40 + (index % 50))),
    })).filter(() => random() < 0.2)
  const quotes = new Map([
    ['A@X', line()],
    ['B@X', line()],
  ])
  return { rows, quotes }
}

const bond: PricedInstrument = {
  ...{ type: 'BONDS', currency: 'RUB', face: units('1000'), contractSize: null },
  facts: {
    isFuture: false,
    amortizations: [300, 600].map((count) => ({
      at: day(count),
      numerator: 1n,
      denominator: units('1000'),
      currency: 'RUB',
    })),
  },
}

test.each([1, 2, 3, 4])('values calculated one after another equal those of a new replay (seed %i)', (seed) => {
  const { rows, quotes } = drawPast(seed)
  const inputs = { quotes, instrumentOf: (symbol: string) => (symbol === 'B@X' ? bond : share) }
  const running = new PastEquity(inputs)
  let resumed = new PastEquity(inputs)
  let [next, known] = [0, 0]
  for (let at = day(0); at < day(1_700); at += 4 * dayMs) {
    for (let row = rows[next]; row !== undefined && row.at < at; row = rows[++next]) {
      running.apply(next % 2, row)
      resumed.apply(next % 2, row)
    }
    const fresh = new PastEquity(inputs)
    for (const [index, row] of rows.slice(0, next).entries()) fresh.apply(index % 2, row)
    const expected = fresh.valueAt(at)
    expect(running.valueAt(at)).toEqual(expected)
    expect(resumed.valueAt(at)).toEqual(expected)
    if (expected.parts !== null) known++
    if (next % 10 === 0) resumed = new PastEquity(inputs, resumed.state)
  }
  expect(known).toBeGreaterThan(100)
})

test('the face value of a bond is unknown before repayments that cannot be counted, and known after them', () => {
  const event = (date: string): BondEvent => ({
    ...{ date, type: 'AMORTIZATION', value: null, currency: 'RUB', coupon: null, offer: null },
    amortization: { newFaceValue: null, initialFaceValue: null, percent: null },
  })
  const facts = factsOf('BONDS', [event('2024-01-06'), event('2024-01-04')])
  const bond: PricedInstrument = { ...share, type: 'BONDS', face: units('740'), facts }
  expect([2, 4, 5, 7].map((count) => faceAt(bond, day(count)))).toEqual([null, null, units('740'), units('740')])
})
