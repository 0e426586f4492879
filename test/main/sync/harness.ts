import { tmpdir } from 'node:os'
import { createBudget } from '../../../src/main/broker/budget.ts'
import type { Broker, Operation } from '../../../src/main/broker/client.ts'
import type { Inputs, Outputs } from '../../../src/main/broker/endpoints.ts'
import { createCache } from '../../../src/main/cache/cache.ts'
import { createJournal } from '../../../src/main/journal/journal.ts'
import { Attention } from '../../../src/main/sync/attention.ts'
import type { SyncContext } from '../../../src/main/sync/context.ts'
import { createFollowedReader } from '../../../src/main/sync/followed.ts'
import type { JobRun } from '../../../src/main/sync/job.ts'
import type { SessionDetails } from '../../../src/shared/model/session.ts'
import type { Purpose } from '../../../src/shared/model/usage.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { openTestJournal } from '../journal/open-journal.ts'

export type Answers = { [N in Operation]?: (input: Inputs[N]) => Outputs[N] | Promise<Outputs[N]> }

export interface Asked {
  readonly name: Operation
  readonly input: unknown
  readonly purpose: Purpose
}

/** The service as the jobs know it: answers by operation, and a note of what was asked. */
export class FakeBroker implements Broker {
  readonly asked: Asked[] = []
  answers: Answers = {}
  details: SessionDetails = {
    createdAt: null,
    expiresAt: null,
    permissions: [],
    accountIds: ['1900001'],
    isReadOnly: true,
  }
  #session: SessionDetails | null = null

  async call<N extends Operation>(
    name: N,
    input: Inputs[N],
    { purpose, signal, onSend }: Parameters<Broker['call']>[2],
  ): Promise<Outputs[N]> {
    if (signal?.aborted) throw new AppError('cancelled', 'The request was cancelled')
    onSend?.()
    this.asked.push({ name, input, purpose })
    const answer = this.answers[name]
    if (answer === undefined) throw new Error(`no answer for ${name}`)
    return await answer(input)
  }

  openFile: Broker['openFile'] = () => Promise.reject(new Error('no file is sent here'))
  session = (): SessionDetails | null => this.#session
  async renewSession(): Promise<SessionDetails> {
    this.#session = this.details
    return this.details
  }
  forget(): void {
    this.#session = null
  }
  async close(): Promise<void> {
    this.#session = null
  }

  count(name: Operation): number {
    return this.asked.filter((one) => one.name === name).length
  }
}

/** What the jobs work with: a real cache and journal in memory, a fake service, a clock that stands still. */
export function startSync() {
  const clock = new FakeClock()
  const broker = new FakeBroker()
  const cache = createCache(openTestCache())
  const journal = createJournal(openTestJournal(), tmpdir())
  const attention = new Attention(clock)
  const topics: string[] = []
  const readFollowed = createFollowedReader({ cache, journal, attention, clock })
  const publish: SyncContext['publish'] = (...[topic]) => void topics.push(topic)
  const budget = createBudget({ clock })
  const power = { isSaving: false }
  const context: SyncContext = {
    ...{ broker, cache, journal, attention, clock, power, publish, readFollowed },
    openedAt: clock.now(),
    readBudget: () => budget.snapshot(),
  }
  /** Puts an instrument into a watchlist: as long as nothing is known of its hours, it may trade. */
  const follow = (symbol: string): void =>
    journal.watchlists.addSymbol(journal.watchlists.create('Followed').id, symbol)
  return { ...context, broker, clock, topics, context, power, follow }
}

/** One run, as the runner gives it. */
export const runOf = (askedBy: JobRun['askedBy'] = 'schedule', abort = new AbortController()): JobRun => ({
  signal: abort.signal,
  askedBy,
})
