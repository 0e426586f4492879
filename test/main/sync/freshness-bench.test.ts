import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawScenario, kinds } from '../../../bench/freshness/random-scenario.ts'
import { readScenario, Scenario } from '../../../bench/freshness/scenario.ts'
import { simulate } from '../../../bench/freshness/simulate.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const symbol = {
  ...{ symbol: 'A@X', weight: 1, price: 10, volatilityPerSqrtMinute: 0.001, tradesPerMinute: 5 },
  ...{ open: [[0, 10]], visible: [[0, 10]] },
}
const scenario = { seed: 1, minutes: 10, budgetPerMinute: 60, accounts: [], symbols: [symbol] }

test.each([
  [{ ...scenario, symbols: [] }, 'symbols'],
  [{ ...scenario, budgetPerMinute: 0 }, 'budgetPerMinute'],
  [{ ...scenario, minutes: null }, 'minutes'],
  [{ ...scenario, symbols: [{ ...symbol, weight: -1 }] }, 'symbols[0].weight'],
  [{ ...scenario, symbols: [{ ...symbol, price: 'dear' }] }, 'symbols[0].price'],
  [{ ...scenario, symbols: [{ ...symbol, open: [[5, 5]] }] }, 'symbols[0].open[0]'],
  [{ ...scenario, symbols: [symbol, symbol] }, 'symbols[1].symbol'],
  [{ ...scenario, accounts: [{ id: '1', symbols: ['A@X', 'B@X'] }] }, 'accounts[0].symbols[1]'],
])('a scenario that cannot be is refused with the place of the fault (%#)', (wrong, place) => {
  const file = join(makeTemporaryDirectory(), 'wrong.json')
  writeFileSync(file, JSON.stringify(wrong))
  expect(() => readScenario(file)).toThrow(place)
  expect(() => readScenario(file)).toThrow('wrong.json')
})

test('a file that is no JSON is named', () => {
  const file = join(makeTemporaryDirectory(), 'broken.json')
  writeFileSync(file, '{"seed": NaN}')
  expect(() => readScenario(file)).toThrow(/broken\.json is not JSON/)
})

test('every kind of drawn scenario is a scenario, and the same for the same seed', () => {
  for (const kind of kinds) {
    const drawn = drawScenario(kind, 5)
    expect(Scenario.parse(drawn)).toEqual(drawn)
    expect(drawScenario(kind, 5)).toEqual(drawn)
  }
})

test('a few minutes with overlapping accounts, a close and things that never move keep to the budget and to the hours', async () => {
  const symbols = Array.from({ length: 12 }, (_, i) => ({
    ...{ ...symbol, symbol: `S${i}@X`, weight: i % 4, volatilityPerSqrtMinute: i % 3 ? 0.002 : 0 },
    ...{ open: i % 2 ? [[0, 3]] : [[1, 6]], visible: i % 2 ? [[0, 6]] : [] },
  }))
  const names = symbols.map((one) => one.symbol)
  const accounts = [
    { id: '1', symbols: names.slice(0, 6) },
    { id: '2', symbols: names.slice(3, 9) },
  ]
  const drawn = Scenario.parse({ ...scenario, minutes: 6, budgetPerMinute: 30, accounts, symbols })
  const { error, maxInAnyMinute, maxVisibleAgeS, closedRequests } = await simulate(drawn, 'planner')
  expect(error).toBeGreaterThan(0)
  expect(maxInAnyMinute).toBeLessThanOrEqual(30)
  // Fourteen calls at 4 a minute, the share that is for ages.
  expect(maxVisibleAgeS).toBeLessThanOrEqual(200)
  expect(closedRequests).toBe(0)
}, 20_000)
