// `npm run bench -- live [--scenario NAME] [--seed S] [--seconds N]`: the ages of prices on screen under load, with all jobs on
// a simulated clock. Prints one JSON line per figure and scenario; only for scenarios whose name contains NAME, and only for
// their last N seconds.
import { parseArgs } from 'node:util'
import { runLive } from './live/run-live.ts'
import { scenarios } from './live/scenarios.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
  },
})

for (const scenario of scenarios.filter(({ name }) => name.includes(values.scenario))) {
  const to = values.seconds === undefined ? scenario.to : Number(values.seconds)
  const shortened = { ...scenario, to, from: Math.min(scenario.from, to / 2) }
  for (const figure of await runLive(shortened, Number(values.seed))) console.log(JSON.stringify(figure))
}
