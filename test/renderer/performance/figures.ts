import { subtract, sum } from '#shared/decimal.ts'
import type { PerformanceExplanation } from '#shared/model/ledger/explanation.ts'
import type { Performance, PerformanceFigures, PerformanceSums } from '#shared/model/ledger/performance.ts'
import type { RealizedLot, RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import { day, dec } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import type { Answers } from '../fixtures/transport.ts'

const from = Date.UTC(2026, 0, 1)

/** The sums of a period; the parts add up exactly. */
export const sums = (currency = 'USD'): PerformanceSums => ({
  currency,
  begin: dec('81240.12'),
  end: dec('88954.105'),
  netDeposits: dec('2500'),
  realized: dec('-312.4'),
  unrealized: dec('4981.705'),
  income: dec('640.68'),
  fees: dec('41'),
  taxes: dec('55'),
  remainder: dec('0'),
  remainderParts: [],
})

export const figures = (currency = 'USD'): PerformanceFigures => ({
  ...sums(currency),
  xirr: { roots: [0.0812], reason: null, periodReturn: null },
  twr: {
    total: 0.0641,
    ...{ reason: null, coveredShare: 0.9736, knownShare: 0.8336 },
    gaps: [{ from: from + 3 * day, to: from + 13 * day, reason: 'no-value' }],
    from,
    to: fixtureNow,
  },
  drawdown: { share: -0.0712, peakAt: from + 20 * day, lowAt: from + 31 * day },
  volatility: 0.1432,
  coveredDays: 61,
  contribution: [
    { symbol: 'AAPL@XNGS', name: 'Apple Inc.', amount: dec('5210.405') },
    { symbol: 'MSFT@XNGS', name: 'Microsoft Corporation', amount: dec('-1212.5') },
    { symbol: 'VWCE@XETR', name: null, amount: dec('1300.08') },
    { symbol: null, name: null, amount: dec('-84') },
  ],
})

/** Figures in one currency, without a base currency. */
export const performance = (changes: Partial<Performance> = {}): Performance => ({
  ...{ coverage: 'whole', reason: null, from, to: fixtureNow },
  ...figures(),
  byCurrency: [figures()],
  base: null,
  ...{ differing: [], unpriced: [], unknownCost: [], method: 'fifo' },
  ...changes,
})

const unknownSums = {
  ...{ begin: null, end: null, netDeposits: null, realized: null, unrealized: null, income: null, fees: null },
  ...{ taxes: null, remainder: null, remainderParts: [] },
}
/** A performance without known figures, for a reason. */
export const unknown = (reason: Performance['reason'], changes: Partial<Performance> = {}): Performance =>
  performance({
    ...unknownSums,
    ...{
      reason,
      currency: null,
      xirr: { roots: [], reason: 'unknown-value', periodReturn: null },
      twr: null,
      drawdown: null,
    },
    ...{ volatility: null, coveredDays: 0, contribution: [], byCurrency: [] },
    ...changes,
  })

export const explanation = (figure: PerformanceExplanation['figure']): PerformanceExplanation => ({
  figure,
  formula: 'The sum of all dividends, coupons and interest.',
  inputs: [
    {
      ...{ label: 'Dividend', symbol: 'AAPL@XNGS', amount: dec('24.6'), currency: 'USD' },
      ...{ at: fixtureNow - 9 * day, source: ['as recorded'] },
    },
  ],
  rows: [
    {
      ...{ accountId: '1900001', transactionId: 't7', at: fixtureNow - 9 * day, name: 'Dividend AAPL' },
      ...{ symbol: 'AAPL@XNGS', amount: dec('24.6'), currency: 'USD' },
    },
  ],
  rowCount: 12,
  leftOut: [{ words: ['Transactions of unknown kind'], count: 3 }],
})

export const realizedLot = (index: number): RealizedLot => {
  const [cost, proceeds] = [dec(String(1000 + index)), dec(String(1100 + 2 * index))]
  return {
    ...{ accountId: '1900001', symbol: 'MSFT@XNGS', name: 'Microsoft Corporation', pieces: dec('10') },
    ...{ openedAt: fixtureNow - 400 * day, closedAt: fixtureNow - (index + 1) * day, holdingDays: 399 - index },
    ...{ currency: 'USD', cost, proceeds, profit: subtract(proceeds, cost) },
  }
}

/** A page of `count` realized lots. */
export const realized = (count: number, offset = 0, limit = count): RealizedLots => {
  const lots = Array.from({ length: count }, (_, index) => realizedLot(index))
  const total = (pick: (lot: RealizedLot) => RealizedLot['cost']) => sum(lots.map((lot) => pick(lot) ?? dec('0')))
  return {
    ...{ coverage: 'whole', method: 'fifo', lotCount: count, lots: lots.slice(offset, offset + limit) },
    totals: [
      {
        ...{ year: 2026, currency: 'USD', lotCount: count, unknownCount: 0 },
        ...{ cost: total((lot) => lot.cost), proceeds: total((lot) => lot.proceeds) },
        profit: total((lot) => lot.profit),
      },
    ],
    methods: [
      { method: 'fifo', currency: 'USD', profit: total((lot) => lot.profit), difference: dec('0') },
      { method: 'lifo', currency: 'USD', profit: dec('75'), difference: dec('-28.5') },
      { method: 'hifo', currency: 'USD', profit: dec('70'), difference: dec('0') },
    ],
  }
}

const growth = (at: number, value: number, followsGap = false) => ({ at, growth: value, followsGap })

/** Responses in which every figure is known. */
export const knownAnswers: Partial<Answers> = {
  'performance.read': () => performance(),
  'performance.table': () => [
    { ...sums(), from, to: fixtureNow, byCurrency: [sums()], twr: 0.0641, twrReason: null },
    { ...sums(), from: Date.UTC(2025, 0, 1), to: from, byCurrency: [sums()], twr: null, twrReason: 'low-coverage' },
  ],
  'performance.explain': ({ figure }) => explanation(figure),
  'performance.realized': ({ offset = 0, limit = 500 }) => realized(3, offset, limit),
  'performance.exportRealized': () => ({ id: '4', path: '/exports/realized-2026.csv', lotCount: 3 }),
  'performance.benchmark': ({ benchmark }) => ({
    ...{ symbol: benchmark, name: 'World index', currency: 'USD', isWithoutDividends: true },
    ...{ total: 0.051, ownTotal: 0.0641, coveredShare: 0.8, gaps: [{ from: from + 3 * day, to: from + 13 * day }] },
    points: [growth(from, 1), growth(from + 13 * day, 1.02, true), growth(from + 60 * day, 1.051)],
    own: [growth(from, 1), growth(from + 13 * day, 1.01, true), growth(from + 60 * day, 1.0641)],
  }),
}
