// `npm run bench -- freshness [--scenario FILE | --random N [--seed S] [--kind KIND]] [--minutes M]`: the error on screen under
// the quote plan, under a round robin, and under the plan with known volatilities. Prints one JSON line for the given scenario;
// or one for each included scenario, for a new list and for a list of similar rows; or one for each of N random scenarios, and
// a summary with the limits. Runs only the first M minutes of each scenario; without M, all of them.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureRandom } from './freshness/measure-random.ts'
import { measure } from './freshness/measure.ts'
import { drawScenario } from './freshness/random-scenario.ts'
import { readScenario } from './freshness/read-scenario.ts'

const shipped = ['held-and-watched', 'heavy-tailed', 'changing-volatility'].map((name) =>
  fileURLToPath(new URL(`scenarios/${name}.json`, import.meta.url)),
)
const lists = ['new-list', 'alike'] as const
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
      minutes: { type: 'string' },
    },
  })
  const maxMinutes = values.minutes === undefined ? Infinity : wholeNumber('minutes', values.minutes)
  if (values.scenario !== undefined) print(await measure(read(values.scenario), maxMinutes))
  else if (values.random !== undefined) {
    const [count, seed] = [wholeNumber('random', values.random), wholeNumber('seed', values.seed)]
    await measureRandom({ count, seed, kindName: values.kind, maxMinutes }, print)
  } else {
    for (const file of shipped) print({ scenario: basename(file, '.json'), ...(await measure(read(file), maxMinutes)) })
    for (const kind of lists) print({ scenario: kind, ...(await measure(drawScenario(kind, 1), maxMinutes)) })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
