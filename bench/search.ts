// `npm run bench -- search [--rows N] [--runs N] [--page N]`: measures reading the list of all instruments in pages of N, and
// searching the list, N runs for each kind of query. Prints one JSON line per figure.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { createInstrumentsJob } from '#main/sync/jobs/instruments.ts'
import { systemClock } from '#main/time/clock.ts'
import { makeSyncContext } from '../test/fakes/sync-context.ts'
import { threadFiles } from '../test/fakes/thread-files.ts'
import { compare, printValue, watchBlocking } from './measure/figures.ts'
import { openQuietProfile } from './measure/quiet-profile.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '150000' },
    runs: { type: 'string', default: '200' },
    page: { type: 'string', default: '1000' },
  },
})
const rows = Number(values.rows)
const runs = Number(values.runs)
const directory = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
const cachePath = join(directory, 'cache.sqlite')

// The service runs in a separate process, so that its work and its memory are not measured.
const service = fork(new URL('./search-service/main.ts', import.meta.url), [String(rows), values.page])
const baseUrl = await new Promise<string>((resolve, reject) => {
  service.once('message', (message) => resolve(String(message)))
  service.once('error', reject)
})

const watched = ['SBER@MISX', 'AAPL@XNGS', 'GAZP@MISX', 'NONAME@XXXX']
const { profile, client } = await openQuietProfile(directory, watched)
const { cache, journal, attention } = profile

let requestCount = 0
const broker = createBroker({
  baseUrl: new URL(baseUrl),
  readSecret: async () => 'a-secret',
  // The rate limit is not part of this figure, so no request waits for the budget.
  budget: createBudget({ clock: systemClock, limit: 1_000_000 }),
  clock: systemClock,
  decoderThread: threadFiles.decoder,
  onOutcome: ({ endpoint }) => (requestCount += endpoint === 'listAllAssets' ? 1 : 0),
})
const clock = { ...systemClock, now: () => systemClock.now() + skippedMs }
let skippedMs = 0
const job = createInstrumentsJob(makeSyncContext({ broker, cache, journal, attention, clock }), () => false)

/** Returns the duration of some work in ms. Prints how long it blocked the main thread. */
async function measureBlocking(name: string, work: () => Promise<unknown>): Promise<number> {
  const blocking = watchBlocking()
  blocking.start()
  const startedAt = performance.now()
  await work()
  const spentMs = performance.now() - startedAt
  blocking.stop()
  blocking.print(name)
  return spentMs
}

async function walk(name: string): Promise<void> {
  requestCount = 0
  // With a visible window the list is read in quiet hours too.
  attention.set('window', [], true)
  const spentMs = await measureBlocking(name, () =>
    job.run({ signal: new AbortController().signal, requestedBy: 'schedule' }),
  )
  printValue(`${name}: time`, spentMs / 1_000, 's')
  printValue(`${name}: rate`, (rows / spentMs) * 1_000, 'rows/s')
  printValue(`${name}: requests`, requestCount, 'requests')
}
// The first request of a process also loads code, so it is measured separately.
await measureBlocking('first request', () => broker.call('listAllAssets', { cursor: null }, { purpose: 'background' }))
await walk('first walk')
skippedMs += 25 * 3_600_000
await walk('walk of the next day, nothing changed')
printValue('instruments known', cache.instruments.count(), 'rows')

const queries: Record<string, readonly string[]> = {
  'exact ticker': ['SBER', 'aapl', 'brk.b', 'MSFT', 'SiH6', 'AAPL@_SPBX'],
  prefix: ['sb', 'gaz', 'micr', 'ap', 'ru000a1', 'ver'],
  'name words': ['sber bond', 'apple inc', 'bank energy', 'газпром нефть', 'etf sber', 'motor ford'],
  isin: ['US0378331005', 'RU0009029540', 'us5949181045', 'RU0007661625'],
  transliterated: ['газпром', 'gazprom', 'сбер', 'яндекс', 'lukoil', 'эпл'],
  'other keyboard': ['ыиук', 'ufpghjv', 'ффзд'],
  typo: ['gazprmo', 'сбербнак', 'mircosoft', 'berkshre hatawey', 'nestel', 'лукоил'],
  'inside a word': ['бербанк', 'soft', 'thaway', 'екс'],
  'one letter': ['a', 's', 'г', 'f', '5'],
  'type alone': ['options', 'bond', 'акции'],
  'no hit': ['zzzzqqqq', 'qwxzqw vbnmzz', 'хщзжкк', '9999999999'],
}
const blocking = watchBlocking()
blocking.start()
for (const [name, texts] of Object.entries(queries)) {
  const search = (run: number) =>
    client.call('instruments.search', { text: texts[run % texts.length] ?? '', limit: 20 })
  await compare(name, runs, search, null)
}
blocking.stop()
blocking.print('search')
globalThis.gc?.()
printValue('memory of the process', process.memoryUsage().rss / 1e6, 'MB')

await broker.close()
service.kill()
await profile.close()
printValue('file', statSync(cachePath).size / 1e6, 'MB')
rmSync(directory, { recursive: true, force: true })
