import { expect, it } from 'vitest'
import { readRealized } from '#main/ledger/reading/performance/realized-reader.ts'
import { toNumber } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../../cache/open-cache.ts'
import { makeDetails } from '../../../insight/make.ts'
import { fifo, finish } from '../../rig.ts'
import {
  day,
  deposit,
  leftOf,
  main,
  money,
  now,
  openPerformance,
  other,
  prices,
  start,
  addStatedSurplus,
  exampleRows,
  trade,
} from './rig.ts'

it('the parts of a period equal a calculation by hand', async () => {
  const { read } = await openPerformance({ [main]: exampleRows() }, prices)
  const found = read()
  expect(found).toMatchObject({
    ...{ coverage: 'whole', reason: null, currency: 'RUB', begin: '0', end: '884.59', netDeposits: '800' },
    ...{ realized: '20', unrealized: '60', income: '7', fees: '1.5', taxes: '0.91', remainder: '0' },
    ...{ differing: [], unpriced: [], unknownCost: [], base: null },
  })
  expect(leftOf(found)).toBe('0')
  expect(found.contribution).toEqual([
    { symbol: 'A@X', name: null, amount: '86.09' },
    { symbol: null, name: null, amount: '-1.5' },
  ])
  expect(found.xirr.reason).toBe(null)
  expect(found.xirr.roots).toHaveLength(1)
})

it('for an instrument, its purchases and sales are the flows', async () => {
  const { read } = await openPerformance({ [main]: exampleRows() }, prices)
  const found = read({ symbol: 'A@X' })
  expect(found).toMatchObject({ begin: '0', end: '120', netDeposits: '33.91', realized: '20', fees: '0', income: '7' })
  expect(leftOf(found)).toBe('0')
  expect(read({ type: 'EQUITIES' })).toMatchObject({ netDeposits: '33.91' })
  expect(read({ type: 'BONDS' })).toMatchObject({ reason: 'nothing', end: null })
})

it('an unknown value does not make other figures unknown', async () => {
  const { read } = await openPerformance({ [main]: exampleRows() })
  const found = read({ from: day(700) })
  expect(found).toMatchObject({ begin: null, end: null, unrealized: null, remainder: null, realized: '0', income: '0' })
  expect(found.unpriced).toEqual([
    { symbol: 'A@X', name: null, at: 'begin' },
    { symbol: 'A@X', name: null, at: 'end' },
  ])
  expect(found.xirr).toMatchObject({ roots: [], reason: 'unknown-value' })
})

it('a sale with an unknown purchase has no profit: its proceeds are shown separately', async () => {
  const openings = [{ accountId: main, symbol: 'A@X', currency: null, amount: dec('4') }]
  const { rig, read } = await openPerformance({ [main]: [trade(5, 'A@X', -4, 15)] }, prices)
  rig.refresh({ ...fifo, openings })
  const found = read({ choices: { ...fifo, openings } })
  expect(found.unknownCost).toEqual([{ symbol: 'A@X', name: null, pieces: '4' }])
  expect(found.realized).toBe('0')
})

it('a total loss is -100 %, and a period of less than a year has no annual figure', async () => {
  const lost = [deposit(1, '100'), money(30, 'COMMISSION', 'Комиссия', '-100')]
  const { read } = await openPerformance({ [main]: lost })
  expect(read()).toMatchObject({ end: '0', xirr: { roots: [-1], reason: null } })
  expect(read({ to: day(200) }).xirr).toEqual({ roots: [], reason: 'short-period', periodReturn: -1 })
})

