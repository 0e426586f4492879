import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readComparison } from '../read/read-comparison.ts'
import { readDayProfit } from '../read/read-day.ts'
import { createPartReader } from '../read/read-part.ts'
import { readPastDay } from '../read/read-past-day.ts'
import { readAccounts, readRates } from '../read/read-portfolio.ts'

type DayHandlers = Pick<Handlers, 'day.explain' | 'history.day' | 'history.compare'>

/** Single days: the parts of today’s profit, and past days. */
export function createDayHandlers({ current, clock, logFault }: HandlerContext): DayHandlers {
  const readPart = createPartReader(logFault)
  return {
    'day.explain': async ({ accountId }) =>
      readDayProfit(current(), readAccounts(current().cache, accountId), await readRates(current(), readPart)),
    async 'history.day'({ accountId, ...day }) {
      const accounts = readAccounts(current().cache, accountId)
      return readPastDay(current(), accounts, { ...day, now: clock.now() }, await readRates(current(), readPart))
    },
    'history.compare': ({ accountId, ...days }) =>
      readComparison(current(), readAccounts(current().cache, accountId), { ...days, now: clock.now() }),
  }
}
