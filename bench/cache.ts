// `npm run bench -- cache [--rows N] [--runs N] [--starts N] [--questions N] [--no-bare] [--sealed]`: measures the cache of
// transactions with N rows, through the code of the app and, without --no-bare, with plain SQL: N runs of each page and search,
// N cold starts of the built app, and its memory after N requests. With --sealed: alternates each page and sum between a sealed and a plain cache with the same
// rows. Prints one JSON line per figure.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { bareSql } from './cache/bare-sql.ts'
import { measureExport } from './cache/export.ts'
import { filter, pageFilters, rolledUpFilters, scannedFilters, textFilters } from './cache/filters.ts'
import { createHistorySet } from './cache/history-set.ts'
import { measureColdStart, measureMemory } from './cache/host.ts'
import { measureIngest } from './cache/ingest.ts'
import { measureSealed } from './cache/sealed.ts'
import { compare, printValue, watchBlocking } from './measure/figures.ts'
import { storeInstruments } from './measure/filled-profile.ts'
import { openQuietProfile } from './measure/quiet-profile.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '60' },
    starts: { type: 'string', default: '11' },
    questions: { type: 'string', default: '3600' },
    'no-bare': { type: 'boolean', default: false },
    sealed: { type: 'boolean', default: false },
  },
})
const rowCount = Number(values.rows)
const runs = Number(values.runs)
const directory = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
const cachePath = join(directory, 'cache.sqlite')

// The app does the same; its threads inherit the setting.
keepHeapSmall()
const set = createHistorySet(rowCount)
const { profile: filling } = await openQuietProfile(directory)
await storeInstruments(
  filling.cache,
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

await measureIngest(filling.cache.transactions, set.responses())
await filling.close()
const filledDb = new Database(cachePath)
filledDb.pragma('optimize = 0x10002')
filledDb.close()
printValue('file per million rows', statSync(cachePath).size / 1e6 / (rowCount / 1e6), 'MB')

if (values.sealed) {
  await measureSealed(directory, set, runs)
  for (const folder of [directory, `${directory}-sealed`]) rmSync(folder, { recursive: true, force: true })
  process.exit()
}

const { profile, client } = await openQuietProfile(directory)
// A connection with the default settings and the default memory of the library.
const bareDb = new Database(cachePath, { readonly: true })
const bare = bareSql(bareDb)
/** Plain SQL for comparison; it takes longer than the app. */
const compared = (run: () => void): (() => void) | null => (values['no-bare'] ? null : run)
const limit = 100
type Direction = 'newest' | 'oldest'

const readPage = (wanted: TransactionFilter, direction: Direction = 'newest', after: string | null = null) =>
  client.call('transactions.page', { filter: wanted, direction, after, limit })

/** Measures consecutive pages of a filter; after the last page it continues with the first. */
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
    compared(() => bare.page(wanted, direction, cursors.at(-1) ?? null, limit)),
  )
}

const middle = String(Date.UTC(2021, 0, 1) * 1024)
await compare(
  'first page',
  runs,
  () => readPage(filter()),
  compared(() => bare.page(filter(), 'newest', null, limit)),
)
await measurePages('pages from the newest', filter())
await measurePages('pages from the oldest', filter(), 'oldest')
await measurePages('pages in the middle', filter(), 'newest', middle)

const symbol = set.symbols[37] ?? ''
const filters = pageFilters(symbol, set.symbols[399] ?? '')
const seek = (name: string, wanted: TransactionFilter, rank: number) =>
  compare(name, runs, () => client.call('transactions.seek', { filter: wanted, direction: 'newest', rank }), null)
await seek('jump to the middle', filter(), rowCount >> 1)
for (const name of ['account', 'symbol', 'wide amount', 'period of a year'])
  await seek(`jump, filter: ${name}`, filters[name] ?? filter(), rowCount >> 7)
for (const [name, wanted] of Object.entries(filters)) {
  await measurePages(`filter: ${name}`, wanted)
  await measurePages(`filter, oldest first: ${name}`, wanted, 'oldest')
}
for (const [name, wanted] of Object.entries(textFilters)) await measurePages(`text: ${name}`, wanted)

const totals = (wanted: TransactionFilter) => client.call('transactions.totals', { filter: wanted })
for (const [name, wanted] of Object.entries(rolledUpFilters)) {
  await compare(`totals from the roll-up: ${name}`, runs, () => totals(wanted), null)
}
const blocking = watchBlocking()
for (const [name, wanted] of Object.entries(scannedFilters(symbol))) {
  await compare(
    `totals by scan: ${name}`,
    7,
    async () => {
      blocking.start()
      await totals(wanted)
      blocking.stop()
    },
    compared(() => bare.totals(wanted)),
  )
}
blocking.print('totals')
for (const [name, wanted] of Object.entries({ all: filter(), ...scannedFilters(symbol) })) {
  for (const length of ['month', 'year'] as const)
    await compare(
      `totals by ${length}: ${name}`,
      3,
      () => client.call('transactions.periods', { filter: wanted, length }),
      null,
    )
  for (const field of ['kind', 'account', 'mic'] as const)
    await compare(
      `rows by ${field}: ${name}`,
      3,
      () => client.call('transactions.counts', { filter: wanted, field }),
      null,
    )
}

await measureExport(client)
bareDb.close()
await profile.close()
// Starts the built app with this cache, in a separate process.
await measureColdStart(cachePath, Number(values.starts))
const memoryFilters = [...Object.values(filters), ...Object.values(textFilters), filter()]
await measureMemory(cachePath, memoryFilters, Number(values.questions))
rmSync(directory, { recursive: true, force: true })
