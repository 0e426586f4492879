import { m } from '#shared/messages/messages.js'
import type { PeriodLength, TransactionPeriod } from '#shared/model/transaction/history.ts'
import type { Format } from '#shared/text/format.ts'

/** The currencies of the periods; the one with the most rows comes first. Rows without money have none. */
export function currenciesOf(periods: readonly TransactionPeriod[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of periods.flatMap(({ byCurrency }) => byCurrency))
    if (currency !== '') counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([currency]) => currency)
}

/** "Mar 2026", "2026", or "before 2006" for all older rows. */
export function periodTitle({ from, to }: TransactionPeriod, length: PeriodLength, format: Format): string {
  const places = length === 'month' ? 7 : 4
  return from === null
    ? m.transactions_before_the_date({ date: format.date(localDate(to, places)) })
    : format.date(localDate(from, places))
}

/** The local year, or year and month, of an instant: `2026-03`. */
function localDate(at: number, places: 4 | 7): string {
  const date = new Date(at)
  const year = String(date.getFullYear()).padStart(4, '0')
  return `${year}-${String(date.getMonth() + 1).padStart(2, '0')}`.slice(0, places)
}
