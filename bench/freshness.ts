// `npm run bench -- freshness [--scenario FILE | --random N [--seed S] [--kind KIND]] [--minutes M]`: how true the screen is kept by the
// quote plan, by asking in turn, and by the plan if it knew the volatilities. One JSON line for the scenario, or one with its
// name for each that ships, or one for each of N that chance makes and a summary of how they stand against the bars; of each scenario
// the first M minutes, or all.
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
      minutes: { type: 'string' },
    },
  })
  const mostMinutes = values.minutes === undefined ? Infinity : wholeNumber('minutes', values.minutes)
  if (values.scenario !== undefined) print(await measure(read(values.scenario), mostMinutes))
  else if (values.random !== undefined) {
    const [count, seed] = [wholeNumber('random', values.random), wholeNumber('seed', values.seed)]
    await measureRandom({ count, seed, kindName: values.kind, mostMinutes }, print)
  } else
    for (const file of shipped)
      print({ scenario: basename(file, '.json'), ...(await measure(read(file), mostMinutes)) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
