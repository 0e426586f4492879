import type { Cancels } from '../orders/cancels.ts'
import type { OrderReader } from '../orders/order-reader.ts'
import type { SyncContext } from './context.ts'
import { createHistory } from './history.ts'
import type { InstrumentFollower } from './instrument/follower.ts'
import type { Job } from './job.ts'
import { createAccountsJob } from './jobs/accounts.ts'
import { createCancelsJob } from './jobs/cancels.ts'
import { createCorporateEventsJob } from './jobs/corporate-events.ts'
import { createHistoryJob } from './jobs/history.ts'
import { createHousekeepingJob } from './jobs/housekeeping.ts'
import { createInstrumentJob } from './jobs/instrument.ts'
import { createInstrumentsJob } from './jobs/instruments.ts'
import { createOrdersJob } from './jobs/orders.ts'
import { createQuoteJobs } from './jobs/quotes.ts'
import { createReferenceJob } from './jobs/reference.ts'
import { createSchedulesJob } from './jobs/schedules.ts'
import { createSessionJob } from './jobs/session.ts'
import { createTransactionsJob } from './jobs/transactions.ts'
import { createUsageJob } from './jobs/usage.ts'
import type { QuoteBoard } from './quote-board.ts'

/** All jobs of a profile, in the order in which they begin. */
export function createJobs(
  context: SyncContext,
  board: QuoteBoard,
  problems: Map<string, string>,
  instruments: InstrumentFollower,
  { reader, cancels }: { readonly reader: OrderReader; readonly cancels: Cancels },
): readonly Job[] {
  const history = createHistory(context)
  return [
    createSessionJob(context),
    createAccountsJob(context, board),
    createInstrumentJob(instruments),
    createReferenceJob(context),
    createCancelsJob(cancels),
    createOrdersJob(context, reader),
    createSchedulesJob(context),
    ...createQuoteJobs(context, board, problems),
    createTransactionsJob(context, history),
    createCorporateEventsJob(context),
    createUsageJob(context),
    createInstrumentsJob(context),
    createHistoryJob(context, history),
    createHousekeepingJob(context),
  ]
}
