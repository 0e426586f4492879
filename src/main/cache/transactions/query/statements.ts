import type { Statement } from 'better-sqlite3'
import type { Db } from '#main/sqlite/db.ts'
import type { Row } from '#main/sqlite/row.ts'

/** A condition in SQL and the values of its question marks. */
export interface Condition {
  readonly sql: string
  readonly params: readonly (string | number | bigint)[]
}

/** Joins conditions with AND. Without conditions the result is always true. */
export function all(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  }
}

/** Prepares a text of SQL, or returns the statement that was prepared for it before. */
export type Prepare = (sql: string) => Statement<unknown[], Row>

/** The maximum number of prepared statements. The least recently used one is removed. */
const maxCached = 32

/** Prepares each text of SQL once, as long as it is in use. */
export function keepStatements(db: Db): Prepare {
  const cached = new Map<string, Statement<unknown[], Row>>()
  return (sql) => {
    const statement = cached.get(sql) ?? db.prepare<unknown[], Row>(sql)
    cached.delete(sql)
    cached.set(sql, statement)
    const oldest = cached.size > maxCached ? cached.keys().next().value : undefined
    if (oldest !== undefined) cached.delete(oldest)
    return statement
  }
}
