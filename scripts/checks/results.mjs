// Results of test files: their counts, and what a second run of a failed file means.

/**
 * @typedef {object} FileResult
 * @property {string} file
 * @property {{ name: string, state: string, error: string }[]} tests
 * @property {string[]} errors what failed outside a test: loading the file, a hook, an error that nothing caught
 */

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} [reason] why tests were skipped
 * @property {string} [output] what the tests printed, where it was not shown while they ran
 * @property {readonly string[]} [failures] one line for each failed test: its file, its name and the beginning of its error
 * @property {readonly string[]} [flaky] one line for each file that failed and then passed: its name and its failed tests
 */

export const maxFlaky = 3
const maxFailureLength = 400

/** @param {FileResult} result */
const failedTests = ({ tests }) => tests.filter(({ state }) => state === 'failed')

/** @param {FileResult} result */
export const isFailed = (result) => failedTests(result).length > 0 || result.errors.length > 0

/** @param {string} text */
const line = (text) => text.replaceAll(/\s+/g, ' ').slice(0, maxFailureLength)

/**
 * Counts the tests of these files. A file that fails without a failed test counts as one failed test.
 * @param {readonly FileResult[]} results
 * @returns {Count}
 */
export function countResults(results) {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  for (const result of results) {
    const failed = failedTests(result)
    const passed = result.tests.filter(({ state }) => state === 'passed').length
    count.passed += passed
    count.skipped += result.tests.length - passed - failed.length
    count.failed += Math.max(failed.length, result.errors.length > 0 ? 1 : 0)
    for (const { name, error } of failed) failures.push(line(`${result.file}: ${name}: ${error}`))
    for (const error of result.errors) failures.push(line(`${result.file}: ${error}`))
  }
  return { ...count, failures }
}

/**
 * Counts files of which the failed ones were run once more: the second run counts, and a file that passed in it is flaky. A file
 * whose second run has no result keeps its first; faults of the second run outside these files count too.
 * @param {readonly FileResult[]} results
 * @param {readonly FileResult[]} repeated
 * @returns {Count}
 */
export function countRepeated(results, repeated) {
  const again = new Map(repeated.map((result) => [result.file, result]))
  const flaky = results.filter((result) => {
    const second = again.get(result.file)
    return isFailed(result) && second !== undefined && !isFailed(second)
  })
  const files = new Set(results.map(({ file }) => file))
  const others = repeated.filter(({ file }) => !files.has(file))
  return {
    ...countResults([...results.map((result) => again.get(result.file) ?? result), ...others]),
    flaky: flaky.map((result) => {
      const names = failedTests(result).map(({ name }) => name)
      return line(`${result.file}: ${(names.length > 0 ? names : result.errors).join('; ')}`)
    }),
  }
}

/**
 * The counts of all steps together. More than three flaky files count as one failed test.
 * @param {readonly Count[]} counts
 */
export function sumUp(counts) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const total = (key) => counts.reduce((sum, count) => sum + count[key], 0)
  const flaky = counts.flatMap((count) => count.flaky ?? [])
  const isTooFlaky = flaky.length > maxFlaky
  return {
    ...{ passed: total('passed'), failed: total('failed') + (isTooFlaky ? 1 : 0), skipped: total('skipped') },
    ...{ flaky, isTooFlaky },
  }
}
