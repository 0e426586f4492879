import { readAccountIds } from '../account-ids.ts'
import type { SyncContext } from '../context.ts'
import type { History } from '../history.ts'
import type { Job } from '../job.ts'
import { isQuiet, quietDelayMs } from '../quiet.ts'

/** Steps of one run: short, so that its outcome is soon seen and nothing hangs on its end. */
const stepsARun = 20
const delays = { more: 20, waiting: 5_000, nothing: 60_000 } as const

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
      for (let step = 0; step < stepsARun; step++) {
        left = await history.readFurther(ids, request)
        if (left !== 'more' || run.signal.aborted) return
      }
    },
    nextDelayMs: () => (left === 'nothing' && isQuiet(context) ? quietDelayMs(context) : delays[left]),
  }
}
