import type { Scheduler } from '../scheduler/scheduler.ts'

/** These ask for what a window shows, as soon as it shows it. */
const seenJobs = ['quotes-visible', 'schedules', 'reference', 'orders'] as const

/** Answers a change of what the windows show. `becameVisible`: nobody looked before. */
export function attend(scheduler: Scheduler, becameVisible: boolean): void {
  if (!scheduler.isStarted) return
  for (const job of seenJobs) scheduler.wake(job, 'schedule')
  if (!becameVisible) return
  // It asks for no more than the plan finds due.
  scheduler.wake('accounts', 'schedule')
  scheduler.hasten()
}
