import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const ownName = /\.tidemark-(\d+)-[0-9a-f]{8}\.part$/

/** A name for a file next to `path` until it is complete. It contains the id of this process. */
export const unfinishedPath = (path: string): string =>
  `${path}.tidemark-${process.pid}-${randomBytes(4).toString('hex')}.part`

/** Removes the files that processes which were killed left in a folder under names of `unfinishedPath`. Never throws. */
export function removeAbandoned(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] = ownName.exec(name) ?? []
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // The folder cannot be read or written: the file that is written next reports it.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The incomplete files that this thread is writing. */
const unfinished = new Set<string>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let endsOnSignal = false

/**
 * For a program that ends at once when it gets a signal: from now on such a signal removes incomplete files first. Then, as without
 * an incomplete file, the system ends the program, so a shell sees 128 and the number of the signal.
 */
export function removeUnfinishedOnSignals(): void {
  endsOnSignal = true
}

/** Call before a file is created that is removed if this process ends before `forgetUnfinished`. */
export function noteUnfinished(path: string): void {
  if (unfinished.size === 0) {
    process.on('exit', removeUnfinished)
    if (endsOnSignal) for (const signal of signals) process.on(signal, endBy)
  }
  unfinished.add(path)
}

/** Call when the file is complete or removed. */
export function forgetUnfinished(path: string): void {
  unfinished.delete(path)
  if (unfinished.size === 0) stopListening()
}

function stopListening(): void {
  process.off('exit', removeUnfinished)
  for (const signal of signals) process.off(signal, endBy)
}

/** An exit of Node waits for the threads of V8, and has hung there; a signal that nobody takes ends the process at once. */
function endBy(signal: NodeJS.Signals): never {
  removeUnfinished()
  stopListening()
  // Windows has no signals between processes: there this would end the process with another exit code.
  if (process.platform !== 'win32') process.kill(process.pid, signal)
  process.exit(128 + constants.signals[signal])
}

function removeUnfinished(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true })
    } catch {
      // The next file that is written in this folder removes it.
    }
  }
}
