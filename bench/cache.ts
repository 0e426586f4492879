// npm run bench -- cache [--rows N] [--keep FILE]: the cache of transactions, through the app's own path and bare.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { createDecoder } from '../src/main/broker/decoder.ts'
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
import type { FilterCondition, TransactionFilter } from '../src/shared/model/transaction-filter.ts'
import { bareSql } from './bare-sql.ts'
import { measureColdStart, measureMemory } from './host.ts'
import { createHistorySet } from './history-set.ts'
import { compare, printValue, watchHolds } from './measure.ts'
import { threadFiles } from './thread-files.ts'

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

/** Answers made up at a time, which is not counted. */
const madeAtOnce = 25

async function ingest(): Promise<void> {
  const decoder = createDecoder(threadFiles.decoder, systemClock)
  let rows = 0
  let spent = 0
  const holds = watchHolds()
  const answers = set.answers()
  for (let made = Array.from(take(answers)); made.length > 0; made = Array.from(take(answers))) {
    holds.start()
    const began = performance.now()
    // One answer is read while the one before is stored, as sync does for several accounts.
    let pending: Promise<unknown> = Promise.resolve()
    for (const { accountId, body, from, to } of made) {
      const page = await decoder.decode('listTransactions', body, { accountId, from, to })
      await pending
      pending = cache.transactions.store(accountId, page.content, systemClock.now(), { from, to })
      rows += page.rows.length
    }
    await pending
    spent += performance.now() - began
    holds.stop()
  }
  await decoder.close()
  printValue('ingest', (rows / spent) * 1_000, 'rows/s')
  holds.print('ingest')
}
function* take<T>(values: Generator<T>): Generator<T> {
  for (let count = 0; count < madeAtOnce; count++) {
    const { done, value } = values.next()
    if (done === true) return
    yield value
  }
}
await ingest()
db.pragma('wal_checkpoint(TRUNCATE)')
db.pragma('optimize = 0x10002')
printValue('file per million rows', statSync(cachePath).size / 1e6 / (wantedRows / 1e6), 'MB')

