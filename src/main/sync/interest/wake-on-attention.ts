import type { Scheduler } from '../scheduler/scheduler.ts'

/** These jobs read what a window shows as soon as it shows it. */
const seenJobs = ['quotes-visible', 'schedules', 'reference', 'orders'] as const

/** Wakes the jobs after a change of what the windows show. `becameVisible`: no window was visible before. */
export function attend(scheduler: Scheduler, becameVisible: boolean): void {
  if (!scheduler.isStarted) return
  for (const job of seenJobs) scheduler.wake(job, 'schedule')
  if (!becameVisible) return
  // It reads only what the plan finds due.
  scheduler.wake('accounts', 'schedule')
  scheduler.hasten()
}
