import { minuteMs } from '#shared/durations.ts'
import { keyFor } from '../../sqlite/keys.ts'
import type { WritePriority } from '../../sqlite/write-priority.ts'
import { createThreadClient, type ThreadClient } from '../../threads/thread-client.ts'
import type { Clock } from '../../time/clock.ts'
import type { LedgerTask, LedgerThreadData } from './messages.ts'

interface LedgerThreadOptions {
  /** The built `worker.ts`. */
  readonly threadFile: string | URL
  readonly cachePath: string
  readonly priority: WritePriority
  readonly clock: Clock
}

const idleMs = minuteMs

/** The thread of the app's ledger; the first question starts it. */
export function createLedgerThread(options: LedgerThreadOptions): ThreadClient<LedgerTask> {
  const { threadFile: file, cachePath: path, priority, clock } = options
  const workerData: LedgerThreadData = { path, key: keyFor(path), priority }
  return createThreadClient({
    file,
    workerData,
    maxYoungGenerationSizeMb: 16,
    subject: 'ledger',
    rest: { clock, idleMs },
  })
}
