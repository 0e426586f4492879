import { join } from 'node:path'
import type { z } from 'zod'
import { node, plainEnv, run } from '../../../scripts/child.mjs'

/** Shorter than the timeout of the tests, so that the error of the bench is reported. */
const maxMs = 280_000

/**
 * Runs a small version of a bench and returns its lines, parsed with `figure`. Throws when the bench fails or prints a line
 * that is not a figure, such as the report of an internal fault.
 */
export async function runBench<T>(name: string, args: readonly string[], figure: z.ZodType<T>): Promise<readonly T[]> {
  const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'bench.mjs')
  const { NODE_ENV: _, ...env } = plainEnv()
  const { ok, timedOut, output } = await run(node, [script, name, ...args], { env, timeoutMs: maxMs })
  if (!ok) throw new Error(`The bench ${name} ${timedOut ? 'did not end' : 'failed'}: ${output}`)
  return (
    output
      .trimEnd()
      .split('\n')
      // The download of a runtime and the rounds of `all` report their progress on standard error.
      .filter((line) => !/^(Downloading Electron|round \d)/.test(line))
      .map((line) => {
        const { data, error } = figure.safeParse(readJson(line))
        if (data === undefined) throw new Error(`The bench ${name} printed “${line}”: ${error?.message ?? ''}`)
        return data
      })
  )
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
