import { closeOpenDatabases } from '../sqlite/open-databases.ts'
import type { Clock } from '../time/clock.ts'
import type { Log } from './log.ts'

export const closingDeadlineMs = 10_000

interface ClosingOptions {
  /** Its timers must keep the process running, because a pending promise alone does not. */
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'logFault' | 'note'>
  readonly deadlineMs?: number
}

/**
 * Returns a function that closes the data once, even if it is called several times, and resolves at the deadline at the latest:
 * `true` if everything is closed. It never rejects. If closing is late or fails, this is logged and the databases are closed at
 * once: the caller then ends the process.
 */
export function createTimedClose(
  close: () => Promise<unknown>,
  { clock, log, deadlineMs = closingDeadlineMs }: ClosingOptions,
): () => Promise<boolean> {
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

  return () => (closing ??= closeInTime())
}