it('with a value on each day the time-weighted return equals the daily index', async () => {
  const line = Array.from({ length: 400 }, (_, index) => [index, (10 + Math.sin(index / 9)).toFixed(4)] as const)
  const rows = [deposit(0, '100'), trade(0, 'A@X', 10, 10), deposit(50, '30'), trade(50, 'A@X', 3, 10)]
  const { read } = await openPerformance({ [main]: rows }, { 'A@X': line })
  const found = read({ from: day(1), to: day(300) })
  expect(found.twr).toMatchObject({ coveredShare: 1, gaps: [] })
  const values = line
    .slice(0, 300)
    .map(([index, price]) => (index < 50 ? 10 : 13) * Number(price) + (index < 50 ? 0 : 0))
  const growth = values
    .slice(1)
    .reduce((total, value, index) => total * (value / (values[index]! + (index === 49 ? 30 : 0))), 1)
  expect(found.twr!.total).toBeCloseTo(growth - 1, 9)
  expect(found.coveredDays).toBe(299)
  expect(found.volatility).toBeGreaterThan(0)
  expect(found.drawdown!.share).toBeLessThan(-0.1)
})

it('days without a known value are linked over, or uncovered at the end, and too few give no figures of risk', async () => {
  const rows = [deposit(0, '100'), trade(0, 'A@X', 10, 10)]
  const { read } = await openPerformance(
    { [main]: rows },
    {
      'A@X': [
        [0, '10'],
        [60, '12'],
      ],
    },
  )
  const found = read({ from: day(1), to: day(66) })
  expect(found.twr!.total).toBeCloseTo(0.2, 12)
  expect(found.twr!.gaps).toEqual([{ from: day(65), to: day(66), reason: 'no-value' }])
  expect(found.twr!.coveredShare).toBeCloseTo(64 / 65, 12)
  expect(found.twr!.knownShare).toBeCloseTo(9 / 65, 12)
  expect(found).toMatchObject({ drawdown: null, volatility: null })
})

it('money that moves between own accounts does not change the total', async () => {
  const plain = (await openPerformance({ [main]: exampleRows(), [other]: [deposit(3, '50')] }, prices)).read()
  const moved = await openPerformance(
    {
      [main]: [...exampleRows(), money(300, 'TRANSFER', 'Перевод ДС между счетами', '-40')],
      [other]: [deposit(3, '50'), money(301, 'TRANSFER', 'Перевод ДС между счетами', '40')],
    },
    prices,
  )
  const found = moved.read()
  expect(found).toEqual(plain)
  expect(toNumber(moved.read({ accountIds: [other] }).netDeposits!)).toBe(90)
  expect(now - start).toBeGreaterThan(dayMs)
})

it('an option that expires without money realizes its premium', async () => {
  const expired: Transaction = {
    ...money(30, 'OTHERS', 'Экспирация опциона', '0', 'O@X'),
    ...{ change: null, changeQuantity: dec('-10') },
  }
  const { read, makeQuestion, sourceOf } = await openPerformance({
    [main]: [deposit(1, '100'), trade(2, 'O@X', 10, 2), expired],
  })
  const found = read()
  expect(found).toMatchObject({ realized: '-20', unrealized: '0', end: '80', remainder: '0' })
  expect(leftOf(found)).toBe('0')
  const lots = finish(readRealized(sourceOf(makeQuestion()), { ...makeQuestion(), method: null }))
  expect(lots.totals).toMatchObject([{ year: 2022, currency: 'RUB', lotCount: 1, profit: '-20', unknownCount: 0 }])
  expect(lots.lots.page(0, 10)).toMatchObject([
    { symbol: 'O@X', currency: 'RUB', cost: '20', proceeds: '0', profit: '-20' },
  ])
})

