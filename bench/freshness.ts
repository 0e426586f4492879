// `npm run bench -- freshness [--scenario FILE]`: how true the screen is kept by the quote plan, by asking in turn, and by
// the plan if it knew the volatilities. One JSON line for the scenario, or one with its name for each that ships.
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readScenario, type Scenario } from './freshness/scenario.ts'
import { simulate } from './freshness/simulate.ts'

const shipped = ['held-and-watched', 'heavy-tailed', 'changing-volatility'].map(
  (name) => new URL(`scenarios/${name}.json`, import.meta.url),
)

async function measure(scenario: Scenario) {
  const planner = await simulate(scenario, 'planner')
  const roundRobin = await simulate(scenario, 'roundRobin')
  const knownVolatility = await simulate(scenario, 'knownVolatility')
  const { maxInAnyMinute, maxVisibleAgeS, closedRequests } = planner
  return {
    planner: planner.error,
    roundRobin: roundRobin.error,
    knownVolatility: knownVolatility.error,
    maxInAnyMinute,
    maxVisibleAgeS,
    closedRequests,
  }
}

try {
  const { values } = parseArgs({ options: { scenario: { type: 'string' } } })
  if (values.scenario === undefined)
    for (const file of shipped)
      console.log(
        JSON.stringify({ scenario: basename(file.pathname, '.json'), ...(await measure(readScenario(file))) }),
      )
  else console.log(JSON.stringify(await measure(readScenario(pathToFileURL(values.scenario)))))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
