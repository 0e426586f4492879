import { performance } from 'node:perf_hooks'
import type { MirrorDatabase } from '../../test/fakes/postgres.ts'
import { printValue } from '../measure/figures.ts'

/** The queries of dashboards. */
const queries: Readonly<Record<string, string>> = {
  'one month of an account': `SELECT * FROM tidemark.transaction WHERE account_id = (SELECT min(account_id) FROM tidemark.account)
    AND at >= (SELECT max(at) - interval '30 days' FROM tidemark.transaction) ORDER BY at`,
  'one instrument': `SELECT * FROM tidemark.transaction WHERE symbol = (SELECT max(symbol) FROM tidemark.position) ORDER BY at`,
  'money by month of all years': 'SELECT * FROM tidemark.cash_flow_by_month',
  'sum of one year by kind': `SELECT kind, currency, sum(amount) FROM tidemark.transaction
    WHERE at >= (SELECT max(at) - interval '1 year' FROM tidemark.transaction) GROUP BY 1, 2`,
  'income by month': 'SELECT * FROM tidemark.income_by_month',
}

/** Prints the size of each table and index, and the median time of five runs of each query. */
export async function measureQueries({ query }: MirrorDatabase): Promise<void> {
  await query('VACUUM ANALYZE')
  const sizes = await query(
    `SELECT relname AS name, pg_relation_size(oid) / 1e6 AS megabytes FROM pg_class
     WHERE relnamespace = 'tidemark'::regnamespace AND relkind IN ('r', 'i') AND pg_relation_size(oid) > 1e6 ORDER BY 2 DESC`,
  )
  for (const { name, megabytes } of sizes) printValue(`size of ${String(name)}`, Number(megabytes), 'MB')
  for (const [name, sql] of Object.entries(queries)) {
    const times: number[] = []
    for (let run = 0; run < 5; run++) {
      const startedAt = performance.now()
      await query(sql)
      times.push(performance.now() - startedAt)
    }
    printValue(`question: ${name}`, times.sort((a, b) => a - b)[2] ?? NaN, 'ms')
  }
}
