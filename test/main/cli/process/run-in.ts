import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { node } from '../../../../scripts/child.mjs'
import { builtFile } from '../../../fakes/thread-files.ts'
import type { Ended } from '../run-cli.ts'

/** The programs that a user can start, from the build or from source. */
export const programs = {
  cli: fileURLToPath(builtFile('cli', new URL('../../../../src/main/cli.ts', import.meta.url))),
  web: fileURLToPath(builtFile('web', new URL('../../../../src/main/web.ts', import.meta.url))),
  app: fileURLToPath(builtFile('index', new URL('../../../../src/main/entry.ts', import.meta.url))),
  contract: fileURLToPath(
    builtFile('contract-print', new URL('../../../../src/main/contract-print.ts', import.meta.url)),
  ),
}

/** Only the administrator can start a process of another user. */
export const canChangeUser = process.getuid?.() === 0

/** A user without a name and without a home folder, as in a container. */
export const nobody = { uid: 54_321, gid: 54_321 }

interface Surroundings {
  readonly user?: typeof nobody
  readonly env?: NodeJS.ProcessEnv
  /** Nobody reads standard output. */
  readonly isUnread?: boolean
}

/** Runs a program with exactly this environment, to its end. */
export function runIn(program: string, args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const { user = {}, env = {}, isUnread = false } = surroundings
  return new Promise((resolve, reject) => {
    const child = spawn(node, [program, ...args], { env: { PATH: process.env['PATH'], ...env }, ...user })
    let [output, errors] = ['', '']
    if (isUnread) child.stdout.destroy()
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, errors }))
  })
}
