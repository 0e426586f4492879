import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawScenario, kinds } from '../../../../bench/freshness/random-scenario.ts'
import { readScenario } from '../../../../bench/freshness/read-scenario.ts'
import { isWithin, Scenario } from '../../../../bench/freshness/scenario.ts'
import { simulate } from '../../../../bench/freshness/simulate.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

const symbol = {
  ...{ symbol: 'A@X', weight: 1, price: 10, volatilityPerSqrtMinute: 0.001, tradesPerMinute: 5 },
  ...{ open: [[0, 10]], visible: [[0, 10]] },
}
const account = { id: '1', symbols: ['A@X'] }
const scenario = { seed: 1, minutes: 10, budgetPerMinute: 60, accounts: [], symbols: [symbol] }

const fileWith = (text: string): string => {
  const file = join(makeTemporaryDirectory(), 'wrong.json')
  writeFileSync(file, text)
  return file
}

test.each([
  [[], 'expected object'],
  [{ ...scenario, symbols: [] }, 'symbols'],
  [{ ...scenario, budgetPerMinute: 0 }, 'budgetPerMinute'],
  [{ ...scenario, minutes: '10' }, 'minutes'],
  [{ ...scenario, symbols: [{ ...symbol, weight: null }] }, 'symbols[0].weight'],
  [
    {
      ...scenario,
      symbols: [
        { ...symbol, price: 'dear' },
        { ...symbol, price: 0 },
      ],
    },
    'symbols[0].price',
  ],
  [{ ...scenario, symbols: [{ ...symbol, open: [[6, 5]] }] }, 'symbols[0].open[0]: ends before it begins'],
  [{ ...scenario, symbols: [{ ...symbol, visible: [0, 5] }] }, 'symbols[0].visible[0]'],
  [{ ...scenario, symbols: [symbol, symbol] }, 'symbols[1].symbol: A@X is a duplicate'],
  [{ ...scenario, accounts: [account, account] }, 'accounts[1].id: 1 is a duplicate'],
])('an impossible scenario is refused with one line that names the wrong field (%#)', (invalid, place) => {
  const file = fileWith(JSON.stringify(invalid))
  expect(() => readScenario(file)).toThrow(place)
  expect(() => readScenario(file)).toThrow(/^[^\n]*wrong\.json: [^\n]+$/)
})

test('the error for a file that is not JSON or does not exist names the file', () => {
  expect(() => readScenario(fileWith('{"seed": NaN}'))).toThrow(/wrong\.json is not JSON/)
  expect(() => readScenario('/nowhere/absent.json')).toThrow(/absent\.json cannot be read/)
})

test('missing values of a scenario have defaults', () => {
  const { symbol: name, weight, price, volatilityPerSqrtMinute } = symbol
  const minimal = {
    minutes: 10,
    budgetPerMinute: 60.5,
    symbols: [{ symbol: name, weight, price, volatilityPerSqrtMinute }],
  }
  const { scenario: read } = readScenario(fileWith(`\uFEFF${JSON.stringify(minimal)}`))
  expect(read).toMatchObject({ seed: 1, budgetPerMinute: 60, accounts: [] })
  const [candidate] = read.symbols
  expect(candidate).toMatchObject({ visible: [], regimes: [] })
  expect(candidate?.tradesPerMinute).toBeGreaterThan(0)
  expect(isWithin(candidate?.open ?? [], 0) && isWithin(candidate?.open ?? [], 9.9)).toBe(true)
})

test('positions without a described symbol are omitted and listed', () => {
  const { scenario: read, unlisted } = readScenario(
    fileWith(JSON.stringify({ ...scenario, accounts: [{ id: '1', symbols: ['A@X', 'B@X'] }] })),
  )
  expect(unlisted).toEqual(['B@X'])
  expect(read.accounts).toEqual([{ id: '1', symbols: ['A@X'] }])
})

test('every kind of random scenario is valid, and the same for the same seed', () => {
  for (const kind of kinds) {
    const tested = drawScenario(kind, 5)
    expect(Scenario.parse(tested)).toEqual(tested)
    expect(drawScenario(kind, 5)).toEqual(tested)
  }
})

test('a few minutes with overlapping accounts, a close and constant prices respect the budget and the hours', async () => {
  const symbols = Array.from({ length: 12 }, (_, i) => ({
    ...{ ...symbol, symbol: `S${i}@X`, weight: i % 4, volatilityPerSqrtMinute: i % 3 ? 0.002 : 0 },
    ...{ open: i % 2 ? [[0, 3]] : [[1, 6]], visible: i % 2 ? [[0, 6]] : [] },
  }))
  const names = symbols.map((candidate) => candidate.symbol)
  const accounts = [
    { id: '1', symbols: names.slice(0, 6) },
    { id: '2', symbols: names.slice(3, 9) },
  ]
  const tested = Scenario.parse({ ...scenario, minutes: 6, budgetPerMinute: 30, accounts, symbols })
  const { error, maxInAnyMinute, maxVisibleAgeS, closedRequests } = await simulate(tested, 'planner')
  expect(error).toBeGreaterThan(0)
  expect(maxInAnyMinute).toBeLessThanOrEqual(30)
  // The share for age limits is 4 calls per minute, and there are fourteen calls.
  expect(maxVisibleAgeS).toBeLessThanOrEqual(200)
  expect(closedRequests).toBe(0)
}, 20_000)

test.each([
  ['one symbol', { symbols: [symbol] }],
  [
    'one request a minute',
    { budgetPerMinute: 1, symbols: [symbol, { ...symbol, symbol: 'B@X' }], accounts: [account] },
  ],
  ['nothing on screen', { symbols: [{ ...symbol, visible: [] }] }],
  ['a market that never opens', { symbols: [{ ...symbol, open: [] }], accounts: [account] }],
  [
    'no weight, no volatility, no trades',
    {
      symbols: [
        { ...symbol, weight: 0 },
        { ...symbol, symbol: 'B@X', volatilityPerSqrtMinute: 0 },
        { ...symbol, symbol: 'C@X', tradesPerMinute: 0 },
      ],
    },
  ],
  ['an account that holds nothing', { symbols: [symbol], accounts: [{ id: '1', symbols: [] }] }],
  [
    'hours that overlap, and reach beyond the run',
    {
      symbols: [
        {
          ...symbol,
          open: [
            [-5, 4],
            [2, 30],
            [7, 7],
          ],
        },
      ],
    },
  ],
])(
  'a scenario with %s runs to the end within budget and hours',
  async (_, changes) => {
    const tested = Scenario.parse({ ...scenario, minutes: 5, ...changes })
    for (const rule of ['planner', 'roundRobin', 'knownVolatility'] as const) {
      const { error, maxInAnyMinute, closedRequests } = await simulate(tested, rule)
      expect(error).toBeGreaterThanOrEqual(0)
      expect(maxInAnyMinute).toBeLessThanOrEqual(tested.budgetPerMinute)
      expect(closedRequests).toBe(0)
    }
  },
  20_000,
)
