import { tmpdir } from 'node:os'
import type { Broker } from '#main/broker/broker.ts'
import type { Budget } from '#main/broker/budget/budget.ts'
import { createCache } from '#main/cache/cache.ts'
import { migrations as cacheMigrations } from '#main/cache/schema/migrations.ts'
import { createJournal } from '#main/journal/journal.ts'
import { migrations as journalMigrations } from '#main/journal/migrations.ts'
import { Cancels } from '#main/orders/cancels.ts'
import { OrderReader } from '#main/orders/order-reader.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { InstrumentFollower } from '#main/sync/instrument/instrument-follower.ts'
import { Attention, attend } from '#main/sync/interest/attention.ts'
import { createJobs } from '#main/sync/jobs/create-jobs.ts'
import { QuoteBoard } from '#main/sync/quotes/quote-board.ts'
import { Scheduler } from '#main/sync/scheduler/scheduler.ts'
import { makeSyncContext } from '../../test/fakes/sync-context.ts'
import type { SimulatedClock } from '../freshness/simulated-clock.ts'

interface RunningJobsOptions {
  readonly clock: SimulatedClock
  readonly broker: Broker
  readonly budget: Budget
  /** The symbols of the only watchlist. */
  readonly watched: readonly string[]
}

/** Starts all jobs of a profile that send requests, with the real scheduler, plan, cache and journal (in memory). */
export function startJobs({ clock, broker, budget, watched }: RunningJobsOptions) {
  const cacheDb = openDatabase(':memory:', cacheMigrations, { synchronous: 'NORMAL' })
  const journalDb = openDatabase(':memory:', journalMigrations, { synchronous: 'NORMAL' })
  const cache = createCache(cacheDb)
  const journal = createJournal(journalDb, tmpdir())
  const list = journal.watchlists.create('Watchlist')
  for (const symbol of watched) journal.watchlists.addSymbol(list.id, symbol)
  const attention = new Attention(clock, (becameVisible) => attend(scheduler, becameVisible))
  const readBudget = () => budget.snapshot()
  const context = makeSyncContext({ broker, cache, journal, attention, clock, readBudget })
  const faults: unknown[] = []
  const scheduler = new Scheduler({
    ...{ clock, random: () => 0.5, onChange: () => undefined },
    onOutcome({ error }) {
      if (error !== null) faults.push(error.cause ?? error)
    },
  })
  const reader = new OrderReader(context)
  const cancels = new Cancels({
    ...{ ...context, reader, logFault: (_: string, error: unknown) => faults.push(error) },
    mayRequest: () => scheduler.isStarted,
  })
  cancels.onOutcome(() => scheduler.wake('cancels', 'schedule'))
  const instruments = new InstrumentFollower(context, () => 0.5)
  // Without housekeeping, which sends no requests and writes files.
  const jobs = createJobs(context, new QuoteBoard(context), new Map(), instruments, {
    ...{ reader, cancels },
    readDifferences: () => [],
  }).filter(({ needsNoConnection = false }) => !needsNoConnection)
  scheduler.add(...jobs)
  scheduler.start()
  return {
    ...{ attention, cache, instruments, scheduler },
    /** Throws the first error of a job. With the simulated service there must be none. */
    throwFault(): void {
      if (faults.length > 0) throw faults[0]
    },
    close(): void {
      // Not awaited: requests in flight never end, because the simulated time has stopped.
      void scheduler.stop()
      cacheDb.close()
      journalDb.close()
    },
  }
}
