// `npm run bench -- day [--hours N]`: how many requests an ordinary day, or its first hours, costs, by what the window and the market do.
// One JSON line a phase.
import { parseArgs } from 'node:util'
import { firstHours, ordinaryDay, simulateDay } from './day/simulate-day.ts'

const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } })

for (const count of await simulateDay(firstHours(ordinaryDay, Number(values.hours)))) console.log(JSON.stringify(count))
