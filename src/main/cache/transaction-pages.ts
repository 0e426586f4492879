import { AppError } from '../../shared/errors.ts'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, type Row } from '../sqlite/row.ts'
import { asksKind, compileFilter, rowConditions, type FilterSql } from './filter-sql.ts'
import { createKindFinder } from './kind-finder.ts'
import { listKinds } from './list-kinds.ts'
import { mergeKinds } from './merge-kinds.ts'
import { keepStatements } from './statements.ts'
import { decodeTransaction, transactionColumns, transactionJoins, type StoredTransaction } from './transaction-row.ts'
import { stretchesOf, withExactPeriod, type Walk } from './walk.ts'

/** `after` is a page's `next`; null begins anew. */
export interface PageRequest {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly after: string | null
  readonly limit: number
}

export interface StoredPage {
  readonly rows: StoredTransaction[]
  /** What to pass as `after` for the page behind this one; null when there is none. */
  readonly next: string | null
}

/** Rows walked before it is seen whether another way is better: a millisecond or less. */
const windowRows = 1_500
/** Windows walked before the pace is judged (an account's rows come in clumps), for a page that fills at it, and where there is no other way. */
const leastWindows = 3
const mostDenseWindows = 8
const mostWindows = 10
/** Entries of the index of amounts that are looked through, and rows of some kinds. */
const mostAmounts = 12_000
const mostMerged = 3_000

/**
 * Pages of what a filter finds, by key, never by offset. A page of many rows walks the table in the order of time and is
 * soon full; one of few is found by its kinds or its amounts.
 */
