import { m } from '#shared/messages/messages.js'
import { TradingParams } from '#shared/model/instrument.ts'
import { lacksRate } from '../../currency/read-rates.ts'
import { canBeZero } from '../../insight/market/quote-change.ts'
import type { Cancels } from '../../orders/cancels.ts'
import type { OrderReader } from '../../orders/order-reader.ts'
import type { SyncContext } from '../context.ts'
import type { FigureDifference } from '../history/difference-search.ts'
import { HistorySync } from '../history/history-sync.ts'
import type { InstrumentFollower } from '../instrument/instrument-follower.ts'
import { keyOf, requestOf } from '../instrument/part-troubles.ts'
import { accountFor } from '../instrument/read-details.ts'
import type { QuoteBoard } from '../quotes/quote-board.ts'
import type { Job } from '../scheduler/job.ts'
import { createAccountsJob } from './accounts.ts'
import { createCacheCheckJob } from './cache-check.ts'
import { createHistoryJob, createTransactionsJob } from './history.ts'
import { createHousekeepingJob } from './housekeeping.ts'
import { createInstrumentsJob } from './instruments.ts'
import { createOrdersJob } from './orders.ts'
import { createQuoteJobs } from './quotes.ts'
import { createCorporateEventsJob, createReferenceJob } from './reference.ts'
import { createSchedulesJob } from './schedules.ts'
import { createSessionJob } from './session.ts'
import { createUsageJob } from './usage.ts'

const checkAgainMs = 1_000

/** Delays a bulk job while a figure on screen has no value yet, unless the user starts it. */
const afterFirstFigures = (lacksFigures: () => boolean, job: Job): Job => ({
  ...job,
  run: (run) => (run.requestedBy === 'schedule' && lacksFigures() ? Promise.resolve() : job.run(run)),
  nextDelayMs: () => (lacksFigures() ? checkAgainMs : job.nextDelayMs()),
})

/** Reads the orders again, at growing intervals, until every cancel is settled; idle while there is no pending cancel. */
const createCancelsJob = (cancels: Cancels): Job => ({
  name: 'cancels',
  title: m.sync_pending_cancellations,
  run: ({ signal }) => cancels.readAgain(signal),
  nextDelayMs: () => cancels.nextDelayMs(),
})

/** Reads the parts of the instruments on screen when they are due; idle until a window shows an instrument. */
export const createInstrumentJob = (follower: InstrumentFollower): Job => ({
  name: 'instrument',
  title: m.sync_instrument_on_screen,
  run: ({ signal }) => follower.run(signal),
  nextDelayMs: () => follower.nextDelayMs(),
})

/** Reads from the cache the data that decide whether a price may be 0. */
function readPriceKind(cache: SyncContext['cache'], symbol: string): Parameters<typeof canBeZero>[0] {
  const accountId = accountFor(cache, symbol)
  const params = cache.instrumentParts.get(keyOf({ ...requestOf(symbol, 'params'), accountId }), TradingParams)
  const type = cache.instrumentDetails.get(symbol)?.details.type ?? cache.instruments.get(symbol)?.type ?? null
  return { priceType: params?.value.priceType ?? null, type }
}

interface JobParts {
  readonly reader: OrderReader
  readonly cancels: Cancels
  /** Returns the figures of the service that the rows do not explain. */
  readonly readDifferences: () => readonly FigureDifference[]
}

/** All jobs of a profile, in the order in which they start. */
export function createJobs(
  context: SyncContext,
  board: QuoteBoard,
  problems: Map<string, string>,
  instruments: InstrumentFollower,
  { reader, cancels, readDifferences }: JobParts,
): readonly Job[] {
  const { cache, journal } = context
  const history = new HistorySync(context)
  const reference = createReferenceJob(context)
  const bulk = (job: Job): Job => afterFirstFigures(() => board.lacksPrices || reference.lacksShown(), job)
  return [
    createSessionJob(context),
    createAccountsJob(context, board),
    createInstrumentJob(instruments),
    // Without the currencies of the positions there is no total, so this is not bulk work.
    reference,
    createCancelsJob(cancels),
    createOrdersJob(context, reader),
    bulk(createSchedulesJob(context)),
    ...createQuoteJobs(context, board, problems, (symbol) => canBeZero(readPriceKind(context.cache, symbol))),
    createTransactionsJob(context, history),
    bulk(createCorporateEventsJob(context)),
    bulk(createUsageJob(context)),
    bulk(createInstrumentsJob(context, () => lacksRate({ cache, journal, problems }))),
    bulk(createHistoryJob(context, history, readDifferences)),
    createHousekeepingJob(context),
    createCacheCheckJob(context),
  ]
}
