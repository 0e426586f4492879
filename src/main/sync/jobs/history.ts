import { readAccountIds } from '../account-ids.ts'
import type { SyncContext } from '../context.ts'
import type { History } from '../history.ts'
import type { Job } from '../job.ts'
import { isQuiet, quietDelayMs } from '../quiet.ts'

/** Steps of one run: short, so that its outcome is soon seen and nothing hangs on its end. */
const stepsARun = 20
const delays = { more: 20, waiting: 5_000, nothing: 60_000 } as const
/** On battery: a step at a time, and the radio may rest between. */
const savingMs = { watched: 2_000, unwatched: 15_000 }

/** Reads back through the years, newest first, behind all other work; then again what may have changed. */
export function createHistoryJob(context: SyncContext, history: History): Job {
  let left: keyof typeof delays = 'waiting'
  return {
    name: 'history',
    title: 'History of transactions',
    async run(run) {
      const ids = await readAccountIds(context, run.signal)
      if (run.askedBy === 'person') history.readAgain(ids)
      // Whoever asks: so many requests must not go before a person's next click.
      const request = { purpose: 'background', signal: run.signal } as const
      for (let step = 0; step < (context.power.isSaving ? 1 : stepsARun); step++) {
        left = await history.readFurther(ids, request)
        if (left !== 'more' || run.signal.aborted) return
      }
    },
    nextDelayMs: () => {
      if (left === 'nothing' && isQuiet(context)) return quietDelayMs(context)
      const { power, attention } = context
      const leastMs = power.isSaving ? savingMs[attention.isWatched ? 'watched' : 'unwatched'] : 0
      return Math.max(leastMs, delays[left])
    },
  }
}
