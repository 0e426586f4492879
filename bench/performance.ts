// `npm run bench -- performance [--rows N] [--symbols N] [--runs N] [--no-hledger] [--kept FOLDER]`: the questions of Performance over N rows of
// twelve years through the code of the app: the first figures of scopes, the same again, a past day, ten years of income, the
// table, all figures of a scope, realized lots, an annual rate of 9,000 daily flows. Prints one JSON line per figure. If
// hledger is installed, its `roi` reads the same rows, except with --no-hledger. --kept keeps the filled profile there for the next run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import { xirr, type Flow } from '#main/insight/performance/xirr.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { parseDecimal, zero } from '#shared/decimal.ts'
import { dayMs, secondMs } from '#shared/durations.ts'
import { seededRandom } from '../test/fakes/random.ts'
import { createLedgerSet } from './ledger/ledger-set.ts'
import { percentile, print, printValue, watchBlocking } from './measure/figures.ts'
import { fillOnce } from './measure/fill-once.ts'
import { openQuietProfile } from './measure/quiet-profile.ts'
import { runRoi } from './performance/hledger-roi.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    symbols: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '50' },
    kept: { type: 'string' },
    'no-hledger': { type: 'boolean', default: false },
  },
})
const rowCount = Number(values.rows)
const runs = Number(values.runs)
const years = 12
/** The number of rows per day, so that there is a deposit each day. */
const depositEvery = Math.max(2, Math.floor(rowCount / (years * 365.25)))
const directory = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))

keepHeapSmall()
const random = seededRandom(5)
const randomPrice = seededRandom(6)
const set = createLedgerSet(rowCount, Number(values.symbols), { years, depositEvery })
const { accountId, symbols, beginsAt, endsAt } = set
await fillOnce(directory, values.kept, fill)
const { profile, client } = await openQuietProfile(directory)
await client.call('lots.list', { accountId, symbol: symbols[0] ?? '' })

const all = { accountId: null, symbol: null }
const span = endsAt - beginsAt
const someDay = (): number => beginsAt + Math.floor((random() * span) / dayMs) * dayMs
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
const yearBack = (count: number) => ({
  ...all,
  from: endsAt - count * 365 * dayMs,
  to: endsAt - (count - 1) * 365 * dayMs,
})
let unwanted: Promise<unknown> = Promise.resolve()
const symbolOf = (run: number): string => symbols[(run * 37) % symbols.length] ?? ''

await client.call('performance.read', { ...all, from: beginsAt, to: endsAt, isQuick: true })
const blocking = watchBlocking()
blocking.start()
await measure('first figures of all accounts, any period', runs, () => {
  const [a, b] = [someDay(), someDay()]
  return client.call('performance.read', { ...all, from: Math.min(a, b), to: Math.max(a, b) + dayMs, isQuick: true })
})
await measure('first figures of an instrument, any period', runs, (run) =>
  client.call('performance.read', {
    accountId,
    symbol: symbolOf(run),
    from: someDay(),
    to: endsAt - run * dayMs,
    isQuick: true,
  }),
)
const same = { ...all, from: beginsAt, to: endsAt, isQuick: true }
await client.call('performance.read', same)
await measure('figures again, when nothing changed', runs, () => client.call('performance.read', same))
await measure('any past day', runs, () =>
  client.call('history.day', { accountId: null, date: dateOf(someDay()), knowledge: 'now' }),
)
const tenYears = { accountId: null, from: endsAt - 10 * 365 * dayMs, to: endsAt }
const lastYear = { accountId: null, from: endsAt - 400 * dayMs, to: endsAt }
await measure('income of a year, as the app reads it soon after a start', 1, () => client.call('income.list', lastYear))
// The screen is opened later than this. By then the ledger has written its texts in advance.
await setTimeout(secondMs)
await measure('income of ten years, first', 1, () => client.call('income.list', tenYears))
await measure('income of ten years, again', runs, () => client.call('income.list', tenYears))
await measure('all figures of an instrument over all years', Math.min(runs, 20), (run) =>
  client.call('performance.read', { accountId, symbol: symbolOf(run + 500), from: beginsAt, to: endsAt }),
)
await measure('all figures of all accounts over all years', 2, (run) =>
  client.call('performance.read', { ...all, from: beginsAt + run * dayMs, to: endsAt }),
)
await measure('all figures of a year, alone', 1, () => client.call('performance.read', yearBack(1)))
await measure('all figures of a year, after a calculation of all years that nobody waits for', 1, () => {
  unwanted = client.call('performance.read', { ...all, from: beginsAt + 9 * dayMs, to: endsAt })
  return client.call('performance.read', yearBack(2))
})
await unwanted
await measure('table by year', 2, (run) =>
  client.call('performance.table', { ...all, from: beginsAt + run * dayMs, to: endsAt, by: 'year' }),
)
await measure('realized lots of one year', 2, (run) =>
  client.call('performance.realized', {
    ...all,
    from: endsAt - (run + 1) * 365 * dayMs,
    to: endsAt - run * 365 * dayMs,
  }),
)
blocking.stop()
blocking.print('questions about performance')
await profile.close()

await measure('annual rate of 9,000 daily flows, all roots', Math.min(runs, 20), (run) =>
  Promise.resolve(xirr(dailyFlows(run))),
)
if (!values['no-hledger']) await runRoi(createLedgerSet(rowCount, Number(values.symbols), { years, depositEvery }))
rmSync(directory, { recursive: true, force: true })

async function measure(name: string, times: number, query: (run: number) => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let run = 0; run < times; run++) {
    const startedAt = performance.now()
    await query(run)
    took.push(performance.now() - startedAt)
  }
  if (took.length < 5) return printValue(name, Math.max(...took), 'ms')
  print({ name, p50: percentile(took, 0.5), p99: percentile(took, 0.99), unit: 'ms', bareP50: null, bareP99: null })
}

function dailyFlows(run: number): Flow[] {
  const draw = seededRandom(100 + run)
  const start = Date.UTC(2000, 0, 1)
  const dateAt = (index: number): string => new Date(start + index * dayMs).toISOString().slice(0, 10)
  const flows = Array.from({ length: 8_999 }, (_, index) => ({
    date: dateAt(index),
    amount: parseDecimal((draw() * 1_000 - 600).toFixed(2)) ?? zero,
  }))
  return [...flows, { date: dateAt(8_999), amount: parseDecimal('5000000') ?? zero }]
}

/** Stores all rows, the account that results from them, and a recorded price of each instrument in the last weeks. */
async function fill(): Promise<void> {
  const { profile: filling } = await openQuietProfile(directory)
  const { cache, journal } = filling
  for (const rows of set.chunks()) await cache.transactions.store(accountId, pack(rows), Date.now(), null)
  await cache.transactions.store(accountId, pack([]), Date.now(), { from: beginsAt, to: Date.now() + 1 })
  cache.history.putBeginning(accountId, beginsAt)
  cache.accounts.replaceAccount(set.account(), Date.now())
  for (let week = 0; week < 8; week++) {
    const at = endsAt - week * 7 * dayMs - 1
    journal.quotes.record(
      symbols.map((symbol) => ({ symbol, at, last: parseDecimal((10 + randomPrice() * 900).toFixed(2)) ?? zero })),
    )
  }
  await filling.close()
}
