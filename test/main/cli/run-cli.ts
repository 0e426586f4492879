import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { node } from '../../../scripts/child.mjs'
import { builtFile } from '../../fakes/thread-files.ts'

export const cli = fileURLToPath(builtFile('cli', new URL('../../../src/main/cli.ts', import.meta.url)))
const many = fileURLToPath(new URL('run-many.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

interface ProcessOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly nodeArgs?: readonly string[]
}

/** Runs the command line in its own process. */
export const runCli = (args: readonly string[], options: ProcessOptions = {}): Promise<Ended> =>
  runScript([cli, ...args], options)

/** Runs commands one after another in one process, from source. Fails if the process does not run all of them. */
export async function runMany(calls: readonly (readonly string[])[], options: ProcessOptions = {}): Promise<Ended[]> {
  const { output, errors } = await runScript([many, JSON.stringify(calls)], options)
  const [outputs, ownErrors] = [output, errors].map((text) => text.split(/\f(\d+)\n/))
  if (outputs?.length !== 2 * calls.length + 1) throw new Error(`${output}\n${errors}`)
  return calls.map((_, index) => ({
    code: Number(outputs[2 * index + 1]),
    output: outputs[2 * index] ?? '',
    errors: ownErrors?.[2 * index] ?? '',
  }))
}

function runScript(scriptAndArgs: readonly string[], { env = {}, nodeArgs = [] }: ProcessOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...nodeArgs, ...scriptAndArgs], { env: { ...process.env, ...env } })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, errors }))
  })
}
