// `npm run bench -- day [--hours N]`: the number of requests on an ordinary day, or in its first hours, for each state of
// window and market. Prints one JSON line per phase.
import { parseArgs } from 'node:util'
import { firstHours, ordinaryDay, simulateDay } from './day/simulate-day.ts'

const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } })

for (const count of await simulateDay(firstHours(ordinaryDay, Number(values.hours)))) console.log(JSON.stringify(count))
