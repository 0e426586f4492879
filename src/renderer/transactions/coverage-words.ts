import type { HistoryCoverage, Stretch } from '../../shared/model/transaction-history.ts'
import type { Format } from '../../shared/format.ts'
import type { Period } from '../../shared/period.ts'

/** Newer than this, what is not read yet is the next reading's. */
const latelyMs = 3_600_000

/** What is not loaded of an account, in words; `null` when all of it is. */
export function coverageWords(account: HistoryCoverage, format: Format): string | null {
  const { covered, gaps, isWhole } = account
  const newest = covered.at(-1)
  const words: string[] = []
  if (newest === undefined) words.push('nothing is loaded yet')
  else if (!isWhole) {
    if (!reachesBeginning(account)) words.push(`loaded back to ${format.date(dayOf(newest.from))}, still loading`)
    words.push(...firstOf(holesOf(covered), (hole) => `not loaded: ${stretchWords(hole, format)}`))
    if (words.length === 0) words.push(`loaded up to ${format.dateTime(newest.to)}`)
  }
  const gapWords = ({ from }: Stretch) =>
    `${format.dateTime(from)} holds more rows than the service hands out: part of them is missing`
  words.push(...firstOf(gaps, gapWords))
  return words.length === 0 ? null : words.join('; ')
}

const mostNamed = 3

/** The newest few in words, and how many more there are. */
function firstOf(stretches: readonly Stretch[], wordsOf: (stretch: Stretch) => string): string[] {
  const named = stretches.toReversed().slice(0, mostNamed).map(wordsOf)
  const left = stretches.length - named.length
  return left > 0 ? [...named, `and ${left} more`] : named
}

/** Whether all that a period can hold is here: else a total is one of what is loaded. */
export function isCovered(accounts: readonly HistoryCoverage[], period: Period, now: number): boolean {
  return accounts.every((account) => {
    const to = Math.min(period.to ?? now, now)
    const from = Math.max(period.from ?? -Infinity, account.beginsAt ?? -Infinity)
    if (account.gaps.some((gap) => gap.from < to && gap.to > from)) return false
    if (account.isWhole || from >= to) return true
    return account.covered.some((stretch) => stretch.from <= from && stretch.to >= Math.min(to, now - latelyMs))
  })
}

const reachesBeginning = ({ covered, beginsAt }: HistoryCoverage): boolean =>
  beginsAt !== null && covered.some(({ from }) => from <= beginsAt)

const holesOf = (covered: readonly Stretch[]): Stretch[] =>
  covered.flatMap(({ from }, index) => {
    const before = covered[index - 1]
    return before === undefined ? [] : [{ from: before.to, to: from }]
  })

const stretchWords = ({ from, to }: Stretch, format: Format): string => {
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
