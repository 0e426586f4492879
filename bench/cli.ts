// `npm run bench -- cli [--rows N] [--symbols N]`: runs each command of the command line over N rows in its own process, and
// measures its time and its maximum memory. Prints one JSON line per figure, and fails if a command takes more than 150 MB.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import { buildIfStale } from '../scripts/build.mjs'
import { measureCommand } from './cli/measure-command.ts'
import { createLedgerSet } from './ledger/ledger-set.ts'
import { printValue } from './measure/figures.ts'
import { fillProfile, replayProfile } from './measure/filled-profile.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, symbols: { type: 'string', default: '2000' } },
})
const maxMb = 150
const rowCount = Number(values.rows)
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))

await buildIfStale()
keepHeapSmall()
const directory = await fillProfile(dataDir, createLedgerSet(rowCount, Number(values.symbols)))

const commands = [
  ...['table', 'csv', 'tsv', 'json', 'ndjson'].map((format) => `transactions --format ${format}`),
  'transactions --order oldest --format ndjson',
  'transactions --text покупка --format csv',
  'export transactions',
  ...['accounts', 'positions', 'totals', 'totals --text покупка', 'income', 'performance', 'performance --by year'],
  ...['reconcile', 'quotes', 'orders', 'events', 'health', 'positions --as-of 2020-06-30', 'export realized'],
  ...['income --format csv', 'income --by year', 'export income', 'export calendar'],
]
const wholeFormats = ['performance-csv', 'parquet', 'archive', 'xlsx']

// The app replays the rows when it starts. Before that, each command replays them itself.
await measure('performance', 'before the first replay: ')
await replayProfile(directory)
const tooLarge: string[] = []
for (const command of commands) if ((await measure(command)) > maxMb) tooLarge.push(command)
for (const format of wholeFormats)
  if ((await measure(`export ${format} --file ${join(dataDir, `export.${format}`)}`)) > maxMb) tooLarge.push(format)
rmSync(dataDir, { recursive: true, force: true })
if (tooLarge.length > 0) throw new Error(`These commands take more memory than they may: ${tooLarge.join(', ')}`)

async function measure(command: string, when = ''): Promise<number> {
  const { code, spentMs, peakMb, lines } = await measureCommand([...command.split(' '), '--data-dir', dataDir])
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  // The path of the folder differs with each run.
  const name = `${when}${command.replace(join(dataDir, '/'), '')}`
  printValue(`${name}: time`, spentMs, 'ms')
  printValue(`${name}: memory`, peakMb, 'MB')
  printValue(`${name}: lines`, lines, 'lines')
  return peakMb
}
