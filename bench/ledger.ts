// `npm run bench -- ledger [--rows N] [--symbols N] [--runs N] [--kept FOLDER]`: replays N rows through the code of the app: the first replay
// with its memory and the blocking of the main thread, a new row at the end, a row eight years late, reconciliation, curves,
// and the bytes that the ledger adds to the cache. Prints one JSON line per figure. If hledger is installed, it replays the
// oldest of the same rows for comparison (--hledger-rows N). --kept keeps the filled cache there for the next run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { dayMs } from '#shared/durations.ts'
import { compareWithHledger } from './ledger/hledger.ts'
import { createLedgerSet, eightYearsLate, purchaseOf } from './ledger/ledger-set.ts'
import { watchMemory } from './ledger/memory.ts'
import { compare, printValue, watchBlocking } from './measure/figures.ts'
import { fillOnce } from './measure/fill-once.ts'
import { openQuietProfile } from './measure/quiet-profile.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    symbols: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '100' },
    kept: { type: 'string' },
    'hledger-rows': { type: 'string', default: '50000' },
  },
})
const rowCount = Number(values.rows)
const runs = Number(values.runs)
const directory = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
const cachePath = join(directory, 'cache.sqlite')

keepHeapSmall()
const set = createLedgerSet(rowCount, Number(values.symbols))
const { accountId, symbols, beginsAt, endsAt } = set
// The account results from the rows, also from those that are not stored again.
if (await fillOnce(directory, values.kept, fill)) for (const _ of set.chunks()) continue
const bytesBefore = readBytes()

const { profile, client, events } = await openQuietProfile(directory)
const { transactions } = profile.cache
const memory = watchMemory()
const blocking = watchBlocking()
blocking.start()
const startedAt = performance.now()
await client.call('lots.list', { accountId, symbol: symbols[0] ?? '' })
const spentMs = performance.now() - startedAt
blocking.stop()
printValue('cold replay', (rowCount / spentMs) * 1_000, 'rows/s')
printValue('peak memory above idle of the cold replay', memory.stop(), 'MB')
blocking.print('cold replay')

await compare('reconciliation', runs, () => client.call('reconciliation.read', { accountId: null }), null)

let lastId = 9_000_000_000
const nextRow = (at: number, symbol: string) => purchaseOf(String(lastId++), at, symbol)

await measureEquity()
await measureDays()

/** The curve of all years: the first time, again, and after a purchase that the account also states. */
async function measureEquity(): Promise<void> {
  const read = () => client.call('equity.history', { accountId: null, from: 0 })
  const firstAt = performance.now()
  await read()
  printValue('equity of all years, first', performance.now() - firstAt, 'ms')
  await compare('equity of all years, unchanged', runs, read, null)
  let bought = 0
  await compare('equity of all years, after a row at the tip', runs, read, null, async () => {
    bought += 1
    const [symbol = ''] = symbols
    profile.cache.accounts.replaceAccount(set.account({ symbol, pieces: bought }), Date.now())
    const covered = { from: endsAt, to: Date.now() + 1_000 }
    await transactions.store(accountId, pack([nextRow(endsAt + bought, symbol)]), Date.now(), covered)
    events.publish('transactions.changed', { accountId })
    events.publish('ledger.changed', { accountId })
  })
}

/** Past days of all years in random order: holdings and values. */
async function measureDays(): Promise<void> {
  const days = Math.floor((endsAt - beginsAt) / dayMs)
  const dateOf = (run: number): string =>
    new Date(beginsAt + ((run * 997) % days) * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const read = (run: number) => client.call('history.day', { accountId: null, date: dateOf(run), knowledge: 'now' })
  await compare('any past day', runs, read, null)
}

/** The time from the stored row to the new lots. Storing the row is the work of the cache and not included. */
async function measureRow(name: string, times: number, at: (run: number) => number): Promise<void> {
  const symbolOf = (run: number): string => symbols[(run * 7) % symbols.length] ?? ''
  const store = (run: number) =>
    transactions.store(accountId, pack([nextRow(at(run), symbolOf(run))]), Date.now(), null)
  await compare(name, times, (run) => client.call('lots.list', { accountId, symbol: symbolOf(run) }), null, store)
}

await measureRow('a row at the tip, to new lots', runs, (run) => endsAt + run * 1_000)
await measureRow('a row eight years late, to new lots', runs, (run) => eightYearsLate + run * 1_000)
await compare(
  'reconciliation with differences',
  runs,
  () => client.call('reconciliation.read', { accountId: null }),
  null,
)
await compare(
  'curve over all years',
  runs,
  (run) => client.call('positions.quantities', { accountId, symbol: symbols[run % symbols.length] ?? '' }),
  null,
)
await compare(
  'lots of one instrument',
  runs,
  (run) => client.call('lots.list', { accountId, symbol: symbols[run % symbols.length] ?? '' }),
  null,
)
await profile.close()
printValue('bytes added to the cache', (readBytes() / bytesBefore - 1) * 100, '%')
await compareWithHledger(createLedgerSet(rowCount, Number(values.symbols)), Number(values['hledger-rows']))
rmSync(directory, { recursive: true, force: true })

/** Stores all rows, and the account that results from them. */
async function fill(): Promise<void> {
  const { profile: filling } = await openQuietProfile(directory)
  const { cache } = filling
  for (const rows of set.chunks()) await cache.transactions.store(accountId, pack(rows), Date.now(), null)
  const covered = { from: beginsAt, to: Date.now() + 1 }
  await cache.transactions.store(accountId, pack([]), Date.now(), covered)
  cache.history.putBeginning(accountId, beginsAt)
  cache.accounts.replaceAccount(set.account(), Date.now())
  await filling.close()
}

function readBytes(): number {
  const db = new Database(cachePath)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const free = Number(db.pragma('freelist_count', { simple: true }))
  const pages = Number(db.pragma('page_count', { simple: true })) - free
  const bytes = pages * Number(db.pragma('page_size', { simple: true }))
  db.close()
  return bytes
}
