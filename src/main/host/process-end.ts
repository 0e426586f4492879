import type { Worker } from 'node:worker_threads'
import { m } from '#shared/messages/messages.js'
import { closeOpenDatabases } from '../sqlite/open.ts'
import type { Clock } from '../time/clock.ts'
import type { Log } from './log.ts'

/** What a host does after an error that nothing handled. */
interface FatalFaultOptions {
  readonly log: Pick<Log, 'logFault'>
  readonly closing: TimedClose
  /** Ends the process, and may start it again. */
  readonly end: () => void
}

/**
 * After an error that nothing handled the state of the process is unknown: it is logged, the data is closed and the process
 * ends. An error that ends a thread is only logged: the caller gets the error, and the thread starts again.
 */
export function endOnFatalFault({ log, closing, end }: FatalFaultOptions): void {
  const endAfter = (where: string) => (error: unknown) => {
    log.logFault(where, error)
    // A process that closes ends anyway. If the user quit it, it must not start again.
    if (!closing.hasBegun()) void closing.close().then(end)
  }
  process.on('uncaughtException', endAfter('an uncaught exception'))
  process.on('unhandledRejection', endAfter('an unhandled rejection'))
  // Without a listener, the error of a thread is an uncaught exception here.
  process.on('worker', (thread: Worker) => thread.on('error', (error: unknown) => log.logFault('a thread', error)))
}

/** The exit code of the web host after a fatal fault (EX_SOFTWARE): its launcher may start it again. */
export const faultExitCode = 70

/** What the user reads if Tidemark does not restart by itself. */
export const describeStop = (logFile: string): string => m.host_tidemark_stopped({ logFile })

const closingDeadlineMs = 10_000

interface ClosingOptions {
  /** Its timers must keep the process running, because a pending promise alone does not. */
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'logFault' | 'note'>
  readonly deadlineMs?: number
}

export interface TimedClose {
  /**
   * Closes the data once, even if it is called several times, and resolves at the deadline at the latest: `true` if everything
   * is closed. It never rejects. If closing is late or fails, this is logged and the databases are closed at once: the caller
   * then ends the process.
   */
  readonly close: () => Promise<boolean>
  readonly hasBegun: () => boolean
}

export function createTimedClose(
  close: () => Promise<unknown>,
  { clock, log, deadlineMs = closingDeadlineMs }: ClosingOptions,
): TimedClose {
  let closing: Promise<boolean> | null = null

  async function closeInTime(): Promise<boolean> {
    let stopTimer = (): void => undefined
    const deadline = new Promise<boolean>((resolve) => {
      stopTimer = clock.after(deadlineMs, () => {
        log.note(`closing takes longer than ${deadlineMs} ms: unfinished work is abandoned`)
        resolve(false)
      })
    })
    try {
      return await Promise.race([close().then(() => true), deadline])
    } catch (error) {
      log.logFault('closing', error)
      return false
    } finally {
      closeOpenDatabases()
      stopTimer()
    }
  }

  return { close: () => (closing ??= closeInTime()), hasBegun: () => closing !== null }
}
