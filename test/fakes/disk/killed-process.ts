import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'

/** A test script that prints a line and then changes files. */
export interface Victim {
  readonly script: URL
  readonly args: readonly string[]
}

/** Runs the script in a separate process and kills it `killMs` after its first line; returns the time from that line to its end, in ms. */
export async function runVictim({ script, args }: Victim, killMs = Infinity): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  const startedAt = performance.now()
  const timer = killMs === Infinity ? undefined : setTimeout(() => child.kill('SIGKILL'), killMs)
  await closed
  clearTimeout(timer)
  return performance.now() - startedAt
}

/** Random fractions of the working time; the same seed gives the same fractions. */
export const randomShares = (count: number): number[] =>
  fc.sample(fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }), count)
