import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Cache } from '../../cache/cache.ts'
import { isNeverTraded, withoutPrices } from '../../insight/market/quote-change.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Clock } from '../../time/clock.ts'
import type { SyncContext } from '../context.ts'
import { quoteCall } from '../quotes/describe-calls.ts'
import type { QuoteBoard } from '../quotes/quote-board.ts'
import { createQuoteRecorder } from '../quotes/quote-ledger.ts'
import { purposeOf, type Job, type JobName, type JobRun, isRefusal, settleAll } from '../scheduler/job.ts'

/**
 * The maximum number of requests in flight or waiting for the budget. It is small, so that each symbol is chosen as
 * late as possible.
 */
const maxAtOnce = 4
/** A run ends after this time, so that its outcome is reported. */
const runMs = 10_000
/** Notifications of new quotes are at least this far apart, because windows read their rows again after each. */
const publishEveryMs = 400

/** The dependencies of these jobs. */
export type QuoteJobContext = Pick<SyncContext, 'clock' | 'publish'> & {
  readonly broker: Pick<SyncContext['broker'], 'call'>
  readonly cache: { readonly quotes: Pick<Cache['quotes'], 'put'> }
  readonly journal: { readonly quotes: Pick<Journal['quotes'], 'record'> }
}

interface Share {
  readonly name: JobName
  readonly title: () => string
  readonly lane: 'visible' | 'hidden'
  readonly purpose: 'visible' | 'held'
}

/** Two jobs, so that quotes on screen never wait for other quotes. */
const shares: readonly Share[] = [
  { name: 'quotes-visible', title: m.sync_quotes_on_screen, lane: 'visible', purpose: 'visible' },
  { name: 'quotes', title: m.sync_quotes_of_held_and_watched_instruments, lane: 'hidden', purpose: 'held' },
]

/** Request the quotes that are due by the plan. `problems` receives the refusals, by symbol. If nothing was ever traded, 0 counts as a price only if `mayBeZero`. */
export function createQuoteJobs(
  context: QuoteJobContext,
  board: QuoteBoard,
  problems: Map<string, string>,
  mayBeZero: (symbol: string) => boolean = () => false,
): readonly Job[] {
  const { broker, cache, clock, publish } = context
  const record = createQuoteRecorder(context.journal, clock)

  async function request(symbol: string, run: JobRun, purpose: Share['purpose']): Promise<AppError | null> {
    const callId = quoteCall(symbol)
    const requestedAt = board.begin(callId)
    let isRefused = false
    try {
      const sent = await broker.call('getQuote', { symbol }, { purpose: purposeOf(run, purpose), signal: run.signal })
      const quote = isNeverTraded(sent) && !mayBeZero(symbol) ? withoutPrices(sent) : sent
      cache.quotes.put(quote, clock.now())
      record(quote)
      board.ledger.seeQuote(quote, requestedAt)
      problems.delete(symbol)
      return null
    } catch (error) {
      board.ledger.noteResponse(symbol, requestedAt)
      // A refusal concerns only the instrument. A problem of the connection is an error of the job.
      isRefused = isRefusal(error)
      if (isRefusal(error)) problems.set(symbol, errorText(error))
      else if (error instanceof AppError) return error
      else throw error
      return null
    } finally {
      board.ledger.end(callId, isRefused)
    }
  }

  /** Requests quotes in order of urgency until none is due. Throws the first error of the connection. */
  async function requestDue({ lane, purpose }: Share, run: JobRun): Promise<void> {
    board.refresh()
    const endAt = clock.monotonic() + runMs
    const announcer = createAnnouncer(clock, (symbols) => publish('quotes.changed', { symbols }))
    const failures: AppError[] = []
    const requestInTurn = async (): Promise<void> => {
      while (failures.length === 0 && !run.signal.aborted && clock.monotonic() < endAt) {
        const [symbol] = board.due(lane)
        if (symbol === undefined) return
        const failure = await request(symbol, run, purpose)
        if (failure !== null) failures.push(failure)
        announcer.add(symbol)
      }
    }
    try {
      await settleAll(Array.from({ length: maxAtOnce }, requestInTurn))
    } finally {
      announcer.flush()
    }
    const [failure] = failures
    if (failure !== undefined) throw failure
  }

  return shares.map((share) => ({
    name: share.name,
    title: share.title,
    run: (run) => requestDue(share, run),
    nextDelayMs: () => board.nextDelayMs(share.lane),
  }))
}

/** Collects symbols and publishes them at intervals. */
function createAnnouncer(clock: Pick<Clock, 'monotonic'>, publish: (symbols: string[]) => void) {
  let publishedAt = -Infinity
  let symbols: string[] = []
  const flush = (): void => {
    if (symbols.length > 0) publish(symbols)
    publishedAt = clock.monotonic()
    symbols = []
  }
  return {
    flush,
    add(symbol: string): void {
      symbols.push(symbol)
      if (clock.monotonic() - publishedAt >= publishEveryMs) flush()
    },
  }
}
