import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'

/** A script of a test that writes a line and then changes files. */
export interface Victim {
  readonly script: URL
  readonly args: readonly string[]
}

/** Runs it in a process of its own and kills that after `killMs`; returns how long it worked, in ms. */
export async function runVictim({ script, args }: Victim, killMs = Infinity): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  const beganAt = performance.now()
  const timer = killMs === Infinity ? undefined : setTimeout(() => child.kill('SIGKILL'), killMs)
  await closed
  clearTimeout(timer)
  return performance.now() - beganAt
}

/** Random shares of a working time, the same in each run of a seed. */
export const randomShares = (count: number): number[] =>
  fc.sample(fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }), count)
