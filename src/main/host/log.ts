import type { Clock } from '../time/clock.ts'
import { describeFault } from './fault.ts'
import { appendToLog } from './log-file.ts'
import { redact } from './redact.ts'

/** The log of this process: each entry goes to standard error and, once the data directory is known, to its log file. */
export class Log {
  readonly #clock: Pick<Clock, 'now'>
  #dataDir: string | null = null

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** From now on entries are also kept in the log file of this data directory. */
  keepIn(dataDir: string): void {
    this.#dataDir = dataDir
  }

  /** Logs an internal error: its place, class and stack frames. Never its message, which may contain a secret. */
  readonly logFault = (where: string, error: unknown): void => this.note(describeFault(where, error))

  /** Logs a text of ours. What looks like a secret is removed from it. Never throws. */
  readonly note = (text: string): void => {
    const entry = redact(text)
    process.stderr.write(`tidemark: ${entry}\n`)
    if (this.#dataDir === null) return
    appendToLog(this.#dataDir, `${new Date(this.#clock.now()).toISOString()} ${entry}\n`)
  }
}

/**
 * Ignores write errors of standard output and standard error. Whoever reads them may exit first, and without a listener the
 * next write would be an uncaught exception: it ends the web host, and Electron shows a modal error box.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
