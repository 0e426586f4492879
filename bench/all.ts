// `npm run bench -- all [--runs N] [--only NAME,NAME] [--small-only] [--record | --compare] [--baseline FILE]`: runs every bench
// with small numbers and the main ones with a million rows, N rounds of all. Times are ratios to a fixed calibration loop that
// runs before and after each bench. --record writes bench/baseline.json; --compare judges each figure against it, and fails if
// one is worse. Prints one JSON line per figure: its median and its spread.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.mjs'
import { node, plainEnv, run } from '../scripts/child.mjs'
import { compileMessages } from '../scripts/messages/compile.mjs'
import { readBaseline, writeBaseline, type Figures } from './all/baseline.ts'
import { calibrate } from './all/calibrate.ts'
import { isWorse, judge, spreadOf } from './all/judge.ts'
import { leaveOutMissing } from './all/not-run.ts'
import { millionRows, planOf, type Task } from './all/plan.ts'
import { readFigures, type Kind, type Reading } from './all/read-figures.ts'

const maxMs = 30 * 60_000
const own = join(import.meta.dirname, 'baseline.json')
const failed: string[] = []
const notRun = new Set<string>()
const calibrations: number[] = []
const kept = mkdtempSync(join(tmpdir(), 'tidemark-bench-kept-'))
// Also after an interruption.
process.on('exit', () => rmSync(kept, { recursive: true, force: true }))

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...{ runs: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
      ...{ record: { type: 'boolean' }, compare: { type: 'boolean' }, 'small-only': { type: 'boolean' } },
      baseline: { type: 'string', default: own },
    },
  })
  const { record = false, compare = false, 'small-only': isSmallOnly = false, baseline: path } = values
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number above 0, not ${values.runs}.`)
  if (record && compare) throw new Error('Either --record or --compare.')
  if (record && path === own && (values.only !== '' || isSmallOnly))
    throw new Error('The baseline has every bench: leave out --only and --small-only, or name a file with --baseline.')
  // Read before the measurement, which takes long.
  const baseline = compare ? readBaseline(path) : null
  const commit = readCommit()
  const plan = planOf(values.only === '' ? [] : values.only.split(','), isSmallOnly, kept)
  const tasks = await leaveOutMissing(plan, noteNotRun)
  await compileMessages()
  await buildIfStale()

  const figures = await measureRounds(tasks, runs)
  if (record) {
    if (failed.length > 0) throw new Error(`Nothing is recorded, because these failed: ${failed.join(', ')}.`)
    const head = { commit, node: process.version, runs, rows: millionRows, notRun: [...notRun].sort() }
    writeBaseline(path, { ...head, calibrationMs: spreadOf(calibrations).median, figures })
  }
  if (baseline === null) for (const [name, figure] of Object.entries(figures)) print({ name, ...figure })
  else compareAll(plan, baseline.figures, figures)
  if (failed.length > 0) process.exitCode = 1
}

/** Runs all tasks, then all again, so that a busy minute of the computer is not that of one bench alone. */
async function measureRounds(tasks: readonly Task[], runs: number): Promise<Figures> {
  const samples = new Map<string, { kind: Kind; values: number[] }>()
  // The first runs compile the loop.
  for (let warmUp = 0; warmUp < 3; warmUp++) calibrate()
  // A run that fills has another state of memory than those that copy, so it is not counted.
  for (const task of tasks.filter(({ options }) => options.includes('--kept'))) {
    console.error(`round 0 of ${runs}: ${task.name} fills its data`)
    await runTask(task)
  }
  for (let round = 1; round <= runs; round++) {
    let before = calibrate()
    for (const task of tasks) {
      const { name, bench } = task
      const startedAt = performance.now()
      const { ok, output } = await runTask(task)
      const spentS = ((performance.now() - startedAt) / 1_000).toFixed(0)
      const after = calibrate()
      const calibrationMs = (before + after) / 2
      before = after
      calibrations.push(after)
      console.error(`round ${round} of ${runs}: ${name}, ${spentS} s, calibration ${calibrationMs.toFixed(0)} ms`)
      const found = readFigures(bench, output)
      for (const line of found.notRun) noteNotRun(`${name}: ${line}`)
      if (!ok) {
        failed.push(name)
        console.error(`${name} failed: ${output.trimEnd().split('\n').slice(-12).join('\n')}`)
        continue
      }
      for (const reading of found.readings) {
        const key = `${name}: ${reading.name}`
        const sample = samples.get(key) ?? { kind: reading.kind, values: [] }
        sample.values.push(relate(reading, calibrationMs))
        samples.set(key, sample)
      }
    }
  }
  return Object.fromEntries([...samples].map(([name, { kind, values }]) => [name, { kind, ...spreadOf(values) }]))
}

function runTask({ bench, options }: Task) {
  return run(node, [join(import.meta.dirname, `${bench}.ts`), ...options], { env: plainEnv(), timeoutMs: maxMs })
}

/** A time in calibrations, a rate per calibration; all else does not depend on the speed of the computer. */
function relate({ kind, value }: Reading, calibrationMs: number): number {
  if (kind === 'time') return value / calibrationMs
  return kind === 'rate' ? (value * calibrationMs) / 1_000 : value
}

/** Compares the figures of the planned tasks. A figure of one that did not run today is missing. */
function compareAll(plan: readonly Task[], before: Figures, today: Figures): void {
  const isPlanned = (name: string): boolean => plan.some((task) => name.startsWith(`${task.name}: `))
  const worse: string[] = []
  for (const name of new Set([...Object.keys(before).filter(isPlanned), ...Object.keys(today)])) {
    const kind = today[name]?.kind ?? before[name]?.kind ?? 'count'
    const judged = judge(kind, before[name], today[name])
    if (isWorse(kind, judged.verdict)) worse.push(name)
    print({ name, kind, ...judged, baseline: withoutKind(before[name]), today: withoutKind(today[name]) })
  }
  if (worse.length === 0) return
  console.error(`Worse than the baseline:\n${worse.join('\n')}`)
  process.exitCode = 1
}

function withoutKind(figure: Figures[string] | undefined) {
  if (figure === undefined) return null
  const { kind: _, ...spread } = figure
  return spread
}

function noteNotRun(line: string): void {
  if (!notRun.has(line)) console.error(`Not run: ${line}`)
  notRun.add(line)
}

function readCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
}

function print(line: object): void {
  console.log(JSON.stringify(line))
}
