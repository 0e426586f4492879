import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readDayProfit } from '../read-day.ts'
import { createPartReader } from '../read-part.ts'
import { readAccounts, readRates } from '../read-portfolio.ts'

type DayHandlers = Pick<Handlers, Extract<keyof Handlers, `day.${string}`>>

/** Single days: today’s profit taken apart, and past days. */
export function createDayHandlers({ current, logFault }: HandlerContext): DayHandlers {
  const readPart = createPartReader(logFault)
  return {
    'day.explain': async ({ accountId }) =>
      readDayProfit(current(), readAccounts(current().cache, accountId), await readRates(current(), readPart)),
  }
}
