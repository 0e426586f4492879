import type { Scheduler } from '../scheduler/scheduler.ts'

/** These jobs read at once what a window starts to show. */
const seenJobs = ['quotes-visible', 'schedules', 'reference', 'orders'] as const

/** Wakes the jobs after a change of what the windows show. `becameVisible`: no window was visible before. */
export function attend(scheduler: Scheduler, becameVisible: boolean): void {
  if (!scheduler.isStarted) return
  for (const job of seenJobs) scheduler.wake(job, 'schedule')
  if (!becameVisible) return
  // This job reads only accounts that are due by the plan.
  scheduler.wake('accounts', 'schedule')
  scheduler.hasten()
}
