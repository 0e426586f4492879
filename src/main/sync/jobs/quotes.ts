import { AppError } from '../../../shared/errors.ts'
import type { Cache } from '../../cache/cache.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SyncContext } from '../context.ts'
import { purposeOf, type Job, type JobRun } from '../job.ts'
import type { QuoteBoard } from '../quote-board.ts'
import { quoteCall } from '../quote-calls.ts'
import { createQuoteRecorder } from '../quote-recorder.ts'
import { isRefusal } from '../refusal.ts'

/** Asked together; the next look at the plan comes after them. */
const batchSize = 6

/** What these jobs need of the profile. */
export type QuoteJobContext = Pick<SyncContext, 'clock' | 'publish'> & {
  readonly broker: Pick<SyncContext['broker'], 'call'>
  readonly cache: { readonly quotes: Pick<Cache['quotes'], 'put'> }
  readonly journal: { readonly quotes: Pick<Journal['quotes'], 'record'> }
}

interface Share {
  readonly name: string
  readonly title: string
  readonly lane: 'visible' | 'hidden'
  readonly purpose: 'visible' | 'held'
}

/** Two jobs, so that what is on screen never waits behind what is not. */
const shares: readonly Share[] = [
  { name: 'quotes-visible', title: 'Quotes on screen', lane: 'visible', purpose: 'visible' },
  { name: 'quotes', title: 'Quotes held and watched', lane: 'hidden', purpose: 'held' },
]

/** Ask for the quotes that are due by the plan. What refused an instrument is kept in `problems`, by symbol. */
export function createQuoteJobs(
  context: QuoteJobContext,
  board: QuoteBoard,
  problems: Map<string, string>,
): readonly Job[] {
  const { broker, cache, clock, publish } = context
  const record = createQuoteRecorder(context.journal, clock)

  async function ask(symbol: string, run: JobRun, purpose: Share['purpose']): Promise<AppError | null> {
    const callId = quoteCall(symbol)
    const askedAt = board.begin(callId)
    let isRefused = false
    try {
      const quote = await broker.call('getQuote', { symbol }, { purpose: purposeOf(run, purpose), signal: run.signal })
      cache.quotes.put(quote, clock.now())
      record(quote)
      board.ledger.seeQuote(quote, askedAt)
      problems.delete(symbol)
      return null
    } catch (error) {
      board.ledger.noteAnswer(symbol, askedAt)
      // An instrument's trouble stays with the instrument; a connection's trouble is the job's.
      isRefused = isRefusal(error)
      if (isRefusal(error)) problems.set(symbol, error.message)
      else if (error instanceof AppError) return error
      else throw error
      return null
    } finally {
      board.ledger.end(callId, isRefused)
    }
  }

  return shares.map(({ name, title, lane, purpose }) => ({
    name,
    title,
    async run(run) {
      const due = board.due(lane).slice(0, batchSize)
      const failures = await Promise.all(due.map((symbol) => ask(symbol, run, purpose)))
      if (due.length > 0) publish('quotes.changed', { symbols: due })
      const failure = failures.find((error) => error !== null)
      if (failure) throw failure
    },
    nextDelayMs: () => board.nextDelayMs(lane),
  }))
}
