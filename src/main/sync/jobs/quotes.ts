import { AppError } from '../../../shared/errors.ts'
import { lastClose } from '../../insight/market-state.ts'
import type { Quote } from '../../../shared/model/market.ts'
import type { SyncContext } from '../context.ts'
import { purposeOf, type Job, type JobRun } from '../job.ts'
import { planQuotes, type QuotePlan } from '../quote-plan.ts'
import { createQuoteRecorder } from '../quote-recorder.ts'
import { isRefusal } from '../refusal.ts'

/** Asked together; the next look at the plan comes after them. */
const batchSize = 6
const quietMs = 60_000
const soonestMs = 250

interface Share {
  readonly name: string
  readonly title: string
  readonly isVisible: boolean
  readonly purpose: 'visible' | 'background'
  /** Of the 200 requests a minute: the rest is for people, accounts and orders. */
  readonly perMinute: number
}

/** What the two jobs have in common. */
interface Shared {
  /** UTC ms by symbol, answered or not. */
  readonly askedAt: Map<string, number>
  readonly problems: Map<string, string>
  readonly record: (quote: Quote) => void
}

/** Two jobs, so that what is on screen never waits behind what is not. */
const shares: readonly Share[] = [
  { name: 'quotes-visible', title: 'Quotes on screen', isVisible: true, purpose: 'visible', perMinute: 90 },
  { name: 'quotes', title: 'Quotes held and watched', isVisible: false, purpose: 'background', perMinute: 40 },
]

/** Ask for the quotes that are due by the plan. What refused an instrument is kept in `problems`, by symbol. */
export function createQuoteJobs(context: SyncContext, problems: Map<string, string>): readonly Job[] {
  const shared = {
    askedAt: new Map<string, number>(),
    problems,
    record: createQuoteRecorder(context.journal, context.clock),
  }
  return shares.map((share) => createShareJob(context, share, shared))
}

function createShareJob(
  context: SyncContext,
  { name, title, isVisible, purpose, perMinute }: Share,
  { askedAt, problems, record }: Shared,
): Job {
  const { broker, cache, clock, publish } = context

  function plan(): QuotePlan {
    const followed = context.readFollowed().filter((one) => one.isVisible === isVisible)
    const stored = cache.quotes.getMany(followed.map(({ symbol }) => symbol))
    const fetchedAt = new Map(stored.map(({ quote, fetchedAt }) => [quote.symbol, fetchedAt]))
    const now = clock.now()
    const needs = followed.map(({ symbol, sessions, market }) => ({
      symbol,
      isVisible,
      market: market.state,
      closedAt: lastClose(sessions, now),
      askedAt: askedAt.get(symbol) ?? fetchedAt.get(symbol) ?? null,
    }))
    return planQuotes(needs, now, perMinute)
  }

  async function ask(symbol: string, run: JobRun): Promise<AppError | null> {
    askedAt.set(symbol, clock.now())
    try {
      const quote = await broker.call('getQuote', { symbol }, { purpose: purposeOf(run, purpose), signal: run.signal })
      cache.quotes.put(quote, clock.now())
      record(quote)
      problems.delete(symbol)
      return null
    } catch (error) {
      // An instrument's trouble stays with the instrument; a connection's trouble is the job's.
      if (isRefusal(error)) problems.set(symbol, error.message)
      else if (error instanceof AppError) return error
      else throw error
      return null
    }
  }

  return {
    name,
    title,
    async run(run) {
      const due = plan().due.slice(0, batchSize)
      const failures = await Promise.all(due.map((symbol) => ask(symbol, run)))
      if (due.length > 0) publish('quotes.changed', { symbols: due })
      const failure = failures.find((error) => error !== null)
      if (failure) throw failure
    },
    nextDelayMs() {
      const { due, nextDelayMs } = plan()
      return due.length > 0 ? soonestMs : Math.max(soonestMs, Math.min(nextDelayMs ?? quietMs, quietMs))
    },
  }
}
