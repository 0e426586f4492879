import { createCache } from '#main/cache/cache.ts'
import { createJournal } from '#main/journal/journal.ts'
import type { SyncContext } from '#main/sync/context.ts'
import { Attention } from '#main/sync/interest/attention.ts'
import type { JobRun } from '#main/sync/scheduler/job.ts'
import { FakeBroker } from '../../fakes/broker.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeSyncContext } from '../../fakes/sync-context.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { openTestJournal } from '../journal/open-journal.ts'

/** The dependencies of the jobs: a real cache and journal in memory, a fake service, a stopped clock. */
export function startSync() {
  const clock = new FakeClock()
  const broker = new FakeBroker()
  const cache = createCache(openTestCache())
  const journal = createJournal(openTestJournal(), makeTemporaryDirectory())
  const attention = new Attention(clock)
  const topics: string[] = []
  const publish: SyncContext['publish'] = (...[topic]) => void topics.push(topic)
  const power = { isSaving: false }
  const context = makeSyncContext({ broker, cache, journal, attention, clock, power, publish })
  /** Adds an instrument to a watchlist. While its hours are unknown, its market counts as open. */
  const follow = (symbol: string): void =>
    journal.watchlists.addSymbol(journal.watchlists.create('Followed').id, symbol)
  return { ...context, broker, clock, topics, context, power, follow }
}

/** The parameters of one run, as the runner passes them. */
export const runOf = (requestedBy: JobRun['requestedBy'] = 'schedule', abort = new AbortController()): JobRun => ({
  signal: abort.signal,
  requestedBy,
})
