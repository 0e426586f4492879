import type { Db } from '#main/sqlite/db.ts'
import { integer, type Row } from '#main/sqlite/row.ts'
import type { TransactionPosition } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { firstKeyAt, isKeyExact, firstMsOf } from '../rows/time-key.ts'
import { compileFilter, hasDimensionConditions, rowConditions, type FilterSql } from './filter-sql.ts'
import { countRowsOf, createDimensionFinder, type FindDimensions } from './find-dimensions.ts'
import { keyRangesOf, orderOf, withExactPeriod, type DirectedRange, sliceTable } from './key-ranges.ts'
import { keepStatements, type Prepare, all } from './statements.ts'

/** `rank`: the number of rows above the wanted position. */
export interface SeekRequest {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly rank: number
}

/** The maximum number of rows that are read by dimension and sorted. With more, the table is read. */
const maxSorted = 60_000

/** The tables and conditions that find a filter's rows `t` within a range of keys. */
interface Source {
  /** SQL from `FROM` on; its last two parameters are the range. */
  readonly sql: string
  readonly params: readonly unknown[]
  readonly ranges: readonly DirectedRange[]
}

/** Finds the cursors at a rank of a filter's list, for a jump of the scroll bar. Run it in a thread. */
export class RowSeeker {
  readonly #prepare: Prepare
  readonly #findDimensions: FindDimensions

  constructor(db: Db) {
    this.#prepare = keepStatements(db)
    this.#findDimensions = createDimensionFinder(db, this.#prepare)
  }

  /**
   * Seeks in steps of a few milliseconds; the generator returns the position. A rank after the last row gives the end
   * of the list.
   */
  *steps({ filter, direction, rank }: SeekRequest): Generator<void, TransactionPosition> {
    const maxOverflowMs = integer(this.#row('SELECT longest_ms FROM transaction_overflow'), 'longest_ms')
    const compiled = withExactPeriod(compileFilter(filter), maxOverflowMs)
    const isNewest = direction === 'newest'
    const ranges = keyRangesOf(compiled.periods, isNewest, null, maxOverflowMs)
    const month = maxOverflowMs === 0 ? this.#findMonth(compiled, isNewest, rank) : null
    let left = month?.left ?? rank
    const { sql, params, ranges: slices } = this.#sourceOf(compiled, month === null ? ranges : [month.range])
    for (const slice of rank > 0 ? slices : []) {
      const count = integer(
        this.#row(`SELECT count(*) AS row_count ${sql}`, ...params, slice.low, slice.high),
        'row_count',
      )
      if (count >= left) {
        const keyQuery = `SELECT t.key ${sql} ORDER BY t.key ${orderOf(slice)} LIMIT 1 OFFSET ?`
        const key = integer(this.#row(keyQuery, ...params, slice.low, slice.high, left - 1), 'key')
        // Both cursors are between this row and the next, so a row that is inserted there later is on one side only.
        return { rank, cursors: { below: String(key), above: String(isNewest ? key - 1 : key + 1) } }
      }
      left -= count
      yield
    }
    const total = rank - left
    if (rank > 0 && total > 0) return yield* this.steps({ filter, direction, rank: total })
    return { rank: 0, cursors: null }
  }

  /**
   * The month that contains a rank of the whole history, from the roll-ups; null if they are not enough for the filter.
   */
  #findMonth(filter: FilterSql, isNewest: boolean, rank: number): { left: number; range: DirectedRange } | null {
    const isWhole =
      filter.periods.length === 1 && filter.periods[0]?.from === -Infinity && filter.periods[0].to === Infinity
    if (!filter.isRolledUp || !isWhole) return null
    const { sql, params } = all(filter.onDimension)
    const months = this.#prepare(
      `SELECT d.month, sum(d.row_count) AS row_count FROM transaction_account a
       CROSS JOIN transaction_month d ON d.account = a.key WHERE ${sql}
       GROUP BY d.month ORDER BY d.month ${isNewest ? 'DESC' : 'ASC'}`,
    ).all(...params)
    let left = rank
    for (const row of months) {
      const month = integer(row, 'month')
      const [from, to] = [firstMsOf(month), firstMsOf(month + 1)]
      if (!isKeyExact(from, 0) || !isKeyExact(to, 0)) return null
      const count = integer(row, 'row_count')
      if (count >= left) return { left, range: { low: firstKeyAt(from), high: firstKeyAt(to), isNewest } }
      left -= count
    }
    return null
  }

  #sourceOf(filter: FilterSql, ranges: readonly DirectedRange[]): Source {
    const dimensions = hasDimensionConditions(filter) ? this.#findDimensions(filter) : null
    if (dimensions !== null && countRowsOf(this.#prepare, dimensions, maxSorted + 1) <= maxSorted) {
      const { sql, params } = all(filter.onRow)
      return {
        sql: `FROM json_each(?) wanted CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension
                ON t.dimension = wanted.value
              WHERE ${sql} AND t.key >= ? AND t.key < ?`,
        params: [JSON.stringify(dimensions), ...params],
        ranges,
      }
    }
    const { sql, params, joins } = rowConditions(filter)
    return {
      sql: `FROM account_transaction t NOT INDEXED ${joins} WHERE ${sql} AND t.key >= ? AND t.key < ?`,
      params,
      ranges: sliceTable(this.#prepare, ranges),
    }
  }

  #row(sql: string, ...params: readonly unknown[]): Row {
    return this.#prepare(sql).get(...params) ?? {}
  }
}
