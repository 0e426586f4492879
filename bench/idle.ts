// `npm run bench -- idle [--hours N] [--size small|typical|whale] [--settle-s N] [--closed-hours N] [--no-electron]
// [--only-weeks] [--samples FILE]`: measures the memory of the app's processes without a window, simulated hours of an open
// market in the tray, and the requests while all markets are closed, on an ordinary day or in N hours after the close. Prints
// one JSON line per figure, with its target.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock, type Clock } from '#main/time/clock.ts'
import { buildIfStale } from '../scripts/build.mjs'
import { prepareElectron } from '../scripts/electron/runtime.mjs'
import { closedPhase, eveningOf, ordinaryDay, simulateDay } from './day/simulate-day.ts'
import { measureBareTray } from './idle/bare-tray.ts'
import { measureTray } from './idle/electron.ts'
import { readMemory, type Memory } from './idle/memory.ts'
import type { TrayTask, TraySample, TrayMessage } from './idle/tray-process.ts'
import { trendOf, type Point } from './idle/trend.ts'
import { readSizes, seedData, type SeededData } from './start/seed.ts'
import { createHostStarter } from './start/web.ts'

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    size: { type: 'string' },
    'settle-s': { type: 'string', default: '150' },
    'closed-hours': { type: 'string' },
    'no-electron': { type: 'boolean' },
    'only-weeks': { type: 'boolean' },
    samples: { type: 'string' },
  },
})
const hours = Number(values.hours)
const settleMs = Number(values['settle-s']) * 1_000
const sizes = readSizes(values.size)
const targetMb = 130

const precise = (value: number): number => Number(value.toPrecision(3))
const round = (value: number): number => Math.round(value * 100) / 100
const report = (name: string, value: number, unit: string, target?: number): void =>
  console.log(JSON.stringify({ name, value: round(value), unit, ...(target === undefined ? {} : { target }) }))

/**
 * The clock of the service: the time of the computer until the simulated monitor is ahead of it, then the time of the monitor.
 */
function createFollowingClock(): Clock & { set(now: number): void } {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    after: (delayMs, run) => systemClock.after(delayMs, run),
    set: (now) => (ahead = Math.max(ahead, now - Date.now())),
  }
}

/** Runs the monitor in the tray. Returns a sample for each quarter of an hour. */
async function runInTray(
  { dataDir, baseUrl, secret }: SeededData,
  clock: { set(now: number): void },
): Promise<TraySample[]> {
  const samples: TraySample[] = []
  const child = fork(join(import.meta.dirname, 'idle', 'tray-process.ts'), { execArgv: ['--expose-gc'] })
  child.on('message', (message: TrayMessage) => {
    if ('sample' in message) samples.push(message.sample)
    else clock.set(message.now)
    if ('sample' in message && values.samples !== undefined)
      appendFileSync(values.samples, `${JSON.stringify(message.sample)}\n`)
  })
  const task: TrayTask = { dataDir, baseUrl, secret, hours }
  child.send(task)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the process in the tray ended with ${String(code)}`)
  return samples
}

/** A slope counts as growth when it is above twice its error. */
function describeTrend(points: readonly Point[]): Readonly<Record<string, number | boolean | null>> {
  const { slope, standardError: error } = trendOf(points)
  return {
    slopePerHour: precise(slope),
    standardError: error === null ? null : precise(error),
    grows: error === null ? null : slope > 2 * error,
  }
}

const lastDayHours = 24

/**
 * Prints a figure at its beginning and end, and its slope with its error: over the last two thirds of the time, and over the
 * last day where there is more than a day.
 */
function reportHeld(size: string, name: string, points: readonly Point[]): void {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  const [from, to] = [first.value, last.value].map(round)
  const since = (start: number) => describeTrend(points.filter(({ hours: at }) => at >= start))
  const lastDay = last.hours > lastDayHours ? { lastDay: since(last.hours - lastDayHours) } : {}
  console.log(JSON.stringify({ name: `${size}: ${name}`, from, to, ...since(last.hours / 3), ...lastDay }))
}

function reportTray(size: string, samples: readonly TraySample[]): void {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) throw new Error('the process in the tray sent no samples')
  const reportForSize: typeof report = (name, ...figure) => report(`${size}: ${name}`, ...figure)
  reportForSize('simulated hours of open market in the tray', last.hours, 'h')
  for (const name of Object.keys(last.held)) {
    const points = samples.map(({ hours: at, held }) => ({ hours: at, value: held[name] ?? 0 }))
    reportHeld(size, name, points)
  }
  reportForSize('CPU time an hour', (last.cpuMs - first.cpuMs) / last.hours / 1_000, 's/h')
  reportForSize('wake-ups a minute', (last.timers - first.timers) / last.hours / 60, '/min')
  for (const [name, count] of Object.entries(last.requests).sort(([, a], [, b]) => b - a))
    reportForSize(`requests an hour, market open: ${name}`, (count - (first.requests[name] ?? 0)) / last.hours, '/h')
  reportForSize('faults', last.faults, 'faults', 0)
}

async function reportClosed(): Promise<void> {
  const day = values['closed-hours'] === undefined ? ordinaryDay : eveningOf(Number(values['closed-hours']))
  const closed = (await simulateDay(day)).find(({ phase }) => phase === closedPhase)
  if (closed === undefined) throw new Error('the day has no night')
  for (const [name, count] of Object.entries(closed.byPurpose).sort(([, a], [, b]) => b - a))
    report(`requests an hour, all closed: ${name}`, count / closed.hours, '/h')
  report('requests a minute, all closed, no window', closed.perHour / 60, '/min', 0)
}

function reportMemory(name: string, { rssMb, ownMb, peakMb }: Memory, target?: number): void {
  report(`${name}: RSS`, rssMb, 'MB', target)
  report(`${name}: private memory without files`, ownMb, 'MB')
  report(`${name}: peak RSS`, peakMb, 'MB')
}

/** The memory of the idle web host process. */
async function measureHost(seeded: SeededData): Promise<Memory> {
  const host = await createHostStarter(seeded)()
  try {
    await wait(settleMs)
    return readMemory(host.pid)
  } finally {
    await host.stop()
  }
}

await buildIfStale()
const onlyWeeks = values['only-weeks'] === true
const electron = values['no-electron'] === true || onlyWeeks ? { missing: 'not requested' } : await prepareElectron()
const folder = mkdtempSync(join(tmpdir(), 'tidemark-idle-'))
try {
  // The minimum for any Electron app in the tray, for comparison.
  if (!('missing' in electron))
    reportMemory('Electron with only a tray icon', await measureBareTray(electron.executablePath, settleMs))
  for (const size of sizes) {
    const clock = createFollowingClock()
    const seeded = await seedData(size, join(folder, size), clock)
    try {
      if (!onlyWeeks) {
        reportMemory(`${size}: web host, no window`, await measureHost(seeded), targetMb)
        const name = `${size}: Electron's main process, in the tray`
        if ('missing' in electron)
          console.log(JSON.stringify({ name, value: null, unit: 'MB', reason: electron.missing }))
        else reportMemory(name, await measureTray(seeded, settleMs), targetMb)
      }
      reportTray(size, await runInTray(seeded, clock))
    } finally {
      await seeded.close()
    }
  }
  if (!onlyWeeks) await reportClosed()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
