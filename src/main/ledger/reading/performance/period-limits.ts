import { dayMs } from '../../../../shared/durations.ts'
import { readHistory } from '../history.ts'
import type { PerformanceQuestion } from './question.ts'
import type { ReaderSource } from './reader-source.ts'

/** Periods are of whole UTC days, and end today at the latest. */
export function wholeDays<T extends { readonly from: number; readonly to: number; readonly now: number }>(asked: T): T {
  const end = (Math.floor(asked.now / dayMs) + 1) * dayMs
  const from = Math.floor(asked.from / dayMs) * dayMs
  return { ...asked, from, to: Math.max(from, Math.min(Math.ceil(asked.to / dayMs) * dayMs, end)) }
}

/** Without all rows of all accounts nothing follows. */
export function isWhole({ tables }: ReaderSource, { accountIds, compared }: PerformanceQuestion): boolean {
  const known = compared.filter((each) => each !== null)
  return (
    accountIds.every((id) => readHistory(tables, id).wholeUntil !== null) &&
    known.length === accountIds.length &&
    known.every(({ coverage, needsNewerRows }) => coverage === 'whole' || needsNewerRows)
  )
}

/** The start of the UTC day (ms) on which the first of the histories begins. */
export function firstDayOf({ tables }: ReaderSource, accountIds: readonly string[]): number {
  const begins = accountIds.map((id) => readHistory(tables, id).beginsAt ?? Infinity)
  return Math.floor(begins.reduce((first, at) => Math.min(first, at), Infinity) / dayMs) * dayMs
}
