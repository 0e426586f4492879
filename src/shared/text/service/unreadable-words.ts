import { m } from '../../messages/messages.js'
import type { HistoryCoverage, UnreadableRows } from '../../model/transaction/history.ts'
import type { Period } from '../../period.ts'
import { counted } from '../counted.ts'
import type { Format } from '../format.ts'

/** The transactions of a period that could not be read, over some accounts; `null` if all could be. */
export function unreadableIn(
  accounts: readonly Pick<HistoryCoverage, 'unreadable'>[],
  { from, to }: Period,
): UnreadableRows | null {
  const inside = accounts
    .flatMap(({ unreadable }) => unreadable)
    .filter((each) => each.from < (to ?? Infinity) && each.to > (from ?? -Infinity))
  if (inside.length === 0) return null
  return {
    from: Math.min(...inside.map((each) => each.from)),
    to: Math.max(...inside.map((each) => each.to)),
    count: inside.reduce((sum, { count }) => sum + count, 0),
  }
}

/** How many transactions could not be read. `timeOf` gives the days of an interval in words. */
export const unreadableWords = (
  rows: UnreadableRows,
  format: Pick<Format, 'count'>,
  timeOf: (interval: Pick<UnreadableRows, 'from' | 'to'>) => string,
): string => m.words_transactions_of_time_could_not_be_read({ ...counted(rows.count, format), time: timeOf(rows) })
