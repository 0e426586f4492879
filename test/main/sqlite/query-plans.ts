import type { Db } from '../../../src/main/sqlite/db.ts'

/** A statement as the app prepared it, and how SQLite runs it, one line a step. */
export interface QueryPlan {
  readonly sql: string
  readonly plan: string
}

/** The plans of all statements that `prepare` prepares: of the real ones, not of copies that tests would keep. */
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

/** The statements whose plan has a step that matches, but for walks over a list of values given to the statement. */
export const plansWith = (plans: readonly QueryPlan[], step: RegExp): string[] =>
  plans
    .filter(({ plan }) => plan.split('\n').some((line) => step.test(line) && !/json_each|CONSTANT ROW/.test(line)))
    .map(({ sql }) => sql)
