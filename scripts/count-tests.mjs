// Runs vitest and counts its tests from its report.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { node, run } from './child.mjs'

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} [reason] why tests were skipped
 * @property {string} [output] what the tests printed, where it was not shown while they ran
 * @property {readonly string[]} [failures] one line for each failed test: its file, its name and the beginning of its error
 */

/** Far above the slowest step on a slow machine: the unit tests take 10 minutes on a quiet one, and were seen to take 16 beside other work. */
const maxMinutes = 40

const root = fileURLToPath(new URL('..', import.meta.url))
const maxFailureLength = 400

/**
 * @typedef {object} FileResult
 * @property {string} name
 * @property {string} [message] why the file could not be loaded
 * @property {{ status: string, fullName: string, failureMessages?: string[] }[]} assertionResults
 */

/** @param {{ testResults: FileResult[] }} report @returns {string[]} */
const failuresIn = ({ testResults }) =>
  testResults.flatMap(({ name, message = '', assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const texts = failed.map(({ fullName, failureMessages }) => `${fullName.trim()}: ${failureMessages?.[0] ?? ''}`)
    return [...texts, ...(message === '' ? [] : [message])].map((text) =>
      stripVTControlCharacters(`${relative(root, name)}: ${text}`)
        .replaceAll(/\s+/g, ' ')
        .slice(0, maxFailureLength),
    )
  })

/**
 * Runs vitest projects and counts their tests. Their output is shown as they run, or returned.
 * @param {readonly string[]} projects
 * @param {{ env?: NodeJS.ProcessEnv, echo?: boolean }} [options]
 * @returns {Promise<Count>}
 */
export async function countTests(projects, { env = {}, echo = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  const reportPath = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const { code, timedOut, output } = await run(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects.map((name) => `--project=${name}`), ...reporters],
    { cwd: root, env: { ...process.env, ...env }, echo, timeoutMs: maxMinutes * 60_000 },
  )
  try {
    const report = JSON.parse(readFileSync(reportPath, 'utf8'))
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
    // A file that cannot be loaded, or an error between tests, fails the run without a failed test.
    const otherFailure = code !== 0 && numFailedTests === 0 ? 1 : 0
    const skipped = numPendingTests + numTodoTests
    const count = {
      ...{ passed: numPassedTests, failed: numFailedTests + otherFailure, skipped, failures: failuresIn(report) },
      ...(echo ? {} : { output }),
    }
    return skipped > 0 ? { ...count, reason: `${String(skipped)} tests skip themselves on this machine` } : count
  } catch {
    const reason = timedOut
      ? `stopped after ${String(maxMinutes)} min: the test file after the last one listed did not finish`
      : 'vitest wrote no report'
    return { passed: 0, failed: 1, skipped: 0, reason, ...(echo ? {} : { output }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
