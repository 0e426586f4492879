// A vitest reporter: writes the result of each test file as JSON into `TIDEMARK_TEST_REPORT`.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {import('./results.mjs').FileResult} FileResult */

/** @param {{ message: string, stack?: string } | undefined} error */
const textOf = (error) => stripVTControlCharacters(error?.stack ?? error?.message ?? '')

/** @param {import('vitest/node').TestModule} file @returns {FileResult} */
const resultOf = (file) => ({
  file: file.relativeModuleId,
  tests: [...file.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    return { name: test.fullName, state, error: textOf(errors[0]) }
  }),
  // Also those of its hooks and suites, which belong to no test.
  errors: [file, ...file.children.allSuites()].flatMap((part) => part.errors()).map(textOf),
})

export default class Report {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly (import('vitest').SerializedError & { VITEST_TEST_PATH?: string })[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map(resultOf)
    for (const error of unhandledErrors) {
      const index = modules.findIndex(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)
      const file = files[index] ?? { file: 'between tests', tests: [], errors: [] }
      file.errors.push(textOf(error))
      if (index < 0) files.push(file)
    }
    writeFileSync(process.env['TIDEMARK_TEST_REPORT'] ?? '', JSON.stringify(files))
  }
}
