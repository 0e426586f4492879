import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The functions with which the code of this app changes files. SQLite does not use them. */
const changing = ['writeFileSync', 'renameSync', 'rmSync', 'copyFileSync', 'linkSync', 'mkdirSync'] as const

class Dead extends Error {}

/**
 * Runs synchronous code in which the write with the number `fatal` (the first is 1) and all later writes throw: after a kill,
 * no clean-up runs either. Returns the number of writes if the code ends without an error, otherwise null.
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
