import { AppError } from '../../../shared/errors.ts'
import { lastClose } from '../../insight/market-state.ts'
import type { SyncContext } from '../context.ts'
import { readFollowed, type Followed } from '../followed.ts'
import { purposeOf, type Job, type JobRun } from '../job.ts'
import { planQuotes, type QuotePlan } from '../quote-plan.ts'
import { isRefusal } from '../refusal.ts'

/** Of the 200 requests a minute, what quotes may take: the rest is for people, accounts and orders. */
const perMinute = 120
/** Asked together; the next look at the plan comes after them. */
const batchSize = 6
const quietMs = 60_000
const soonestMs = 250

/** Asks for the quotes that are due by the plan. What refused an instrument is kept in `problems`, by symbol. */
export function createQuotesJob(context: SyncContext, problems: Map<string, string>): Job {
  const { broker, cache, clock, publish } = context
  const askedAt = new Map<string, number>()

  function plan(followed: readonly Followed[]): QuotePlan {
    const stored = new Map(cache.quotes.getMany(followed.map(({ symbol }) => symbol)).map((q) => [q.quote.symbol, q.fetchedAt]))
    const now = clock.now()
    const needs = followed.map(({ symbol, isVisible, sessions, market }) => ({
      symbol,
      isVisible,
      market: market.state,
      closedAt: lastClose(sessions, now),
      askedAt: askedAt.get(symbol) ?? stored.get(symbol) ?? null,
    }))
    return planQuotes(needs, now, perMinute)
  }

  async function ask(symbol: string, isVisible: boolean, run: JobRun): Promise<AppError | null> {
    askedAt.set(symbol, clock.now())
    try {
      const purpose = purposeOf(run, isVisible ? 'visible' : 'background')
      const quote = await broker.call('getQuote', { symbol }, { purpose, signal: run.signal })
      cache.quotes.put(quote, clock.now())
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
    name: 'quotes',
    title: 'Quotes on screen, held and watched',
    async run(run) {
      const followed = readFollowed(context)
      const visible = new Set(followed.filter(({ isVisible }) => isVisible).map(({ symbol }) => symbol))
      const due = plan(followed).due.slice(0, batchSize)
      const failures = await Promise.all(due.map((symbol) => ask(symbol, visible.has(symbol), run)))
      if (due.length > 0) publish('quotes.changed', { symbols: due })
      const failure = failures.find((error) => error !== null)
      if (failure) throw failure
    },
    nextDelayMs() {
      const { due, nextDelayMs } = plan(readFollowed(context))
      return due.length > 0 ? soonestMs : Math.max(soonestMs, Math.min(nextDelayMs ?? quietMs, quietMs))
    },
  }
}
