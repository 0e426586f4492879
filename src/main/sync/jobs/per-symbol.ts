import { minuteMs } from '#shared/durations.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { SyncContext } from '../context.ts'
import { isOlder } from '../interest/account-age.ts'
import type { Followed } from '../interest/followed.ts'
import { isQuiet } from '../quiet-hours.ts'
import { missedPurpose, purposeOf, type Job, type JobName, isRefusal, settleAll } from '../scheduler/job.ts'

const batchSize = 8
/**
 * The number of concurrent requests for values that are missing on screen. Prices that appear on screen meanwhile wait
 * for these requests.
 */
const missedAtOnce = 4
const quietMs = minuteMs
const betweenBatchesMs = 300

/** A job that keeps one response of the service fresh for each followed instrument. */
export interface PerSymbolWork {
  readonly name: JobName
  readonly title: () => string
  /** Selects the followed instruments that this job reads. */
  choose(followed: readonly Followed[]): readonly Followed[]
  /** UTC ms of the last response, by symbol; without symbols that were never requested. */
  fetchedAt(symbols: readonly string[]): ReadonlyMap<string, number>
  /** The maximum age of a response before it is requested again. `isQuiet`: no window is visible and no market is open. */
  freshMs(followed: Followed, isQuiet: boolean): number
  /** The pause after the service refused an instrument. */
  readonly refusedMs: number
  /** Whether a value on screen is unknown without the first response: then the user waits for it. */
  isMissedOnScreen?(followed: Followed): boolean
  /** Requests and stores one response. */
  read(symbol: string, options: { readonly purpose: Purpose; readonly signal: AbortSignal }): Promise<void>
  /** Notifies the windows after a batch. */
  announce(): void
  /** How long the job waits when nothing is due; a minute by default. */
  idleMs?(): number
}

export interface PerSymbolJob extends Job {
  /** Whether a figure on screen still waits for a first response that can be requested now. */
  lacksShown(): boolean
}

export function createPerSymbolJob(context: SyncContext, work: PerSymbolWork): PerSymbolJob {
  const refusedAt = new Map<string, number>()
  const failedAt = new Map<string, number>()

  /** Instruments that failed most recently are last, so that one failing instrument does not block the others. */
  const orderOf = ({ symbol }: Followed): number => failedAt.get(symbol) ?? 0

  function listDue(): Followed[] {
    const now = context.clock.now()
    const quiet = isQuiet(context)
    const followed = work.choose(context.readFollowed())
    const fetchedAt = work.fetchedAt(followed.map(({ symbol }) => symbol))
    // Instruments for which a figure on screen waits go first.
    const priorityOf = (instrument: Followed): number => (isMissed(instrument, fetchedAt) ? 0 : 1)
    return followed
      .filter(
        (instrument) =>
          isOlder(fetchedAt.get(instrument.symbol) ?? -Infinity, work.freshMs(instrument, quiet), now) &&
          isOlder(refusedAt.get(instrument.symbol) ?? -Infinity, work.refusedMs, now),
      )
      .sort((a, b) => orderOf(a) - orderOf(b) || priorityOf(a) - priorityOf(b))
  }

  const isMissed = (instrument: Followed, fetchedAt: ReadonlyMap<string, number>): boolean =>
    !fetchedAt.has(instrument.symbol) && work.isMissedOnScreen?.(instrument) === true

  async function read({ symbol }: Followed, purpose: Purpose, signal: AbortSignal): Promise<void> {
    try {
      await work.read(symbol, { purpose, signal })
      failedAt.delete(symbol)
    } catch (error) {
      const troubles = isRefusal(error) ? refusedAt : failedAt
      troubles.set(symbol, context.clock.now())
      if (troubles === failedAt) throw error
    }
  }

  /** The instruments of a batch for which a figure on screen waits. */
  function listMissed(due: readonly Followed[]): readonly Followed[] {
    const known = work.fetchedAt(due.map(({ symbol }) => symbol))
    return due.filter((instrument) => isMissed(instrument, known))
  }

  /** Failed instruments must not block other jobs. */
  const lacksShown = (): boolean => listMissed(listDue()).some(({ symbol }) => !failedAt.has(symbol))

  return {
    name: work.name,
    title: work.title,
    async run(run) {
      const due = listDue().slice(0, batchSize)
      const missed = listMissed(due)
      const waiting = [...missed]
      const readMissed = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await read(next, purposeOf(run, missedPurpose(context.readBudget(), 'visible')), run.signal)
      }
      await settleAll(Array.from({ length: missedAtOnce }, readMissed))
      for (const instrument of due) {
        // A window that opens meanwhile does not wait for the rest of the batch.
        if (lacksShown()) break
        if (!missed.includes(instrument)) await read(instrument, purposeOf(run, 'background'), run.signal)
      }
      if (due.length > 0) work.announce()
    },
    nextDelayMs: () => (listDue().length > 0 ? betweenBatchesMs : (work.idleMs?.() ?? quietMs)),
    lacksShown,
  }
}
