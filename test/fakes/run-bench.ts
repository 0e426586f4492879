import { join } from 'node:path'
import type { z } from 'zod'
import { node, plainEnv, run } from '../../scripts/child.mjs'

/** Sooner than a test of its own would be given up. */
const mostMs = 110_000

/**
 * Runs a bench in small and answers with its lines, each of this shape. Throws where it fails, or says anything that is no
 * figure: what went wrong inside, say.
 */
export async function runBench<T>(name: string, args: readonly string[], figure: z.ZodType<T>): Promise<readonly T[]> {
  const script = join(import.meta.dirname, '..', '..', 'bench', `${name}.ts`)
  const { NODE_ENV: _, ...env } = plainEnv()
  const { ok, timedOut, output } = await run(node, [script, ...args], { env, timeoutMs: mostMs })
  if (!ok) throw new Error(`The bench ${name} ${timedOut ? 'did not end' : 'failed'}: ${output}`)
  return output
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { data, error } = figure.safeParse(readJson(line))
      if (data === undefined) throw new Error(`The bench ${name} printed “${line}”: ${error?.message ?? ''}`)
      return data
    })
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
