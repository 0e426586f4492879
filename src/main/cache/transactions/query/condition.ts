/** A condition in SQL and the values of its question marks. */
export interface Condition {
  readonly sql: string
  readonly params: readonly (string | number | bigint)[]
}

/** All conditions together; without any it is always true. */
export function all(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  }
}
