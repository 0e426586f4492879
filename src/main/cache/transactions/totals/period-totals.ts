import type { PeriodLength, TransactionPeriod } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { startOfDay } from '#shared/period.ts'
import type { createTransactionPages } from '../query/pages.ts'
import type { TotalsReader } from './totals-reader.ts'

/** The maximum number of periods that are summed one by one. All older rows are one period without a start. */
const maxPeriods = 240

interface Bounds {
  readonly from: number | null
  readonly to: number
}

/**
 * Counts and exact sums of a filter by calendar month or year of the local time zone, newest first; periods without
 * rows are omitted. Runs in steps of a few milliseconds; the generator returns the periods.
 */
export function* sumPeriods(
  totals: TotalsReader,
  pages: ReturnType<typeof createTransactionPages>,
  filter: TransactionFilter,
  length: PeriodLength,
): Generator<void, TransactionPeriod[]> {
  const endAt = (direction: 'newest' | 'oldest'): number | undefined =>
    pages.page({ filter, direction, after: null, limit: 1 }, 'unbounded')?.rows[0]?.transaction.at
  const [oldest, newest] = [endAt('oldest'), endAt('newest')]
  yield
  if (oldest === undefined || newest === undefined) return []
  const found: TransactionPeriod[] = []
  for (const { from, to } of periodsBetween(oldest, newest, length)) {
    // A second condition on the period narrows the first one.
    const within = { field: 'period' as const, from, to, isNot: false }
    const { count, byCurrency } = yield* totals.steps({ ...filter, conditions: [...filter.conditions, within] })
    if (count > 0) found.push({ from, to, count, byCurrency })
    yield
  }
  return found
}

/** The calendar periods from one time to the other, newest first. */
export function periodsBetween(oldest: number, newest: number, length: PeriodLength): Bounds[] {
  const last = new Date(newest)
  const month = length === 'month' ? last.getMonth() : 0
  const size = length === 'month' ? 1 : 12
  const startOf = (back: number): number => startOfDay(last.getFullYear(), month - back * size, 1)
  const periods: Bounds[] = []
  for (let back = 0; back < maxPeriods && startOf(back - 1) > oldest; back += 1)
    periods.push({ from: startOf(back), to: startOf(back - 1) })
  const end = periods.at(-1)?.from
  return end != null && end > oldest ? [...periods, { from: null, to: end }] : periods
}
