import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node } from '../../../scripts/child.mjs'

export const cli = fileURLToPath(new URL('../../../src/main/cli.ts', import.meta.url))

/** The compiled sources are kept between runs. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'tidemark-test-compiled') }

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs the command line in its own process, from source. */
export function runCli(
  args: readonly string[],
  { env = {}, nodeArgs = [] }: { readonly env?: NodeJS.ProcessEnv; readonly nodeArgs?: readonly string[] } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...nodeArgs, cli, ...args], { env: { ...process.env, ...compiled, ...env } })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, errors }))
  })
}

/** The rows of a command's JSON output. Throws its standard error when it fails. */
export async function readRows(args: readonly string[]): Promise<Record<string, unknown>[]> {
  const { code, output, errors } = await runCli([...args, '--format', 'json'])
  if (code !== 0 && code !== 1) throw new Error(errors)
  const rows: unknown = JSON.parse(output)
  if (!Array.isArray(rows)) throw new Error(`not a list: ${output}`)
  return rows.map((row: unknown) => Object.fromEntries(Object.entries(row ?? {})))
}
