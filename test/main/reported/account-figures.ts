import { add, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { TransactionPage } from '#shared/model/transaction/history.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec } from '../cache/open-cache.ts'
import { now } from '../recorded/replayed-profile.ts'
import { reportedCases, type ReportedProfile, type ReportedRow } from './reported-accounts.ts'

/** The UTC date of a time (UTC ms). */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
export const today = dateOf(now)

/** All transactions, as the list on screen has them. */
export async function listTransactions({ client }: ReportedProfile): Promise<TransactionRow[]> {
  const found: TransactionRow[] = []
  for (let after: string | null = null; ;) {
    const filter = { conditions: [], text: '' }
    const page: TransactionPage = await client.call('transactions.page', {
      filter,
      direction: 'oldest',
      after,
      limit: 500,
    })
    found.push(...page.rows)
    if (page.next === null) return found
    after = page.next
  }
}

/** Adds amounts by key. */
export class Sums {
  readonly amounts = new Map<string, Decimal>()

  add(key: string, amount: Decimal): void {
    this.amounts.set(key, add(this.amounts.get(key) ?? zero, amount))
  }
}

/** The cash of an account after the rows of a day, added by hand: an unstated currency is the only other one. */
export function cashAfter(rows: readonly ReportedRow[], date: string): ReadonlyMap<string, Decimal> {
  const stated = new Set(rows.flatMap(({ currency }) => currency || []))
  const [only = ''] = stated.size === 1 ? stated : []
  const sums = new Sums()
  for (const { at, change, currency } of rows)
    if (at.slice(0, 10) <= date && change !== undefined) sums.add(currency || only, dec(change))
  return sums.amounts
}

/** The days near the rows of an account, and some days in between, until the day after the last one. */
export function daysNear(rows: readonly ReportedRow[]): string[] {
  const rowDays = rows.map(({ at }) => Math.floor(Date.parse(at) / dayMs))
  const [first, last] = [Math.min(...rowDays) - 1, Math.max(...rowDays) + 1]
  const days: number[] = []
  for (let day = first; day <= last; day++)
    if (day % 9 === 0 || rowDays.some((each) => Math.abs(each - day) <= 2)) days.push(day)
  return days.map((day) => dateOf(day * dayMs))
}

/** The days of the rows of an account, oldest first. */
export const rowDaysOf = (rows: readonly ReportedRow[]): string[] =>
  [...new Set(rows.map(({ at }) => at.slice(0, 10)))].sort()

/** The start of a UTC date (UTC ms). */
export const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** The accounts of all reports with their rows; the id is known once they are open. */
export const accountsOf = (opened: () => ReportedProfile) =>
  reportedCases.flatMap((each) =>
    Object.entries(each.accounts).map(([key, { rows }]) => ({
      ...{ name: `${each.id} ${key}`, rows, id: () => opened().accountOf(each.id, key) },
    })),
  )