// A connection as the library opens it, with the memory it takes by default.
const bareDb = new Database(cachePath, { readonly: true })
const bare = bareSql(bareDb)
const is = (field: 'account' | 'category' | 'symbol' | 'mic' | 'currency', ...of: string[]): FilterCondition => ({
  field,
  values: of,
  isNot: false,
})
const not = (condition: FilterCondition): FilterCondition => ({ ...condition, isNot: true })
const period = (from: string, to: string): FilterCondition => ({
  field: 'period',
  from: Date.parse(from),
  to: Date.parse(to),
  isNot: false,
})
const amount = (min: string | null, max: string | null): FilterCondition => ({
  field: 'amount',
  min: min as never,
  max: max as never,
  isNot: false,
})
const trade: FilterCondition = { field: 'trade', isNot: false }
const filter = (...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: '' })
const text = (words: string, ...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: words })
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
const rareSymbol = set.symbols[399] ?? ''
const filters: Record<string, TransactionFilter> = {
  account: filter(is('account', '1900002')),
  'account and category': filter(is('account', 'TRQD05:989213'), is('category', 'TAX')),
  'category is not': filter(not(is('category', 'OTHERS', 'COMMISSION', 'TAX'))),
  symbol: filter(is('symbol', symbol)),
  'symbol of few rows': filter(is('symbol', rareSymbol)),
  'two symbols, account, trade': filter(is('symbol', symbol, rareSymbol), is('account', '1900001'), trade),
  mic: filter(is('mic', 'XHKG')),
  'mic, currency': filter(is('mic', 'XHKG'), is('currency', 'EUR')),
  'currency is not, no trade': filter(not(is('currency', 'RUB')), not(trade)),
  'period of a year': filter(period('2018-01-01', '2019-01-01')),
  'period is not': filter(not(period('2017-01-01', '2026-01-01'))),
  'period, category, account': filter(
    period('2018-03-05', '2018-09-01'),
    is('category', 'INCOME'),
    is('account', '1900001'),
  ),
  'narrow amount': filter(amount('5000', '5001')),
  'wide amount': filter(amount('-50000', '20000')),
  'narrow amount, symbol': filter(amount('5000', '5100'), is('symbol', symbol)),
  'wide amount, symbol, period': filter(
    amount('1000', '60000'),
    is('symbol', symbol),
    period('2017-01-01', '2020-01-01'),
  ),
  'amount of 1 %, category': filter(amount('5000', '7000'), is('category', 'DEPOSIT')),
  'amount is not': filter(not(amount('-99000', '99000'))),
  'amount beyond all, no trade': filter(amount('150000', null), not(trade)),
  'all kinds of condition': filter(
    is('account', '1900001', '1900002'),
    not(is('category', 'TAX')),
    is('mic', 'MISX', 'XNAS'),
    is('currency', 'RUB'),
    period('2017-01-01', '2024-01-01'),
    amount('0', '90000'),
    trade,
  ),
  'nothing found': filter(is('symbol', 'NONE@XXXX')),
}
for (const [name, wanted] of Object.entries(filters)) {
  await measurePages(`filter: ${name}`, wanted)
  await measurePages(`filter, oldest first: ${name}`, wanted, 'oldest')
}
const texts: Record<string, TransactionFilter> = {
  common: text('комиссия'),
  'common, middle of a word': text('омисс'),
  rare: text('№77'),
  'rare, one row or few': text('налога №19999'),
  'instrument name': text('crystal'),
  'two letters': text('ax'),
  'one letter': text('ж'),
  'nothing found': text('zzzzqq'),
  'common, with filters': text('покупка', is('account', '1900002'), is('mic', 'XETR')),
  'common, old period': text('дивиденд', period('2016-02-01', '2016-04-01'), is('currency', 'HKD')),
  'two words, with amount': text('банк продажа', amount('1000', '1200')),
}
for (const [name, wanted] of Object.entries(texts)) await measurePages(`text: ${name}`, wanted)

const totals = (wanted: TransactionFilter) => client.call('transactions.totals', { filter: wanted })
const rolledUp: Record<string, TransactionFilter> = {
  all: filter(),
  'account, category, currency': filter(
    is('account', '1900001'),
    is('category', 'OTHERS', 'TAX'),
    is('currency', 'RUB', 'USD'),
  ),
  'a year to the hour': filter(period('2018-03-05T07:00:00Z', '2019-03-05T19:00:00Z')),
  'years, not a category': filter(period('2017-02-11', '2025-05-05'), not(is('category', 'COMMISSION'))),
}
for (const [name, wanted] of Object.entries(rolledUp)) {
  await compare(`totals from the roll-up: ${name}`, runs, () => totals(wanted), null)
}
const scanned: Record<string, TransactionFilter> = {
  'has trade': filter(trade),
  'wide amount': filter(amount('-50000', '20000')),
  symbol: filter(is('symbol', symbol)),
  'common text': text('комиссия'),
}
const holds = watchHolds()
for (const [name, wanted] of Object.entries(scanned)) {
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

const exportHolds = watchHolds()
exportHolds.start()
const began = performance.now()
const { id } = await client.call('exports.start', { filter: filter(), direction: 'newest', separator: ';' })
const readExport = async () => (await client.call('exports.list')).find((one) => one.id === id)
let known = await readExport()
while (known?.phase === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 5))
  known = await readExport()
}
exportHolds.stop()
printValue(
  `export (${known?.phase ?? 'lost'})`,
  ((known?.written ?? 0) / (performance.now() - began)) * 1_000,
  'rows/s',
)
exportHolds.print('export')

await exports.close()
await threads.close()
bareDb.close()
db.close()
// The built app over this cache, in a process of its own.
await measureColdStart(cachePath, 11)
await measureMemory(cachePath, [...Object.values(filters), ...Object.values(texts), filter()])
rmSync(directory, { recursive: true, force: true })
