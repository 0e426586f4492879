import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The functions with which the code of this app changes files. SQLite does not use them. */
const changingFunctions = ['writeFileSync', 'renameSync', 'rmSync', 'copyFileSync', 'linkSync', 'mkdirSync'] as const

class ProcessKilled extends Error {}

/**
 * Simulates a kill of the process: in synchronous code the write with the number `firstFailing` (the first is 1) and all later
 * writes throw, so that no clean-up can write. Returns the number of writes if the code ends without an error, otherwise null.
 */
export function failAtWrite(firstFailing: number, run: () => void): number | null {
  const disk = failFrom(firstFailing)
  try {
    run()
    return disk.writes()
  } catch (error) {
    return disk.ignoreKill(error)
  } finally {
    disk.restore()
  }
}

/** Like `failAtWrite`, for asynchronous code. Nothing else may write at the same time. */
export async function failAtWriteAsync(firstFailing: number, run: () => Promise<void>): Promise<number | null> {
  const disk = failFrom(firstFailing)
  try {
    await run()
    return disk.writes()
  } catch (error) {
    return disk.ignoreKill(error)
  } finally {
    disk.restore()
  }
}

function failFrom(firstFailing: number) {
  const originals = changingFunctions.map((name) => [name, fs[name]] as const)
  const open = fs.openSync
  let writes = 0
  const count = (): void => {
    if (++writes >= firstFailing) throw new ProcessKilled('the process was killed')
  }
  for (const [name, original] of originals) Reflect.set(fs, name, counting(original, count))
  // A file that is opened for reading is not changed.
  Reflect.set(fs, 'openSync', (path: string, flags: string, mode?: number) => {
    if (flags !== 'r') count()
    return open(path, flags, mode)
  })
  syncBuiltinESMExports()
  return {
    writes: () => writes,
    /** Returns `null` for an error after the simulated kill; rethrows an earlier error. */
    ignoreKill(error: unknown): null {
      if (writes < firstFailing) throw error
      return null
    },
    restore() {
      for (const [name, original] of originals) Reflect.set(fs, name, original)
      Reflect.set(fs, 'openSync', open)
      syncBuiltinESMExports()
    },
  }
}

const counting =
  (original: (...args: never[]) => unknown, count: () => void) =>
  (...args: never[]): unknown => {
    count()
    return original(...args)
  }
