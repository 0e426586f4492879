import type { QuoteBoard } from '../quotes/quote-scheduler.ts'
import type { Job } from '../scheduler/job.ts'

const checkAgainMs = 1_000

/** Delays a bulk job while an instrument on screen has no price yet, unless the user starts it. */
export const afterFirstPrices = (board: Pick<QuoteBoard, 'lacksPrices'>, job: Job): Job => ({
  ...job,
  run: (run) => (run.askedBy === 'schedule' && board.lacksPrices ? Promise.resolve() : job.run(run)),
  nextDelayMs: () => (board.lacksPrices ? checkAgainMs : job.nextDelayMs()),
})
