import type { UnreadableRows } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { Period } from '#shared/period.ts'
import type { Cache } from '../cache/cache.ts'
import { writeFileAt, writeNewFile, type NewFile } from '../disk/new-file.ts'
import { readHistory } from '../ledger/reading/history.ts'

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history' | 'unreadable'>

/** The accounts of an export (`null`: all), and the time of its transactions. */
export interface ExportScope {
  readonly accountIds: readonly string[] | null
  readonly period?: Period
}

/** Plain sentences about the transactions that an export lacks, in the order of the accounts; empty if it lacks none. */
export function historyRemarks(
  tables: Tables,
  { accountIds, period = { from: null, to: null } }: ExportScope,
): string[] {
  const ids = tables.accounts.list().flatMap(({ account: { id } }) => (accountIds?.includes(id) === false ? [] : [id]))
  return [
    ...ids.filter((id) => !isLoaded(tables, id, period)).map((id) => `A part of the history of ${id} is not loaded.`),
    ...ids.flatMap((id) => unreadableRemarks(id, tables.unreadable.list(id), period)),
  ]
}

/** What a filter asks for. Other conditions do not narrow it, because nobody knows whether a missing row would match them. */
export function scopeOf({ conditions }: TransactionFilter): ExportScope {
  const asked = conditions.filter(({ isNot }) => !isNot)
  const accounts = asked.find(({ field }) => field === 'account')
  const period = asked.find(({ field }) => field === 'period')
  return {
    accountIds: accounts?.field === 'account' ? accounts.values : null,
    ...(period?.field === 'period' ? { period: { from: period.from, to: period.to } } : {}),
  }
}

/** Whether the history of the period is loaded, up to the newest loaded transaction. */
function isLoaded(tables: Tables, accountId: string, period: Period): boolean {
  const { covered, beginsAt, wholeUntil } = readHistory(tables, accountId)
  if (wholeUntil !== null) return true
  const from = Math.max(period.from ?? -Infinity, beginsAt ?? -Infinity)
  const to = Math.min(period.to ?? Infinity, covered.at(-1)?.to ?? Infinity)
  if (tables.history.gaps(accountId).some((gap) => gap.from < to && gap.to > from)) return false
  return covered.some((interval) => interval.from <= from && interval.to >= to)
}

function unreadableRemarks(accountId: string, all: readonly UnreadableRows[], { from, to }: Period): string[] {
  const rows = all.filter((each) => each.from < (to ?? Infinity) && each.to > (from ?? -Infinity))
  const count = rows.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return []
  const [what, isMissing] = count === 1 ? ['1 transaction', 'is'] : [`${count} transactions`, 'are']
  const [first, last] = [Math.min(...rows.map((each) => each.from)), Math.max(...rows.map((each) => each.to)) - 1]
  const time = `${new Date(first).toISOString()} to ${new Date(last).toISOString()}`
  return [`${what} of ${accountId} could not be read and ${isMissing} not in this file: ${time}.`]
}

/** The text file beside a table that says what the table lacks: in CSV a remark would be taken for a row. */
export const remarksPath = (path: string): string => `${path}.remarks.txt`

/** Writes the remarks beside the table at `path`, if there are any. Throws an AppError for the user. */
export async function writeRemarks(path: string, remarks: readonly string[]): Promise<void> {
  if (remarks.length > 0) await writeFileAt(remarksPath(path), (file) => file.append(`${remarks.join('\n')}\n`))
}

interface ExportFile {
  readonly path: string
  /** Read when all rows are written. */
  readonly remarks?: () => readonly string[]
}

/**
 * Writes an export that gets its name when it is complete, and before that what it lacks into a file beside it. Never replaces an
 * existing file. After a failure it throws an AppError for the user and leaves no file.
 */
export async function writeExport(
  write: (file: NewFile) => Promise<void>,
  { path, remarks = () => [] }: ExportFile,
): Promise<void> {
  await writeNewFile(write, {
    partialPath: `${path}.part`,
    path: () => path,
    beforeRename: () => writeRemarks(path, remarks()),
  })
}