export function createTransactionPages(db: Db) {
  const ask = keepStatements(db)
  const findKinds = createKindFinder(db, ask)
  const spill = db.prepare<[], number>('SELECT longest_ms FROM transaction_spill').pluck()

  /** Walks a window from the beginning of a stretch: what fits, and what of the stretch is left. */
  function walkWindow(filter: FilterSql, walk: Walk): { keys: number[]; rest: Walk | null } {
    const { low, high, isNewest, wanted } = walk
    const end = ask(
      `SELECT ${isNewest ? 'min' : 'max'}(key) AS key, count(*) AS row_count FROM
         (SELECT key FROM account_transaction NOT INDEXED WHERE key >= ? AND key < ? ORDER BY key ${orderOf(walk)} LIMIT ?)`,
    ).get(low, high, windowRows)
    const isWhole = end === undefined || integer(end, 'row_count') < windowRows
    if (isWhole) return { keys: walkAll(filter, walk), rest: null }
    const edge = integer(end, 'key')
    const window = isNewest ? { ...walk, low: edge } : { ...walk, high: edge + 1 }
    const rest = isNewest ? { ...walk, high: edge } : { ...walk, low: edge + 1 }
    const keys = walkAll(filter, window)
    return { keys, rest: { ...rest, wanted: wanted - keys.length } }
  }

  /** Walks window by window, at most so many, and no further than it looks as if the page were soon full. */
  function walkWindows(
    filter: FilterSql,
    walk: Walk,
    most: number,
    isSure: boolean,
  ): { keys: number[]; rest: Walk | null } {
    const keys: number[] = []
    let rest: Walk | null = walk
    // What holds a word is found by the words as well, and asking each row for it takes longer.
    const least = filter.words.length > 0 ? 1 : leastWindows
    for (let walked = 1; rest !== null && rest.wanted > 0; walked++) {
      const window = walkWindow(filter, rest)
      keys.push(...window.keys)
      rest = window.rest
      const windowsNeeded = keys.length === 0 ? Infinity : (walked * walk.wanted) / keys.length
      if (walked >= most || (!isSure && walked >= least && windowsNeeded > most)) break
    }
    return { keys, rest }
  }

  /** Walks the table until enough is found or the stretch ends. */
  function walkAll(filter: FilterSql, walk: Walk): number[] {
    const { sql, params, joins } = rowConditions(filter)
    return ask(
      `SELECT t.key FROM account_transaction t NOT INDEXED ${joins}
       WHERE t.key >= ? AND t.key < ? AND ${sql} ORDER BY t.key ${orderOf(walk)} LIMIT ?`,
    )
      .all(walk.low, walk.high, ...params, walk.wanted)
      .map((row) => integer(row, 'key'))
  }

  /** Looks through the rows of a range of amounts, where those are few. */
  function searchAmounts(filter: FilterSql, walk: Walk): number[] | null {
    if (filter.units === null) return null
    const { low, high } = walk
    // The index has its rows by stretches of time, and by amount within each.
    const inRange = `account_transaction t INDEXED BY transaction_by_units
      ON t.key >> 41 = stretch.number AND t.units IS NOT NULL AND ${filter.units.sql}`
    const counted = ask(
      `${stretches} SELECT count(*) AS row_count FROM (SELECT 1 FROM stretch CROSS JOIN ${inRange} LIMIT ?)`,
    ).get(low, high, ...filter.units.params, mostAmounts + 1)
    if (counted === undefined || integer(counted, 'row_count') > mostAmounts) return null
    const { sql, params, joins } = rowConditions(filter)
    return ask(
      `${stretches} SELECT t.key FROM stretch CROSS JOIN ${inRange} ${joins}
       WHERE t.key >= ? AND t.key < ? AND ${sql} ORDER BY t.key ${orderOf(walk)} LIMIT ?`,
    )
      .all(low, high, ...filter.units.params, walk.low, walk.high, ...params, walk.wanted)
      .map((row) => integer(row, 'key'))
  }

  function searchKinds(filter: FilterSql, walk: Walk): number[] | null {
    if (!asksKind(filter)) return null
    const kinds = findKinds(filter)
    if (kinds === null) return null
    return listKinds(ask, kinds, filter.row, walk) ?? mergeKinds(ask, kinds, filter.row, walk, mostMerged)
  }

  /** An instrument has few kinds: it is soon seen whether its rows are few as well. */
  function listSubject(filter: FilterSql, walk: Walk): number[] | null {
    const kinds = filter.subject.length > 0 && filter.words.length === 0 ? findKinds(filter) : null
    return kinds === null ? null : listKinds(ask, kinds, filter.row, walk)
  }

  /** Keys of one stretch; null when they would take too long to find and the effort is bounded. */
  function findKeys(filter: FilterSql, walk: Walk, isBounded: boolean): number[] | null {
    if (!asksKind(filter) && filter.row.length === 0) return walkAll(filter, walk)
    const listed = listSubject(filter, walk)
    if (listed !== null) return listed
    const { keys, rest } = walkWindows(filter, walk, mostDenseWindows, false)
    if (rest === null || rest.wanted <= 0) return keys
    const searched = searchAmounts(filter, rest) ?? searchKinds(filter, rest)
    if (searched !== null) return [...keys, ...searched]
    if (!isBounded) return [...keys, ...walkAll(filter, rest)]
    const walked = walkWindows(filter, rest, mostWindows, true)
    return walked.rest === null || walked.rest.wanted <= 0 ? [...keys, ...walked.keys] : null
  }

  const rowsByKey = db.prepare<[string], Row>(
    `SELECT ${transactionColumns} FROM json_each(?) j CROSS JOIN account_transaction t ON t.key = j.value ${transactionJoins}`,
  )

  function readPage(
    { filter, direction, after, limit }: PageRequest,
    effort: 'bounded' | 'unbounded',
  ): StoredPage | null {
    const isNewest = direction === 'newest'
    const longestSpillMs = spill.get() ?? 0
    const compiled = withExactPeriod(compileFilter(filter), longestSpillMs)
    const cursor = after === null ? null : parseCursor(after)
    // One row more than wanted tells whether there is another page.
    const wanted = Math.max(1, Math.trunc(limit)) + 1
    const keys: number[] = []
    for (const stretch of stretchesOf(compiled.periods, isNewest, cursor, longestSpillMs)) {
      const walk = { ...stretch, wanted: wanted - keys.length }
      const found = findKeys(compiled, walk, effort === 'bounded')
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

  // The thread that writes may commit between two statements.
  const inOneState = db.transaction(readPage)

  return {
    /**
     * One page. With bounded effort null means that finding it would take longer than a frame: ask in a thread.
     * Throws AppError 'invalid' for an `after` that no page gave out.
     */
    page: (request: PageRequest, effort: 'bounded' | 'unbounded'): StoredPage | null => inOneState(request, effort),
  }
}

/** The stretches of time in which there are rows below one key and from another on, as `transaction_by_units` numbers them. */
const stretches = `
  WITH RECURSIVE stretch (number, low) AS (
    SELECT max(key) >> 41, ? FROM account_transaction WHERE key < ?
    UNION ALL
    SELECT (SELECT max(t.key) >> 41 FROM account_transaction t WHERE t.key < stretch.number << 41), low
    FROM stretch WHERE number > low >> 41)`

const orderOf = ({ isNewest }: Walk): string => (isNewest ? 'DESC' : 'ASC')

function parseCursor(after: string): number {
  const key = /^-?\d{1,16}$/.test(after) ? Number(after) : Number.NaN
  if (!Number.isSafeInteger(key)) {
    throw new AppError('invalid', 'This page of transactions does not exist. Start from the newest.')
  }
  return key
}
