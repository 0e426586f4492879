import { hasDimensionConditions, type FilterSql } from './filter-sql.ts'
import type { FindDimensions } from './find-dimensions.ts'
import type { RangeQuery } from './key-ranges.ts'
import type { Prepare } from './statements.ts'

/** The functions with which strategies read. */
export interface QueryContext {
  readonly prepare: Prepare
  readonly findDimensions: FindDimensions
}

/**
 * Keys in reading order, and the range that is still to be searched; null if the page is full or the range has ended.
 */
export interface Found {
  readonly keys: readonly number[]
  readonly rest: RangeQuery | null
}

/**
 * Finds the first rows of a range, without skipping a row. If finding more would take too long, it leaves the rest of
 * the range, or all of it, to the next strategy.
 */
export type Strategy = (context: QueryContext, filter: FilterSql, range: RangeQuery) => Found

export const strategyNames = [
  'walkTable',
  'walkDense',
  'walkBounded',
  'sortFewDimensions',
  'mergeDimensions',
  'searchAmounts',
] as const
export type StrategyName = (typeof strategyNames)[number]

/** How long finding a page may take: `bounded` ends within a frame, even without a result. */
export type Effort = 'bounded' | 'unbounded'

/** The strategies for a filter, in the order in which they are tried until the page is full. */
export function chooseStrategies(filter: FilterSql, effort: Effort): StrategyName[] {
  const isOnDimension = hasDimensionConditions(filter)
  if (!isOnDimension && filter.onRow.length === 0) return ['walkTable']
  const names: StrategyName[] = []
  // An instrument has few dimensions: counting its rows first is cheaper than reading a window of the table without a
  // match.
  if (filter.onText.length > 0 && filter.words.length === 0) names.push('sortFewDimensions')
  names.push('walkDense')
  if (filter.units !== null) names.push('searchAmounts')
  if (isOnDimension) names.push('sortFewDimensions', 'mergeDimensions')
  names.push(effort === 'bounded' ? 'walkBounded' : 'walkTable')
  return names
}

/** The result of a strategy that reads nothing: the next one starts with the same range. */
export const declined = (range: RangeQuery): Found => ({ keys: [], rest: range })

/** The result of a strategy that found all wanted rows, or all rows of the range. */
export const complete = (keys: readonly number[]): Found => ({ keys, rest: null })
