import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { DayComparison } from '#shared/model/ledger/past-day.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import { comparePositions, mergeChanges, totalChanges } from '../../insight/day/compare-days.ts'
import { valueAccount } from '../../insight/day/value-account.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readDayProfit } from '../read/read-day.ts'
import { createPartReader } from '../read/read-part.ts'
import { readPastDay, daySpan, instrumentsOf, rememberQuotes, type DayProfile } from '../read/read-past-day.ts'
import { readAccounts, readRates, readNames } from '../read/read-portfolio.ts'

interface Days {
  readonly from: string
  readonly to: string
  /** UTC ms. */
  readonly now: number
}

/** The changes from the end of one UTC day to the end of a later one. Throws `invalid` if the days are not in this order. */
async function readComparison(
  { cache, journal, ledger }: DayProfile,
  accounts: readonly StoredAccount[],
  { from, to, now }: Days,
): Promise<DayComparison> {
  const [first, second] = [daySpan(from, now).end, daySpan(to, now).end]
  if (first >= second) throw new AppError('invalid', m.errors_the_first_day_has_to_be_before())
  const accountIds = accounts.map(({ account }) => account.id)
  const read = await ledger.readPastDays({ accountIds, moments: [first, second], isThen: false })
  const unnamed = [...new Set(read.accounts.flatMap((account) => account.differing))]
  const differing = unnamed.map(readNames(cache, unnamed))
  const isComplete = read.accounts.every(({ states }) => states.length === 2) && read.accounts.length > 0
  if (!isComplete) return { from, to, isComplete, byCurrency: [], positions: [], differing }
  const instrumentOf = instrumentsOf(read)
  const quoteAt = rememberQuotes(journal)
  const windows = read.accounts.flatMap(({ states: [before, after], window }) => {
    if (before === undefined || after === undefined || window === null) return []
    const own = {
      before: valueAccount(before, instrumentOf, first, quoteAt),
      after: valueAccount(after, instrumentOf, second, quoteAt),
      window,
    }
    return [{ ...own, changes: comparePositions(own, instrumentOf, quoteAt) }]
  })
  const positions = mergeChanges(windows.flatMap(({ changes }) => changes))
  const factsOf = readFacts(
    cache,
    positions.map(({ symbol }) => symbol),
  )
  return {
    from,
    to,
    isComplete,
    differing,
    byCurrency: totalChanges(windows),
    positions: positions.map((each) => ({ ...each, name: factsOf(each.symbol).name })),
  }
}

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
