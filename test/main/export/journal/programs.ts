import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

type Program = 'hledger' | 'ledger' | 'bean-check' | 'bean-query'

const isThere = (program: Program): boolean => spawnSync(program, ['--version'], { env }).error === undefined

/** The names of rows are in Russian, so the programs need a UTF-8 locale. */
const env = { PATH: process.env['PATH'], HOME: '/nonexistent', LC_ALL: 'C.UTF-8' }

/** A test that needs these programs. `npm test` installs them if it can; otherwise it names the skipped tests. */
export const testWith = (...programs: readonly Program[]) => test.skipIf(!programs.every(isThere))

/** Writes a journal to a file; returns its path. */
export function writeJournal(text: string, ending = 'journal'): string {
  const path = join(makeTemporaryDirectory(), `export.${ending}`)
  writeFileSync(path, text)
  return path
}

/** The output of a program. Throws its message if it fails or warns. */
export function run(program: Program, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0 || stderr.trim() !== '')
    throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`.slice(0, 4_000))
  return stdout
}
