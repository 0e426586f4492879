import type { Db } from '#main/sqlite/db.ts'

/** A statement as the app prepares it, and its query plan, one line per step. */
export interface QueryPlan {
  readonly sql: string
  readonly plan: string
}

/** Collects the plans of all statements that `prepare` prepares: the app's own statements, not copies in the tests. */
export function collectPlans(db: Db, prepare: () => unknown): QueryPlan[] {
  const statements: string[] = []
  const original = db.prepare.bind(db)
  db.prepare = (sql: string) => {
    statements.push(sql)
    return original(sql)
  }
  prepare()
  db.prepare = original
  return statements.map((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => null)
    const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
    return { sql: sql.replace(/\s+/g, ' ').trim(), plan: steps.map(({ detail }) => detail).join('\n') }
  })
}

/** The statements whose plan has a matching step; scans over a list of values that is passed to the statement do not count. */
export const plansWith = (plans: readonly QueryPlan[], step: RegExp): string[] =>
  plans
    .filter(({ plan }) => plan.split('\n').some((line) => step.test(line) && !/json_each|CONSTANT ROW/.test(line)))
    .map(({ sql }) => sql)
