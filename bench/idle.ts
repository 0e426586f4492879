// `npm run bench -- idle [--hours N]`: simulated hours of open market in the tray, with no window; what is asked while all is closed; and
// what the built web host's process holds. One JSON line a figure, with its target.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.mjs'
import { systemClock, type Clock } from '../src/main/clock.ts'
import { ordinaryDay, simulateDay } from './day/simulate-day.ts'
import type { TrayOrders, TraySample, TrayWord } from './idle/tray-process.ts'
import { hostOf } from './start/web.ts'
import { seedData, type SeededData } from './start/seed.ts'

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '8' }, 'settle-s': { type: 'string', default: '60' } },
})
const hours = Number(values.hours)
/** What is read and compiled at first is not growth. */
const warmUpHours = Math.min(1, hours / 4)

const round = (value: number): number => Math.round(value * 100) / 100
const report = (name: string, value: number, unit: string, target?: number): void =>
  console.log(JSON.stringify({ name, value: round(value), unit, ...(target === undefined ? {} : { target }) }))

/** The service's time: the computer's, until the monitor leaps ahead of it. */
function createFollowingClock(): Clock & { set(now: number): void } {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    after: (delayMs, run) => systemClock.after(delayMs, run),
    set: (now) => (ahead = Math.max(ahead, now - Date.now())),
  }
}

/** Lives in the tray, and answers how it stood each quarter of an hour. */
async function liveInTray(
  { dataDir, baseUrl, secret }: SeededData,
  clock: { set(now: number): void },
): Promise<TraySample[]> {
  const samples: TraySample[] = []
  const child = fork(join(import.meta.dirname, 'idle', 'tray-process.ts'), { execArgv: ['--expose-gc'] })
  child.on('message', (word: TrayWord) => {
    if ('sample' in word) samples.push(word.sample)
    else clock.set(word.now)
  })
  const orders: TrayOrders = { dataDir, baseUrl, secret, hours }
  child.send(orders)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the process in the tray ended with ${String(code)}`)
  return samples
}

/** Least squares: what a figure grows by in an hour. */
function slopeOf(samples: readonly TraySample[], read: (sample: TraySample) => number): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
  const x = mean(samples.map((one) => one.hours))
  const y = mean(samples.map(read))
  const spread = samples.reduce((sum, one) => sum + (one.hours - x) ** 2, 0)
  return samples.reduce((sum, one) => sum + (one.hours - x) * (read(one) - y), 0) / spread
}

function reportTray(samples: readonly TraySample[]): void {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) throw new Error('the process in the tray told nothing')
  const steady = samples.filter((one) => one.hours >= warmUpHours)
  report('simulated hours of open market in the tray', last.hours, 'h')
  report('RSS at the start (with the TypeScript loader)', first.rssMb, 'MB')
  report('RSS at the end (with the TypeScript loader)', last.rssMb, 'MB')
  report(
    'RSS slope after the first hour',
    slopeOf(steady, ({ rssMb }) => rssMb),
    'MB/h',
    0,
  )
  report('heap at the end', last.heapMb, 'MB')
  report(
    'heap slope after the first hour',
    slopeOf(steady, ({ heapMb }) => heapMb),
    'MB/h',
    0,
  )
  report('CPU time an hour', (last.cpuMs - first.cpuMs) / last.hours / 1_000, 's/h')
  report('timers fired a minute', (last.timers - first.timers) / last.hours / 60, '/min')
  for (const [name, count] of Object.entries(last.requests).sort(([, a], [, b]) => b - a))
    report(`requests an hour, market open: ${name}`, (count - (first.requests[name] ?? 0)) / last.hours, '/h')
  report('faults', last.faults, 'faults', 0)
}

async function reportClosed(): Promise<void> {
  const closed = (await simulateDay(ordinaryDay)).find(({ phase }) => phase === 'closed, hidden in the tray')
  if (closed === undefined) throw new Error('the day has no night')
  for (const [name, count] of Object.entries(closed.byPurpose).sort(([, a], [, b]) => b - a))
    report(`requests an hour, all closed: ${name}`, count / closed.hours, '/h')
  report('requests a minute, all closed, no window', closed.perHour / 60, '/min', 0)
}

/** What a process of the product holds once it has nothing more to do. */
async function reportHost(seeded: SeededData): Promise<void> {
  const host = await hostOf(seeded)()
  try {
    await wait(Number(values['settle-s']) * 1_000)
    const read = (field: string): number =>
      (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${host.pid}/status`, 'utf8'))?.[1]) *
        1_024) /
      1e6
    report('RSS of the web host, no window', read('VmRSS'), 'MB', 130)
    report('RSS of the web host at its most', read('VmHWM'), 'MB')
  } finally {
    await host.stop()
  }
}

await buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'tidemark-idle-'))
const clock = createFollowingClock()
const seeded = await seedData('typical', join(folder, 'data'), clock)
try {
  await reportHost(seeded)
  reportTray(await liveInTray(seeded, clock))
  await reportClosed()
} finally {
  await seeded.close()
  rmSync(folder, { recursive: true, force: true })
}
