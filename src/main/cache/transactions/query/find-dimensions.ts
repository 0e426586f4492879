import type { Db } from '#main/sqlite/db.ts'
import { integer } from '#main/sqlite/row.ts'
import { kindsNamedBy, wordConditions, type FilterSql } from './filter-sql.ts'
import { type Prepare, all } from './statements.ts'

/**
 * The maximum number of dimensions that are read one by one. With more, the table is read, or a thread finds the page.
 */
const maxDimensions = 3_000
/** The maximum number of subjects that a text may match. */
const maxSubjects = 8_000
/**
 * The number of filters whose dimensions are remembered until something is written: scrolling repeats the same filter.
 */
const maxRemembered = 8

/** The keys of the dimensions that a filter matches; null if there are too many to read them one by one. */
export type FindDimensions = (filter: FilterSql) => number[] | null

/** Finds dimensions in the dictionaries, without reading a row. */
export function createDimensionFinder(db: Db, prepare: Prepare): FindDimensions {
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  const totalChanges = db.prepare<[], number>('SELECT total_changes()').pluck()
  const remembered = new Map<string, number[] | null>()
  let rememberedState = ''

  return (filter) => {
    // Writes of other connections change the first number, writes of this one the second.
    const state = `${dataVersion.get() ?? 0} ${totalChanges.get() ?? 0}`
    if (state !== rememberedState || remembered.size >= maxRemembered) remembered.clear()
    rememberedState = state
    const name = JSON.stringify([filter.onDimension, filter.onText, filter.words])
    const known = remembered.get(name)
    if (known !== undefined) return known
    const dimensions = readDimensions(prepare, filter)
    remembered.set(name, dimensions)
    return dimensions
  }
}

/** Counts the rows of these dimensions, up to `max`. */
export function countRowsOf(prepare: Prepare, dimensions: readonly number[], max: number): number {
  const rows = `json_each(?) wanted CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension
    ON t.dimension = wanted.value`
  const counted = prepare(`SELECT count(*) AS row_count FROM (SELECT 1 FROM ${rows} LIMIT ?)`)
  return integer(counted.get(JSON.stringify(dimensions), max) ?? {}, 'row_count')
}

function readDimensions(prepare: Prepare, filter: FilterSql): number[] | null {
  // The trigram index finds words of three characters and more, anywhere in the text, but no kinds.
  const long = filter.words.filter((word) => Array.from(word).length >= 3 && kindsNamedBy(word).length === 0)
  const subjects = long.length === 0 ? undefined : matchSubjects(prepare, long)
  if (subjects === null) return null
  const others = wordConditions(filter.words.filter((word) => !long.includes(word)))
  const matched = { sql: 's.key IN (SELECT value FROM json_each(?))', params: [JSON.stringify(subjects)] }
  const onSubject = [...(subjects === undefined ? [] : [matched]), ...filter.onText, ...others]
  const { sql, params } = all([...onSubject, ...filter.onDimension])
  const tables =
    onSubject.length === 0
      ? 'transaction_dimension d'
      : 'transaction_subject s CROSS JOIN transaction_dimension d ON d.subject = s.key'
  const found = prepare(`SELECT d.key FROM ${tables} WHERE ${sql} LIMIT ?`).all(...params, maxDimensions + 1)
  return found.length > maxDimensions ? null : found.map((row) => integer(row, 'key'))
}

function matchSubjects(prepare: Prepare, words: readonly string[]): number[] | null {
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
  const sql = 'SELECT rowid AS key FROM transaction_text WHERE transaction_text MATCH ? LIMIT ?'
  const found = prepare(sql).all(match, maxSubjects + 1)
  return found.length > maxSubjects ? null : found.map((row) => integer(row, 'key'))
}
