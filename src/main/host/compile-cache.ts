import { mkdirSync } from 'node:fs'
import * as nodeModule from 'node:module'
import type { Clock } from './clock.ts'

/** So long after the start the code that a start needs has been compiled. */
const compiledByMs = 15_000

/**
 * Keeps what V8 compiled in a folder for the next start of this process: a third of its time. Only code that is imported
 * after this call counts. Where the runtime cannot (before Node 22.1), or the folder cannot be made, nothing changes.
 * Not for the packaged app, whose code must come out of its signed archive alone.
 */
export function keepCompiled(folder: string, clock: Clock): void {
  if (!('enableCompileCache' in nodeModule)) return
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return // The data directory is looked at, and spoken of, later.
  }
  nodeModule.enableCompileCache(folder)
  // Node writes it down as it exits; a host that is killed should have it too.
  if ('flushCompileCache' in nodeModule) clock.after(compiledByMs, () => nodeModule.flushCompileCache())
}
