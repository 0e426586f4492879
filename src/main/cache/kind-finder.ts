import type { Db } from '../sqlite/db.ts'
import { integer } from '../sqlite/row.ts'
import { all, wordConditions, type FilterSql } from './filter-sql.ts'
import type { Ask } from './statements.ts'

/** Kinds that are looked at one by one; a filter that leaves more is dense enough to walk, or is left to a thread. */
const mostKinds = 3_000
/** Subjects that a text may name, the same. */
const mostSubjects = 8_000
/** Filters whose kinds are remembered while nothing is written: a person who scrolls asks the same again. */
const mostRemembered = 8

/** Finds the kinds of a filter: few, for what repeats is one. Null when they are too many to go through one by one. */
export function createKindFinder(db: Db, ask: Ask) {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const remembered = new Map<string, number[] | null>()
  let state = ''

  /** Trigrams find words of three characters and more, anywhere in the text. */
  function findSubjects(words: readonly string[]): number[] | null {
    const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
    const sql = 'SELECT rowid AS key FROM transaction_text WHERE transaction_text MATCH ? LIMIT ?'
    const found = ask(sql).all(match, mostSubjects + 1)
    return found.length > mostSubjects ? null : found.map((row) => integer(row, 'key'))
  }

  function find(filter: FilterSql): number[] | null {
    const long = filter.words.filter((word) => Array.from(word).length >= 3)
    const subjects = long.length === 0 ? undefined : findSubjects(long)
    if (subjects === null) return null
    const short = wordConditions(filter.words.filter((word) => !long.includes(word)))
    const bySubject = { sql: 's.key IN (SELECT value FROM json_each(?))', params: [JSON.stringify(subjects)] }
    const ofSubject = [...(subjects === undefined ? [] : [bySubject]), ...filter.subject, ...short]
    const { sql, params } = all([...ofSubject, ...filter.kind])
    const from =
      ofSubject.length === 0
        ? 'transaction_kind k'
        : 'transaction_subject s CROSS JOIN transaction_kind k ON k.subject = s.key'
    const found = ask(`SELECT k.key FROM ${from} WHERE ${sql} LIMIT ?`).all(...params, mostKinds + 1)
    return found.length > mostKinds ? null : found.map((row) => integer(row, 'key'))
  }

  return function findKinds(filter: FilterSql): number[] | null {
    const now = `${version.get() ?? 0} ${changes.get() ?? 0}`
    if (now !== state || remembered.size >= mostRemembered) remembered.clear()
    state = now
    const name = JSON.stringify([filter.kind, filter.subject, filter.words])
    const known = remembered.get(name)
    if (known !== undefined) return known
    const kinds = find(filter)
    remembered.set(name, kinds)
    return kinds
  }
}
