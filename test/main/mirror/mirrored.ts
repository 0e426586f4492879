import { homedir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCacheSnapshot } from '#main/cache/open.ts'
import { transactionTable } from '#main/export/tables/cache-tables.ts'
import { readBatches } from '#main/export/write-transactions.ts'
import { mirror, type MirroredSubject } from '#main/mirror/mirror.ts'
import type { MirroredProfile } from '#main/mirror/source.ts'
import { startPostgres, hasPostgres, type MirrorDatabase, type Postgres } from '../../fakes/postgres.ts'

/** A test that needs PostgreSQL. */
export const testWithPostgres = test.skipIf(!hasPostgres)

/** A server for the tests of a file. */
export function servePostgres(options: Parameters<typeof startPostgres>[0] = {}): () => Postgres {
  let server: Postgres | null = null
  beforeAll(async () => {
    if (hasPostgres) server = await startPostgres(options)
  }, 120_000)
  afterAll(() => server?.stop(), 120_000)
  return () => {
    if (server === null) throw new Error('PostgreSQL is not installed.')
    return server
  }
}

/** The environment of this process, without settings of libpq. */
export const surroundings = { env: {}, home: homedir(), platform: process.platform }

/** One run in this process. */
export const runMirror = (profile: MirroredProfile, to: string, now = Date.now): Promise<MirroredSubject[]> =>
  mirror({ to, surroundings, profile, now, pause: () => Promise.resolve() })

/** The number of rows of a subject that a run sent. */
export const sentOf = (done: readonly MirroredSubject[], subject: string): number =>
  done.find((each) => each.subject === subject)?.sent ?? NaN

const columns = `account_id, (extract(epoch FROM at) * 1000)::bigint::text, id, kind, kind_rule, category, name, symbol, currency,
  amount::text, quantity::text, trade_size::text, trade_price::text, accrued_interest::text, currency_source`

/** All transactions of the cache and of the mirror as text, sorted. The cache is read by the export code. */
export async function compareTransactions({ paths }: Pick<MirroredProfile, 'paths'>, database: MirrorDatabase) {
  const db = openCacheSnapshot(paths.cache)
  const table = transactionTable(() => readBatches(db, { filter: { conditions: [], text: '' }, direction: 'oldest' }))
  // The mirror has the names of instruments in a table of their own.
  const isMirrored = table.columns.map(({ name }) => name !== 'instrument')
  const cached: string[] = []
  for await (const rows of table.chunks())
    for (const row of rows) cached.push(textOf(row.filter((_, index) => isMirrored[index] === true)))
  db.close()
  const rows = await database.query(`SELECT to_jsonb(ARRAY[${columns}]) AS row FROM tidemark.transaction`)
  return { cached: cached.sort(), mirrored: rows.map(({ row }) => textOf(row)).sort() }
}

const textOf = (row: unknown): string =>
  JSON.stringify(Array.isArray(row) ? row.map((cell: unknown) => (cell === null ? null : String(cell))) : row)

/** Fails if the rows of the cache and of the mirror are not exactly equal. */
export async function expectEqual(profile: Pick<MirroredProfile, 'paths'>, database: MirrorDatabase): Promise<void> {
  const { cached, mirrored } = await compareTransactions(profile, database)
  expect(cached.length).toBeGreaterThan(0)
  expect(mirrored).toEqual(cached)
}
