import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, buildPositionRows } from '#main/insight/portfolio/position-rows.ts'
import { absolute, sum } from '#shared/decimal.ts'
import { bySymbol, d, makeAccount, makeDetails, makePosition } from '../make.ts'

const share = makeDetails({ symbol: 'S@XXXX', lotSize: d('10') })
const bond = makeDetails({ symbol: 'B@XXXX', type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB' })
const future = makeDetails({ symbol: 'F@YYYY', type: 'FUTURES', marginCurrency: 'USD' })
const details = bySymbol(share, bond, future)

const account = makeAccount({
  positions: [
    makePosition({ symbol: 'S@XXXX', quantity: d('-30'), currentPrice: d('10') }),
    makePosition({ symbol: 'S@XXXX', quantity: d('10'), currentPrice: d('10') }),
    makePosition({ symbol: 'B@XXXX', quantity: d('2'), currentPrice: d('50') }),
    makePosition({ symbol: 'F@YYYY' }),
    makePosition({ symbol: 'NEW@YYYY' }),
  ],
})
const rows = buildPositionRows([{ account, fetchedAt: 7 }], details)

test('rows contain quantity, lots, value, currency and time of the reading', () => {
  expect(rows[0]).toMatchObject({
    accountId: '1900001',
    quantity: '-30',
    lots: '-3',
    value: '-300',
    currency: 'USD',
    fetchedAt: 7,
  })
  expect(rows[2]).toMatchObject({ value: '1000', currency: 'RUB', isPercentOfFace: true })
})

test('without reference data all derived figures are unknown', () => {
  expect(rows[4]).toMatchObject({
    name: null,
    type: null,
    lots: null,
    value: null,
    currency: null,
    priceDecimals: null,
  })
})

test('lots are unknown if the lot size is zero', () => {
  const odd = bySymbol({ ...share, lotSize: d('0') })
  expect(buildPositionRows([{ account, fetchedAt: 0 }], odd)[0]?.lots).toBeNull()
})

test('an allocation separates currencies, counts shorts by absolute value and lists positions without a value', () => {
  const slice = (key: string, value: string) => ({ key, label: 'Triple A', value, share: 1 })
  expect(allocate(rows, 'instrument')).toMatchObject([
    { currency: 'USD', gross: '400', slices: [slice('S@XXXX', '400')], missing: ['F@YYYY'] },
    { currency: 'RUB', gross: '1000', slices: [slice('B@XXXX', '1000')], missing: [] },
    { currency: '', gross: null, slices: [], missing: ['NEW@YYYY'] },
  ])
})

test('an allocation groups by type and by market', () => {
  expect(allocate(rows, 'type').map(({ slices }) => slices.map(({ key }) => key))).toEqual([
    ['EQUITIES'],
    ['BONDS'],
    [],
  ])
  expect(allocate(rows, 'market').map(({ slices }) => slices.map(({ key }) => key))).toEqual([['XXXX'], ['XXXX'], []])
})

test('for every set of positions, slices add up to the gross value and shares add up to 1', () => {
  const anyPosition = fc.record({
    symbol: fc.constantFrom('S@XXXX', 'B@XXXX', 'F@YYYY', 'NEW@YYYY'),
    quantity: fc.option(fc.integer({ min: -1000, max: 1000 })),
    price: fc.option(fc.integer({ min: 0, max: 100_000 })),
  })
  fc.assert(
    fc.property(
      fc.array(anyPosition, { maxLength: 12 }),
      fc.constantFrom('instrument', 'type', 'market'),
      (list, by) => {
        const positions = list.map(({ symbol, quantity, price }) =>
          makePosition({
            symbol,
            quantity: quantity === null ? null : d(`${quantity}`),
            currentPrice: price === null ? null : d(`${price}e-2`),
          }),
        )
        const built = buildPositionRows([{ account: makeAccount({ positions }), fetchedAt: 0 }], details)
        const allocations = allocate(built, by)
        for (const row of built) {
          const own = allocations.find(({ currency }) => currency === (row.currency ?? ''))
          expect(own?.missing.includes(row.symbol)).toBe(
            built.some(({ symbol, value }) => symbol === row.symbol && value === null),
          )
        }
        for (const { currency, gross, slices } of allocations) {
          const valued = built.flatMap((row) =>
            row.currency === currency && row.value !== null ? [absolute(row.value)] : [],
          )
          expect(gross).toBe(valued.length === 0 ? null : sum(valued))
          expect(sum(slices.map(({ value }) => value))).toBe(gross ?? '0')
          if (gross !== null && gross !== '0')
            expect(slices.reduce((total, slice) => total + slice.share, 0)).toBeCloseTo(1, 9)
        }
      },
    ),
  )
})

test('positions of unknown currency are not added: the allocation lists them', () => {
  const [a, b] = ['A@XXXX', 'B2@XXXX'].map((symbol) => makeDetails({ symbol, quoteCurrency: null }))
  const positions = [makePosition({ symbol: 'A@XXXX' }), makePosition({ symbol: 'B2@XXXX' })]
  const built = buildPositionRows([{ account: makeAccount({ positions }), fetchedAt: 0 }], bySymbol(a!, b!))
  expect(built.map(({ value }) => value)).toEqual(['1000', '1000'])
  expect(allocate(built, 'instrument')).toMatchObject([
    { currency: '', gross: null, slices: [], missing: ['A@XXXX', 'B2@XXXX'] },
  ])
})

test('a position without a market has a row that waits for nothing and says why its value is unknown', () => {
  const position = makePosition({ symbol: 'ABCD', quantity: d('3'), currentPrice: d('0'), dailyPnl: d('0') })
  const account = makeAccount({ positions: [position, makePosition({ symbol: 'A@XXXX', currentPrice: d('0') })] })
  const [row, other] = buildPositionRows([{ account, fetchedAt: 0 }], bySymbol())
  expect(row).toMatchObject({
    ...{ symbol: 'ABCD', name: null, quantity: '3', isReferenceRead: true, value: null, currency: null },
    ...{ averagePrice: '90', currentPrice: null, dailyPnl: null, unrealizedPnl: '100' },
    valueNote: { code: 'no-market' },
  })
  expect(other).toMatchObject({ isReferenceRead: false, currentPrice: '0' })
  expect(other?.valueNote).toEqual({ code: 'no-reference-data' })
})
