import { dayMs } from '../../shared/durations.ts'

/** How the screen shows income. */
export type IncomeMode = 'list' | 'month' | 'year' | 'yields'
/** How far back a list goes. */
export type IncomePeriod = 'near' | 'year' | 'years' | 'all'

interface Span {
  /** UTC ms: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
}

const startOf = (year: number, month: number): number => Date.UTC(year, month, 1)

/** A month (`2026-03`) so many months later. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(startOf(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** What a mode shows: a month, a year, or a period of a list, which reaches a year ahead. */
export function spanOf(mode: IncomeMode, month: string, period: IncomePeriod, today: string): Span {
  const [year = 0, number = 1] = month.split('-').map(Number)
  if (mode === 'month') return { from: startOf(year, number - 1), to: startOf(year, number) }
  if (mode === 'year') return { from: startOf(year, 0), to: startOf(year + 1, 0) }
  const now = Date.parse(`${today}T00:00:00Z`)
  const thisYear = new Date(now).getUTCFullYear()
  if (period === 'year') return { from: startOf(thisYear, 0), to: startOf(thisYear + 1, 0) }
  const to = now + 367 * dayMs
  if (period === 'all') return { from: startOf(1970, 0), to }
  return { from: period === 'near' ? now - 365 * dayMs : startOf(thisYear - 3, 0), to }
}
