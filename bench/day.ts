// `npm run bench -- day`: how many requests an ordinary day costs, by what the window and the market do. One JSON line a phase.
import { simulateDay } from './day/simulate-day.ts'

for (const count of await simulateDay()) console.log(JSON.stringify(count))
