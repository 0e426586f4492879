// `npm run bench -- freshness [--scenario FILE | --random N [--seed S] [--kind KIND]]`: how true the screen is kept by the
// quote plan, by asking in turn, and by the plan if it knew the volatilities. One JSON line for the scenario, or one with its
// name for each that ships, or one for each of N that chance makes and a summary of how they stand against the bars.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measure } from './freshness/measure.ts'
import { measureRandom } from './freshness/measure-random.ts'
import { readScenario } from './freshness/read-scenario.ts'

const shipped = ['held-and-watched', 'heavy-tailed', 'changing-volatility'].map((name) =>
  fileURLToPath(new URL(`scenarios/${name}.json`, import.meta.url)),
)
const print = (line: object): void => console.log(JSON.stringify(line))

function read(file: string) {
  const { scenario, unlisted } = readScenario(file)
  if (unlisted.length > 0)
    console.error(`${file}: no symbol describes ${unlisted.join(', ')}, which accounts hold: left out`)
  return scenario
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above 0, not ${text}`)
  return value
}

try {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string' },
      random: { type: 'string' },
      seed: { type: 'string', default: '1' },
      kind: { type: 'string' },
    },
  })
  if (values.scenario !== undefined) print(await measure(read(values.scenario)))
  else if (values.random !== undefined)
    await measureRandom(wholeNumber('random', values.random), wholeNumber('seed', values.seed), values.kind, print)
  else for (const file of shipped) print({ scenario: basename(file, '.json'), ...(await measure(read(file))) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