it('the user chooses how old a price may be on a day with a known value', async () => {
  const rows = [deposit(0, '100'), trade(0, 'A@X', 10, 10)]
  const line = Array.from({ length: 20 }, (_, index) => [index * 10, String(10 + index)] as const)
  const { read } = await openPerformance({ [main]: rows }, { 'A@X': line })
  const period = { from: day(1), to: day(190) }
  const strict = read({ ...period, knownDay: { maxPriceAgeDays: 1, minPricedPercent: 95, minCoveredPercent: 95 } }).twr!
  const lenient = read({
    ...period,
    knownDay: { maxPriceAgeDays: 10, minPricedPercent: 95, minCoveredPercent: 95 },
  }).twr!
  expect(lenient).toMatchObject({ coveredShare: 1, knownShare: 1, gaps: [] })
  expect(strict.knownShare).toBeLessThan(0.3)
  expect(strict.coveredShare).toBeLessThan(1)
  expect(strict.total).not.toBe(null)
  const demanding = { maxPriceAgeDays: 1, minPricedPercent: 95, minCoveredPercent: 100 }
  expect(read({ ...period, knownDay: demanding }).twr).toMatchObject({ total: null, reason: 'low-coverage' })
})

it('the user chooses how much of the value needs a price of that day', async () => {
  const rows = [deposit(0, '200'), trade(0, 'A@X', 10, 10), trade(0, 'B@X', 1, 10)]
  const line = Array.from({ length: 200 }, (_, index) => [index, '10'] as const)
  const { read } = await openPerformance({ [main]: rows }, { 'A@X': line })
  const period = { from: day(50), to: day(190) }
  expect(
    read({ ...period, knownDay: { maxPriceAgeDays: 5, minPricedPercent: 90, minCoveredPercent: 95 } }).twr
      ?.coveredShare,
  ).toBe(1)
  expect(read({ ...period, knownDay: { maxPriceAgeDays: 5, minPricedPercent: 100, minCoveredPercent: 95 } }).twr).toBe(
    null,
  )
})

it('the difference between service and rows is a named part of the remainder, now and since the first row', async () => {
  const { rig, read } = await openPerformance({ [main]: exampleRows() }, prices)
  addStatedSurplus(rig, { cash: '5', pieces: '2' })
  const found = read()
  expect(found.differing).toEqual(['A@X', 'RUB'])
  expect(found).toMatchObject({ begin: '0', end: '929.59', netDeposits: '800', realized: '20', unrealized: '60' })
  expect(found).toMatchObject({ remainder: '45', twr: null, xirr: { roots: [], reason: 'unknown-value' } })
  expect(found.remainderParts).toEqual([{ reason: 'difference', amount: '45', symbols: ['A@X'] }])
  expect(leftOf(found)).toBe('0')
  expect(found.contribution.find(({ symbol }) => symbol === 'A@X')?.amount).toBe(null)
  expect(read({ symbol: 'A@X' })).toMatchObject({ end: '160', remainder: '40', differing: ['A@X'] })
  expect(read({ symbol: 'B@X' }).differing).toEqual([])
})

it('a difference between service and rows makes every past value unknown', async () => {
  const { rig, read } = await openPerformance({ [main]: exampleRows() }, prices)
  addStatedSurplus(rig, { cash: '5', pieces: '0' })
  expect(read({ from: day(10) })).toMatchObject({ begin: null, end: '889.59', unrealized: null, remainder: null })
  expect(read({ to: day(300) })).toMatchObject({ begin: '0', end: null, unrealized: null, realized: '20', income: '7' })
})

it('an instrument without rows counts as the service states it, and has no value without a price', async () => {
  const rows = [deposit(1, '1000')]
  const priced = await openPerformance({ [main]: rows }, prices)
  priced.rig.cache.instrumentDetails.put(makeDetails({ symbol: 'A@X', type: 'EQUITIES', quoteCurrency: 'RUB' }), 1)
  addStatedSurplus(priced.rig, { cash: '0', pieces: '3' })
  expect(priced.read()).toMatchObject({ end: '1060', remainder: '60' })
  const unpriced = await openPerformance({ [main]: rows })
  addStatedSurplus(unpriced.rig, { cash: '0', pieces: '3' })
  expect(unpriced.read()).toMatchObject({ end: null, remainder: null, unpriced: [{ symbol: 'A@X', at: 'end' }] })
})
