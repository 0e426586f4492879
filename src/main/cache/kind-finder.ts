import { integer } from '../sqlite/row.ts'
import { all, wordConditions, type FilterSql } from './filter-sql.ts'
import type { Ask } from './statements.ts'

/** Kinds that are looked at one by one; a filter that leaves more is dense enough to walk, or is left to a thread. */
const mostKinds = 3_000
/** Subjects that a text may name, the same. */
const mostSubjects = 8_000

/** Finds the kinds of a filter: few, for what repeats is one. Null when they are too many to go through one by one. */
export function createKindFinder(ask: Ask) {
  /** Trigrams find words of three characters and more, anywhere in the text. */
  function findSubjects(words: readonly string[]): number[] | null {
    const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
    const sql = 'SELECT rowid AS key FROM transaction_text WHERE transaction_text MATCH ? LIMIT ?'
    const found = ask(sql).all(match, mostSubjects + 1)
    return found.length > mostSubjects ? null : found.map((row) => integer(row, 'key'))
  }

  return function findKinds(filter: FilterSql): number[] | null {
    const long = filter.words.filter((word) => Array.from(word).length >= 3)
    const subjects = long.length === 0 ? undefined : findSubjects(long)
    if (subjects === null) return null
    const short = wordConditions(filter.words.filter((word) => !long.includes(word)))
    const bySubject = { sql: 's.key IN (SELECT value FROM json_each(?))', params: [JSON.stringify(subjects)] }
    const { sql, params } = all([...(subjects === undefined ? [] : [bySubject]), ...filter.kind, ...short])
    const found = ask(
      `SELECT k.key FROM transaction_subject s JOIN transaction_kind k ON k.subject = s.key WHERE ${sql} LIMIT ?`,
    ).all(...params, mostKinds + 1)
    return found.length > mostKinds ? null : found.map((row) => integer(row, 'key'))
  }
}
