// `npm run bench -- mirror [--rows N] [--symbols N]`: runs `tidemark mirror` into a separate PostgreSQL: the first run, a run
// without changes, a run with a late row; then the size of the tables and the time of queries. Prints one JSON line per figure,
// and fails if a run takes more than 150 MB or, with a million rows and more, the first run more than ten minutes for a million
// or the second one more than a minute. The time of a few rows is that of starting processes, which depends on the computer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCache } from '#main/cache/open.ts'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import { buildIfStale } from '../scripts/build.mjs'
import { startPostgres } from '../test/fakes/postgres.ts'
import { measureCommand } from './cli/measure-command.ts'
import { createLedgerSet } from './ledger/ledger-set.ts'
import { printValue } from './measure/figures.ts'
import { fillProfile, replayProfile } from './measure/filled-profile.ts'
import { measureQueries } from './mirror/queries.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, symbols: { type: 'string', default: '2000' } },
})
const maxMb = 150
const rowCount = Number(values.rows)
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))

await buildIfStale()
keepHeapSmall()
const directory = await fillProfile(dataDir, createLedgerSet(rowCount, Number(values.symbols)))
await replayProfile(directory)
const postgres = await startPostgres()
try {
  const database = await postgres.createDatabase()
  const firstMs = await run('first run')
  printValue('first run: rows a second', rowCount / (firstMs / 1000), 'rows/s')
  const secondMs = await run('second run, nothing new')
  const { db } = openCache(join(directory, 'cache.sqlite'))
  db.prepare(
    'UPDATE account_transaction SET fetched_at = fetched_at + 1 WHERE key = (SELECT max(key) FROM account_transaction)',
  ).run()
  db.close()
  await run('third run, one changed row')
  await measureQueries(database)
  const millions = rowCount / 1_000_000
  if (millions >= 1 && firstMs > 600_000 * millions) throw new Error('The first run takes too long.')
  if (millions >= 1 && secondMs > 60_000 * millions) throw new Error('The second run takes too long.')

  async function run(name: string): Promise<number> {
    const { code, spentMs, peakMb } = await measureCommand(['mirror', '--to', database.to, '--data-dir', dataDir])
    if (code !== 0) throw new Error(`The command ended with ${code}.`)
    printValue(`${name}: time`, spentMs / 1000, 's')
    printValue(`${name}: memory`, peakMb, 'MB')
    if (peakMb > maxMb) throw new Error(`The mirror takes more memory than ${maxMb} MB.`)
    return spentMs
  }
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
