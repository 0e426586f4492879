import { minuteMs } from '#shared/durations.ts'
import { keyFor, type DataKey } from '../../sqlite/keys.ts'
import type { WritePriority } from '../../sqlite/write-priority.ts'
import { wrap, type Thread } from '../../threads/wrap.ts'
import type { Clock } from '../../time/clock.ts'
import type { LedgerHandlers } from './answers.ts'

/** Writes of the main thread have priority. */
interface LedgerFiles {
  readonly paths: { readonly cache: string; readonly journal: string }
  readonly priority: WritePriority
}

/** The start data of the thread. */
export interface LedgerThreadData extends LedgerFiles {
  /** The key of the sealed folder of both files. */
  readonly key: DataKey | null
}

interface LedgerThreadOptions extends LedgerFiles {
  /** The built `ledger.thread.ts`. */
  readonly threadFile: string | URL
  readonly clock: Clock
  /** Whether no window is visible. An idle thread then stops, with the answers that it keeps. */
  readonly isHidden: () => boolean
}

const idleMs = minuteMs
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

/** The thread of the app's ledger; the first question starts it. */
export function createLedgerThread(options: LedgerThreadOptions): Thread<LedgerHandlers> {
  const { threadFile: file, paths, priority, clock, isHidden } = options
  const workerData: LedgerThreadData = { paths, key: keyFor(paths.cache), priority }
  return wrap({ file, workerData, resourceLimits, subject: 'ledger', rest: { clock, idleMs, mayStop: isHidden } })
}
