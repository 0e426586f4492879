import type { Cancels } from '../../orders/cancels.ts'
import type { Job } from '../scheduler/job.ts'

/** Reads the orders again, at growing intervals, until every cancel is settled; idle while there is no pending cancel. */
export const createCancelsJob = (cancels: Cancels): Job => ({
  name: 'cancels',
  title: 'Pending cancellations',
  run: ({ signal }) => cancels.readAgain(signal),
  nextDelayMs: () => cancels.nextDelayMs(),
})
