import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { asOrdinaryUser } from './ordinary-user.ts'

/** The environment of a command on a computer without a screen: no display, no bus, no keyring. */
const bareEnv = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  LANG: 'C.UTF-8',
})

export interface Finished {
  readonly code: number | null
  readonly output: string
  readonly errors: string
  readonly durationMs: number
}

/** Runs a command of the package as an ordinary user to its end. */
export function runPacked(launcher: string, home: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const [file, ...rest] = asOrdinaryUser(launcher, args)
    const child = spawn(file, rest, { env: bareEnv(home), cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, errors, durationMs: performance.now() - startedAt }))
  })
}

/** The transport with which the client of the SDK starts the package's assistant server. */
export function packedTransport(launcher: string, home: string, args: readonly string[]): StdioClientTransport {
  const [command, ...rest] = asOrdinaryUser(launcher, args)
  return new StdioClientTransport({ command, args: rest, env: bareEnv(home), cwd: home })
}
