import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  expiryOf,
  groupByExpiry,
  groupByStrike,
  suggestedRoots,
  tickerRoots,
} from '#main/insight/market/option-chain.ts'
import { compare } from '#shared/decimal.ts'
import type { OptionContract } from '#shared/model/instrument.ts'
import { d } from '../make.ts'

const contract = (over: Partial<OptionContract> = {}): OptionContract => ({
  symbol: 'YD4300CU5A@RTSX',
  type: 'TYPE_CALL',
  contractSize: null,
  strike: d('100'),
  multiplier: null,
  tradeFirstDay: null,
  tradeLastDay: null,
  expirationFirstDay: null,
  expirationLastDay: null,
  ...over,
})

test('the call and put of a strike share a row, and rows are sorted by strike', () => {
  const { strikes, leftOut } = groupByStrike([
    contract({ symbol: 'P1000', type: 'TYPE_PUT', strike: d('1000') }),
    contract({ symbol: 'C99.5', strike: d('99.5') }),
    contract({ symbol: 'P99.5', type: 'PUT', strike: d('99.5') }),
    contract({ symbol: 'C1000', type: 'CALL', strike: d('1000') }),
    contract({ symbol: 'C-1', strike: d('-1') }),
  ])
  expect(strikes.map(({ strike, call, put }) => [strike, call?.symbol ?? null, put?.symbol ?? null])).toEqual([
    ['-1', 'C-1', null],
    ['99.5', 'C99.5', 'P99.5'],
    ['1000', 'C1000', 'P1000'],
  ])
  expect(leftOut).toBe(0)
})

test('a second contract of the same strike and side has its own row', () => {
  const weekly = [contract({ symbol: 'CW' }), contract({ symbol: 'PW', type: 'TYPE_PUT' })]
  const monthly = [contract({ symbol: 'CM' }), contract({ symbol: 'PM', type: 'TYPE_PUT' })]
  const { strikes } = groupByStrike([...weekly, ...monthly, contract({ symbol: 'C2', strike: d('101') })])
  expect(strikes.map(({ call, put }) => [call?.symbol, put?.symbol])).toEqual([
    ['CW', 'PW'],
    ['CM', 'PM'],
    ['C2', undefined],
  ])
})

test('contracts without a strike or side are left out and counted', () => {
  const odd = [contract({ strike: null }), contract({ type: 'TYPE_UNSPECIFIED' }), contract({ type: '' })]
  expect(groupByStrike([...odd, contract()])).toMatchObject({ leftOut: 3, strikes: [{ strike: '100' }] })
  expect(groupByStrike([])).toEqual({ strikes: [], leftOut: 0 })
})

test('the expiry is the first expiration day, otherwise the last one, otherwise the last trading day', () => {
  const days = { expirationFirstDay: '2026-03-05', expirationLastDay: '2026-03-06', tradeLastDay: '2026-03-04' }
  expect(expiryOf(contract(days))).toBe('2026-03-05')
  expect(expiryOf(contract({ ...days, expirationFirstDay: null }))).toBe('2026-03-06')
  expect(expiryOf(contract({ tradeLastDay: '2026-03-04' }))).toBe('2026-03-04')
  expect([...groupByExpiry([contract(days), contract()]).keys()]).toEqual(['2026-03-05', null])
})

test('roots are the letters at the start of the tickers', () => {
  const symbols = ['SPXW261218C05000000@OPRA', 'SPX261218C05000000@OPRA', 'SPX261218P05000000@OPRA', '1@X']
  expect(tickerRoots(symbols.map((symbol) => contract({ symbol })))).toEqual(['SPX', 'SPXW'])
  expect(suggestedRoots('FUTURES')).toEqual(['monthly', 'weekly'])
  expect(suggestedRoots('EQUITIES')).toEqual([])
})

test('for all contracts, each is in exactly one row or left out, and strikes never decrease', () => {
  const anyContract = fc
    .record({
      type: fc.constantFrom('TYPE_CALL', 'TYPE_PUT', 'TYPE_UNSPECIFIED', ''),
      strike: fc.option(
        fc
          .tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom('', '.0', '.5', '.50'))
          .map(([n, f]) => d(`${n}${f}`)),
        { nil: null },
      ),
    })
    .map((over) => contract(over))
  fc.assert(
    fc.property(fc.array(anyContract, { maxLength: 60 }), (contracts) => {
      const { strikes, leftOut } = groupByStrike(contracts)
      const placed = strikes.flatMap(({ call, put }) => [call, put].filter((option) => option !== null))
      expect(placed.length + leftOut).toBe(contracts.length)
      expect(new Set(placed).size).toBe(placed.length)
      for (const { strike, call, put } of strikes) {
        expect(call?.type ?? 'TYPE_CALL').toBe('TYPE_CALL')
        expect(put?.type ?? 'TYPE_PUT').toBe('TYPE_PUT')
        for (const option of [call, put]) if (option) expect(compare(option.strike!, strike)).toBe(0)
      }
      for (const [index, { strike }] of strikes.entries())
        if (index > 0) expect(compare(strikes[index - 1]!.strike, strike)).toBeLessThanOrEqual(0)
    }),
  )
})
