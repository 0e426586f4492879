import { decimalOf, divide, sum, type Decimal } from '#shared/decimal.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'

/** The sum and the average of the selected rows in one currency. */
export interface SelectionSum {
  readonly currency: string
  readonly count: number
  /** Exact. */
  readonly sum: Decimal
  /** The average over the rows with an amount in this currency, rounded to twelve places. */
  readonly average: Decimal | null
}

/** The selected rows that have a known amount, by currency; the currency with the most rows comes first. */
export function sumSelection(rows: readonly TransactionRow[]): SelectionSum[] {
  const known = rows.flatMap(({ transaction: { change } }) =>
    change === null || change.currency === '' ? [] : [change],
  )
  return [...Map.groupBy(known, ({ currency }) => currency)]
    .map(([currency, changes]) => {
      const total = sum(changes.map(({ amount }) => amount))
      return { currency, count: changes.length, sum: total, average: divide(total, decimalOf(changes.length)) }
    })
    .toSorted((a, b) => b.count - a.count)
}
