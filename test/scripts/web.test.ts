import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultExitCode } from '#main/host/process-end.ts'
import { serveWeb } from '../../scripts/web.mjs'
import { makeTemporaryDirectory } from '../fakes/temporary-directory.ts'

/** Serves with a host that exits with each of these codes in turn; returns the last code and how often it ran. */
async function serve(...codes: readonly number[]) {
  const folder = makeTemporaryDirectory()
  const [script, runs] = [join(folder, 'host.mjs'), join(folder, 'runs')]
  appendFileSync(runs, '')
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs'
    const [, , runs, ...codes] = process.argv
    const run = readFileSync(runs, 'utf8').length
    appendFileSync(runs, 'x')
    process.exit(Number(codes[run]))`,
  )
  const code = await serveWeb([runs, ...codes.map(String)], script)
  return { code, runs: readFileSync(runs, 'utf8').length }
}

test('the web host starts again once after a fatal fault', async () => {
  expect(await serve(faultExitCode, 0)).toEqual({ code: 0, runs: 2 })
  expect(await serve(faultExitCode, faultExitCode, 0)).toEqual({ code: faultExitCode, runs: 2 })
})

test('the web host does not start again after it was quit or could not start', async () => {
  expect(await serve(0, 0)).toEqual({ code: 0, runs: 1 })
  expect(await serve(1, 0)).toEqual({ code: 1, runs: 1 })
})
