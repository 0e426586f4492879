import { hourMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { HistoryCoverage, TimeInterval } from '#shared/model/transaction/history.ts'
import { oldestRecordsAt } from '#shared/period.ts'
import type { Period } from '#shared/period.ts'
import type { Format } from '#shared/text/format.ts'

/** Anything newer than this is not counted as missing: the next sync reads it. */
const recentMs = hourMs

/** Describes which part of an account is not loaded; `null` if all of it is loaded. */
export function coverageWords(account: HistoryCoverage, format: Format): string | null {
  const { covered, gaps, isComplete } = account
  const newest = covered.at(-1)
  const words: string[] = []
  if (newest === undefined) words.push(m.words_nothing_is_loaded_yet())
  else if (!isComplete) {
    if (!reachesBeginning(account))
      words.push(
        newest.from <= oldestRecordsAt
          ? m.words_loaded_but_the_beginning_is_not_confirmed()
          : m.words_loaded_since_from_older_are_not_loaded({ from: format.date(dayOf(newest.from)) }),
      )
    words.push(
      ...newestOf(missingIntervals(covered), (interval) =>
        m.words_not_loaded_interval({ interval: intervalWords(interval, format) }),
      ),
    )
    if (words.length === 0) words.push(m.words_loaded_up_to_to({ to: format.dateTime(newest.to) }))
  }
  const gapWords = ({ from }: TimeInterval) => m.words_rows_limited({ from: format.dateTime(from) })
  words.push(...newestOf(gaps, gapWords))
  return words.length === 0 ? null : words.join('; ')
}

const maxNamed = 3

/** Describes the newest intervals, and how many more there are. */
function newestOf(intervals: readonly TimeInterval[], wordsOf: (interval: TimeInterval) => string): string[] {
  const named = intervals.toReversed().slice(0, maxNamed).map(wordsOf)
  const left = intervals.length - named.length
  return left > 0 ? [...named, m.words_and_left_more({ left })] : named
}

/** Whether the whole period is loaded; if not, totals cover only the loaded part. */
export function isCovered(accounts: readonly HistoryCoverage[], period: Period, now: number): boolean {
  return accounts.every((account) => {
    const to = Math.min(period.to ?? now, now)
    const from = Math.max(period.from ?? -Infinity, account.beginsAt ?? -Infinity)
    if (account.gaps.some((gap) => gap.from < to && gap.to > from)) return false
    if (account.isComplete || from >= to) return true
    return account.covered.some((interval) => interval.from <= from && interval.to >= Math.min(to, now - recentMs))
  })
}

const reachesBeginning = ({ covered, beginsAt }: HistoryCoverage): boolean =>
  beginsAt !== null && covered.some(({ from }) => from <= beginsAt)

const missingIntervals = (covered: readonly TimeInterval[]): TimeInterval[] =>
  covered.flatMap(({ from }, index) => {
    const previous = covered[index - 1]
    return previous === undefined ? [] : [{ from: previous.to, to: from }]
  })

/** The local days of an interval. */
export const intervalWords = ({ from, to }: TimeInterval, format: Format): string => {
  const [first, last] = [format.date(dayOf(from)), format.date(dayOf(to - 1))]
  return first === last ? first : `${first} – ${last}`
}

/** The local day of an instant, as a calendar date. */
function dayOf(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
