// `npm run bench -- cli [--rows N] [--symbols N]`: each command of the command line over N rows, as a process of its own: its time
// and the most memory that it takes. Prints one JSON line per figure, and fails where a streaming command takes more than 150 MB.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.mjs'
import { keepHeapSmall } from '../src/main/host/v8-settings.ts'
import { pack } from '../src/main/threads/packed-rows.ts'
import { measureCommand } from './cli/measure-command.ts'
import { createLedgerSet } from './ledger/ledger-set.ts'
import { printValue } from './measure/figures.ts'
import { openQuietProfile } from './measure/quiet-profile.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, symbols: { type: 'string', default: '2000' } },
})
const maxMb = 150
const rowCount = Number(values.rows)
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
const directory = join(dataDir, 'profiles', 'bench')

await buildIfStale()
keepHeapSmall()
mkdirSync(directory, { recursive: true })
writeFileSync(
  join(directory, 'profile.json'),
  JSON.stringify({ id: 'bench', kind: 'service', baseUrl: 'http://127.0.0.1:9' }),
)
await fill()

const streaming = [
  ...['table', 'csv', 'tsv', 'json', 'ndjson'].map((format) => `transactions --format ${format}`),
  'transactions --order oldest --format ndjson',
  'transactions --text покупка --format csv',
  'export transactions',
]
const others = [
  ...['accounts', 'positions', 'totals', 'totals --text покупка', 'income', 'performance', 'performance --by year'],
  ...['reconcile', 'quotes', 'orders', 'events', 'health', 'positions --as-of 2020-06-30', 'export realized'],
]

// The app replays the rows when it starts; before that each command does so for itself.
await measure('performance', 'before the first replay: ')
await replay()
for (const command of others) await measure(command)
const peaks = []
for (const command of streaming) peaks.push(await measure(command))
rmSync(dataDir, { recursive: true, force: true })
if (Math.max(...peaks) > maxMb) throw new Error(`A streaming command takes more than ${maxMb} MB`)

async function measure(command: string, when = ''): Promise<number> {
  const { code, spentMs, peakMb, lines } = await measureCommand([...command.split(' '), '--data-dir', dataDir])
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  printValue(`${when}${command}: time`, spentMs, 'ms')
  printValue(`${when}${command}: memory`, peakMb, 'MB')
  printValue(`${when}${command}: lines`, lines, 'lines')
  return peakMb
}

async function fill(): Promise<void> {
  const set = createLedgerSet(rowCount, Number(values.symbols))
  const { profile } = await openQuietProfile(directory)
  const { cache } = profile
  for (const rows of set.parts()) await cache.transactions.store(set.accountId, pack(rows), Date.now(), null)
  await cache.transactions.store(set.accountId, pack([]), Date.now(), { from: set.beginsAt, to: Date.now() + 1 })
  cache.history.putBeginning(set.accountId, set.beginsAt)
  cache.accounts.replaceAccount(set.account(), Date.now())
  await profile.close()
}

/** Keeps the holdings in the cache, as the running app does. */
async function replay(): Promise<void> {
  const { profile, client } = await openQuietProfile(directory)
  await client.call('reconciliation.read', { accountId: null })
  await profile.close()
}
