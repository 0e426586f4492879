import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The calls by which the code of this app changes files. SQLite writes without them. */
const changing = ['writeFileSync', 'renameSync', 'rmSync', 'copyFileSync', 'linkSync', 'mkdirSync'] as const

class Dead extends Error {}

/**
 * Runs something that must not wait for anything while the given write, counted from 1, and all later ones do not happen: what
 * follows a kill cannot tidy up either. Returns the number of writes when it came to its end, else null.
 */
export function dyingAt(fatal: number, run: () => void): number | null {
  const disk = breakAt(fatal)
  try {
    run()
    return disk.writes()
  } catch (error) {
    return disk.afterDeath(error)
  } finally {
    disk.mend()
  }
}

/** Like `dyingAt`, for asynchronous code. Nothing else may write at the same time. */
export async function dyingWithin(fatal: number, run: () => Promise<void>): Promise<number | null> {
  const disk = breakAt(fatal)
  try {
    await run()
    return disk.writes()
  } catch (error) {
    return disk.afterDeath(error)
  } finally {
    disk.mend()
  }
}

function breakAt(fatal: number) {
  const originals = changing.map((name) => [name, fs[name]] as const)
  const open = fs.openSync
  let writes = 0
  const count = (): void => {
    if (++writes >= fatal) throw new Dead('the process is dead')
  }
  for (const [name, original] of originals) Reflect.set(fs, name, counting(original, count))
  // Opening for reading changes nothing.
  Reflect.set(fs, 'openSync', (path: string, flags: string, mode?: number) => {
    if (flags !== 'r') count()
    return open(path, flags, mode)
  })
  syncBuiltinESMExports()
  return {
    writes: () => writes,
    /** `null` for an error caused by the dead disk; rethrows an earlier error. */
    afterDeath(error: unknown): null {
      if (writes < fatal) throw error
      return null
    },
    mend() {
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
