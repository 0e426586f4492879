import type { Cancels } from '../../orders/cancels.ts'
import type { Job } from '../scheduler/job.ts'

/** Reads the orders again, at growing intervals, until every cancel is settled; sleeps while none is under way. */
export const createCancelsJob = (cancels: Cancels): Job => ({
  name: 'cancels',
  title: 'Cancels under way',
  run: ({ signal }) => cancels.readAgain(signal),
  nextDelayMs: () => cancels.nextDelayMs(),
})
