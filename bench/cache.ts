// npm run bench -- cache [--rows N] [--runs N]: the cache of transactions, through the app's own path and bare.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { createCacheThreads } from '../src/main/cache/cache-threads.ts'
import { createCache } from '../src/main/cache/cache.ts'
import { openCache } from '../src/main/cache/open.ts'
import { systemClock } from '../src/main/clock.ts'
import { createExports } from '../src/main/export/exports.ts'
import type { HandlerContext, OpenProfile } from '../src/main/ipc/context.ts'
import { createDispatcher } from '../src/main/ipc/dispatch.ts'
import { EventBus } from '../src/main/ipc/events.ts'
import { createHandlers } from '../src/main/ipc/handlers.ts'
import { goFirst } from '../src/main/sqlite/write-turn.ts'
import { createClient } from '../src/shared/client.ts'
import type { TransactionFilter } from '../src/shared/model/transaction-filter.ts'
import { bareSql } from './cache/bare-sql.ts'
import { measureExport } from './cache/export.ts'
import { filter, pageFilters, rolledUpFilters, scannedFilters, textFilters } from './cache/filters.ts'
import { measureColdStart, measureMemory } from './cache/host.ts'
import { createHistorySet } from './cache/history-set.ts'
import { measureIngest } from './cache/ingest.ts'
import { compare, printValue, watchHolds } from './measure.ts'
import { threadFiles } from '../test/fakes/thread-files.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '60' } },
})
const wantedRows = Number(values.rows)
const runs = Number(values.runs)
const directory = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
const cachePath = join(directory, 'cache.sqlite')

const { db } = openCache(cachePath)
const threads = createCacheThreads(threadFiles.cache, cachePath, goFirst(db))
const cache = createCache(db, threads)
const events = new EventBus()
const exports = createExports({
  threadFile: threadFiles.export,
  cachePath,
  folder: join(directory, 'exports'),
  clock: systemClock,
  onChange: () => events.publish('exports.changed'),
})
// Only what these requests touch of a profile.
const profile = { cache, threads, exports } as unknown as OpenProfile
const context = { clock: systemClock, events, current: () => profile } as unknown as HandlerContext
const dispatch = createDispatcher(createHandlers(context), (method, error) => console.error(method, error))
const client = createClient({ request: (method, params) => dispatch(method, params), subscribe: () => () => undefined })

const set = createHistorySet(wantedRows)
await cache.instruments.upsertAll(
  set.symbols.map((symbol) => {
    const [ticker = '', mic = ''] = symbol.split('@')
    return {
      symbol,
      id: symbol,
      ticker,
      mic,
      isin: '',
      type: 'EQUITIES',
      name: set.names.get(symbol) ?? '',
      isArchived: false,
    }
  }),
)

await measureIngest(cache.transactions, set.answers())
db.pragma('wal_checkpoint(TRUNCATE)')
db.pragma('optimize = 0x10002')
printValue('file per million rows', statSync(cachePath).size / 1e6 / (wantedRows / 1e6), 'MB')

// A connection as the library opens it, with the memory it takes by default.
const bareDb = new Database(cachePath, { readonly: true })
const bare = bareSql(bareDb)
const limit = 100
type Direction = 'newest' | 'oldest'

const readPage = (wanted: TransactionFilter, direction: Direction = 'newest', after: string | null = null) =>
  client.call('transactions.page', { filter: wanted, direction, after, limit })

/** Pages of a filter, one behind the other, and again from the start at its end. */
async function measurePages(
  name: string,
  wanted: TransactionFilter,
  direction: Direction = 'newest',
  start: string | null = null,
) {
  let after = start
  const cursors: (string | null)[] = []
  await compare(
    name,
    runs,
    async () => {
      cursors.push(after)
      after = (await readPage(wanted, direction, after)).next ?? start
    },
    () => bare.page(wanted, direction, cursors.at(-1) ?? null, limit),
  )
}

const middle = String(Date.UTC(2021, 0, 1) * 1024)
await compare(
  'first page',
  runs,
  () => readPage(filter()),
  () => bare.page(filter(), 'newest', null, limit),
)
await measurePages('pages from the newest', filter())
await measurePages('pages from the oldest', filter(), 'oldest')
await measurePages('pages in the middle', filter(), 'newest', middle)

const symbol = set.symbols[37] ?? ''
const filters = pageFilters(symbol, set.symbols[399] ?? '')
for (const [name, wanted] of Object.entries(filters)) {
  await measurePages(`filter: ${name}`, wanted)
  await measurePages(`filter, oldest first: ${name}`, wanted, 'oldest')
}
for (const [name, wanted] of Object.entries(textFilters)) await measurePages(`text: ${name}`, wanted)

const totals = (wanted: TransactionFilter) => client.call('transactions.totals', { filter: wanted })
for (const [name, wanted] of Object.entries(rolledUpFilters)) {
  await compare(`totals from the roll-up: ${name}`, runs, () => totals(wanted), null)
}
const holds = watchHolds()
for (const [name, wanted] of Object.entries(scannedFilters(symbol))) {
  await compare(
    `totals by scan: ${name}`,
    7,
    async () => {
      holds.start()
      await totals(wanted)
      holds.stop()
    },
    () => bare.totals(wanted),
  )
}
holds.print('totals')

await measureExport(client)
await exports.close()
await threads.close()
bareDb.close()
db.close()
// The built app over this cache, in a process of its own.
await measureColdStart(cachePath, 11)
await measureMemory(cachePath, [...Object.values(filters), ...Object.values(textFilters), filter()])
rmSync(directory, { recursive: true, force: true })
