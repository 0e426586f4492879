import type { Db } from '#main/sqlite/db.ts'
import type { Row } from '#main/sqlite/row.ts'
import { AppError } from '#shared/errors.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { decodeTransaction, transactionColumns, transactionJoins, type StoredTransaction } from '../rows/row.ts'
import { compileFilter, type FilterSql } from './filter-sql.ts'
import { createDimensionFinder } from './find-dimensions.ts'
import { searchAmounts, walkBounded, walkDense, walkTable } from './index-walks.ts'
import { keyRangesOf, withExactPeriod, type RangeQuery } from './key-ranges.ts'
import { mergeDimensions, sortFewDimensions } from './merge-dimensions.ts'
import { keepStatements } from './statements.ts'
import {
  chooseStrategies,
  type Effort,
  type Found,
  type QueryContext,
  type Strategy,
  type StrategyName,
} from './strategy.ts'

/** `after` is a page's `next`; null starts at the first row. */
export interface PageRequest {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly after: string | null
  readonly limit: number
}

export interface StoredPage {
  readonly rows: StoredTransaction[]
  /** The value of `after` for the next page; null for the last page. */
  readonly next: string | null
}

/** For tests: which strategies are tried, and what each one found. */
export interface PageOptions {
  readonly choose: (filter: FilterSql, effort: Effort) => readonly StrategyName[]
  readonly onStrategy: (name: StrategyName, found: Found) => void
}

const strategies: Readonly<Record<StrategyName, Strategy>> = {
  walkTable,
  walkDense,
  walkBounded,
  sortFewDimensions,
  mergeDimensions,
  searchAmounts,
}

/**
 * Reads pages of the rows that match a filter, by key and never by offset. If many rows match, the table is read in
 * time order; if few match, they are found by dimensions or amounts.
 */
export function createTransactionPages(
  db: Db,
  { choose, onStrategy }: PageOptions = { choose: chooseStrategies, onStrategy: () => undefined },
) {
  const prepare = keepStatements(db)
  const context: QueryContext = { prepare, findDimensions: createDimensionFinder(db, prepare) }
  const overflow = db.prepare<[], number>('SELECT longest_ms FROM transaction_overflow').pluck()
  const rowsByKey = db.prepare<[string], Row>(
    `SELECT ${transactionColumns} FROM json_each(?) j CROSS JOIN account_transaction t ON t.key = j.value ${transactionJoins}`,
  )

  /** The keys of one range; null if the effort is bounded and finding them would take too long. */
  function findKeys(filter: FilterSql, range: RangeQuery, effort: Effort): number[] | null {
    const keys: number[] = []
    let rest: RangeQuery | null = range
    for (const name of choose(filter, effort)) {
      const found: Found = strategies[name](context, filter, rest)
      onStrategy(name, found)
      keys.push(...found.keys)
      rest = found.rest
      if (rest === null) return keys
    }
    return null
  }

  function readPage({ filter, direction, after, limit }: PageRequest, effort: Effort): StoredPage | null {
    const isNewest = direction === 'newest'
    const maxOverflowMs = overflow.get() ?? 0
    const compiled = withExactPeriod(compileFilter(filter), maxOverflowMs)
    const cursor = after === null ? null : parseCursor(after)
    // One extra row shows whether there is another page.
    const wanted = Math.max(1, Math.trunc(limit)) + 1
    const keys: number[] = []
    for (const range of keyRangesOf(compiled.periods, isNewest, cursor, maxOverflowMs)) {
      const found = findKeys(compiled, { ...range, wanted: wanted - keys.length }, effort)
      if (found === null) return null
      keys.push(...found)
      if (keys.length >= wanted) break
    }
    const shown = keys.slice(0, wanted - 1)
    return {
      rows: rowsByKey.all(JSON.stringify(shown)).map(decodeTransaction),
      next: keys.length < wanted ? null : String(shown.at(-1)),
    }
  }

  // Another thread may commit between two statements, so a page is read in one transaction.
  const inOneState = db.transaction(readPage)

  return {
    /**
     * Reads one page. With bounded effort the result is null if finding it would take longer than a frame: then a
     * thread must find it. Throws AppError `invalid` if `after` is not a cursor.
     */
    page: (request: PageRequest, effort: Effort): StoredPage | null => inOneState(request, effort),
  }
}

function parseCursor(after: string): number {
  const key = /^-?\d{1,16}$/.test(after) ? Number(after) : Number.NaN
  if (!Number.isSafeInteger(key)) {
    throw new AppError('invalid', { is: 'no-such-page' })
  }
  return key
}
