import type { Db } from '#main/sqlite/db.ts'
import { integer, text } from '#main/sqlite/row.ts'
import type { CountedField, ValueCount } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { compileFilter, hasDimensionConditions, rowConditions } from '../query/filter-sql.ts'
import { keyRangesOf, sliceTable, withExactPeriod } from '../query/key-ranges.ts'
import { keepStatements } from '../query/statements.ts'
import type { TotalsReader } from './totals-reader.ts'

/** SQL for the value of a field of each dimension. */
const valueOf = {
  account:
    'SELECT d.key, a.account_id AS value FROM transaction_dimension d JOIN transaction_account a ON a.key = d.account',
  mic: `SELECT d.key, ifnull(s.mic, '') AS value FROM transaction_dimension d JOIN transaction_subject s ON s.key = d.subject`,
} as const

/**
 * Counts the rows of a filter by the values of a field, in steps of some milliseconds; values without rows are omitted.
 */
export function createValueCounter(db: Db, totals: TotalsReader) {
  const prepare = keepStatements(db)

  function* countByDimension(filter: TransactionFilter): Generator<void, Map<number, number>> {
    const maxOverflowMs = integer(prepare('SELECT longest_ms FROM transaction_overflow').get() ?? {}, 'longest_ms')
    const compiled = withExactPeriod(compileFilter(filter), maxOverflowMs)
    const { sql, params, joins } = rowConditions(compiled)
    const counts = new Map<number, number>()
    const narrowed = hasDimensionConditions(compiled) ? joins : ''
    for (const { low, high } of sliceTable(prepare, keyRangesOf(compiled.periods, false, null, maxOverflowMs))) {
      const rows = prepare(
        `SELECT t.dimension, count(*) AS row_count FROM account_transaction t NOT INDEXED ${narrowed}
         WHERE t.key >= ? AND t.key < ? AND ${sql} GROUP BY t.dimension`,
      ).all(low, high, ...params)
      for (const row of rows) {
        const key = integer(row, 'dimension')
        counts.set(key, (counts.get(key) ?? 0) + integer(row, 'row_count'))
      }
      yield
    }
    return counts
  }

  function* countByScan(filter: TransactionFilter, field: keyof typeof valueOf): Generator<void, ValueCount[]> {
    const byDimension = yield* countByDimension(filter)
    return addCounts(
      prepare(valueOf[field])
        .all()
        .map((row) => ({ value: text(row, 'value'), count: byDimension.get(integer(row, 'key')) ?? 0 })),
    )
  }

  return function* steps(filter: TransactionFilter, field: CountedField): Generator<void, ValueCount[]> {
    if (field === 'account' || field === 'mic') return yield* countByScan(filter, field)
    // The totals are grouped by these fields, and use the roll-ups if possible.
    const { byKind, byCategory, byCurrency } = yield* totals.steps(filter)
    if (field === 'kind') return addCounts(byKind.map(({ kind, count }) => ({ value: kind, count })))
    if (field === 'category') return addCounts(byCategory.map(({ category, count }) => ({ value: category, count })))
    return addCounts(byCurrency.map(({ currency, count }) => ({ value: currency, count })))
  }
}

/** One entry for each value that has rows, largest count first. */
function addCounts(counts: readonly ValueCount[]): ValueCount[] {
  const sums = new Map<string, number>()
  for (const { value, count } of counts) if (count > 0) sums.set(value, (sums.get(value) ?? 0) + count)
  return [...sums].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
