// Runs vitest and counts its tests from its report.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node, run } from '../child.mjs'
import { countRepeated, countResults, isFailed } from './results.mjs'

/** @typedef {import('./results.mjs').Count} Count */
/** @typedef {import('./results.mjs').FileResult} FileResult */

/** Far above the slowest step on a slow machine. */
const maxMinutes = 40

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @typedef {object} Options
 * @property {readonly string[]} [files] only these; without them, all of the projects
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [echo] shows the output while the tests run, in place of returning it
 * @property {boolean} [repeats] runs each failed file once more, alone, after all of them
 */

/**
 * Runs vitest once. Without a report, `results` is null.
 * @param {readonly string[]} projects
 * @param {Options} options
 */
async function runOnce(projects, { files = [], env = {}, echo = true }) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  const report = join(folder, 'report.json')
  const args = [
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=scripts/checks/report.mjs',
  ]
  const { code, timedOut, output } = await run(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args, ...files],
    { cwd: root, env: { ...process.env, ...env, TIDEMARK_TEST_REPORT: report }, echo, timeoutMs: maxMinutes * 60_000 },
  )
  try {
    /** @type {FileResult[]} */
    const results = JSON.parse(readFileSync(report, 'utf8'))
    // Whatever else ended vitest with an error.
    if (code !== 0 && !results.some(isFailed))
      results.push({ file: 'vitest', tests: [], errors: [`ended with code ${String(code)}`] })
    return { results, timedOut, output }
  } catch {
    return { results: null, timedOut, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs vitest projects and counts their tests. Their output is shown as they run, or returned.
 * @param {readonly string[]} projects
 * @param {Options} [options]
 * @returns {Promise<Count>}
 */
export async function countTests(projects, options = {}) {
  const first = await runOnce(projects, options)
  let { output } = first
  /** @param {Count} count @returns {Count} */
  const withOutput = (count) => (options.echo === false ? { ...count, output } : count)
  if (first.results === null) {
    const reason = first.timedOut
      ? `stopped after ${String(maxMinutes)} min: the test file after the last one listed did not finish`
      : 'vitest wrote no report'
    return withOutput({ passed: 0, failed: 1, skipped: 0, reason })
  }
  /** @type {FileResult[]} */
  const repeated = []
  const failed = first.results.filter((result) => isFailed(result) && result.file.endsWith('.ts'))
  for (const { file } of options.repeats ? failed : []) {
    const second = await runOnce(projects, { ...options, files: [file] })
    output += second.output
    repeated.push(...(second.results ?? []))
  }
  const count = options.repeats ? countRepeated(first.results, repeated) : countResults(first.results)
  const reason = `${String(count.skipped)} tests skip themselves on this machine`
  return withOutput(count.skipped > 0 ? { ...count, reason } : count)
}
