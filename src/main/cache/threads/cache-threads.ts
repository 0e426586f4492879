import type { z } from 'zod'
import { secondMs } from '../../../shared/durations.ts'
import type { TransactionFilter } from '../../../shared/model/transaction/kind-choice.ts'
import type {
  CountedField,
  PeriodLength,
  TransactionPeriod,
  TransactionPosition,
  TransactionTotals,
  ValueCount,
} from '../../../shared/model/transaction/history.ts'
import type { InstrumentWork } from '../instruments/instruments.ts'
import { keyFor } from '../../sqlite/keys.ts'
import { createWritePriority, type WritePriority } from '../../sqlite/write-priority.ts'
import { systemClock } from '../../time/clock.ts'
import { createThreadClient, type Rest } from '../../threads/thread-client.ts'
import { threadResults, type ThreadData, type ThreadTask } from './messages.ts'
import type { PageRequest, StoredPage } from '../transactions/query/pages.ts'
import type { SeekRequest } from '../transactions/query/seek.ts'
import type { KindWork } from '../transactions/kind-review.ts'
import type { StoreHistory } from '../transactions/transactions.ts'

/** Megabytes of short-lived objects before they are collected. */
const maxYoungGenerationSizeMb = { reader: 6, writer: 16, checker: 2 }
/** The thread that checks the file is needed once a day. */
const checkerRest: Rest = { clock: systemClock, idleMs: secondMs }

function createThread(file: string | URL, workerData: ThreadData, rest: Rest | undefined) {
  const thread = createThreadClient<ThreadTask>({
    file,
    workerData,
    maxYoungGenerationSizeMb: maxYoungGenerationSizeMb[workerData.role],
    subject: 'cache',
    ...(rest === undefined ? {} : { rest }),
  })
  return {
    ask: async <T>(task: ThreadTask, schema: z.ZodType<T>): Promise<T> => schema.parse(await thread.ask(task)),
    /** Waits for a write in progress; cancels readings. */
    close: (): Promise<void> => thread.close(workerData.role === 'writer' ? 'gently' : 'now'),
  }
}

export type CacheThreads = ReturnType<typeof createCacheThreads>

/**
 * The cache's work that takes too long for the main thread. `file` is the built `worker.ts`, `path` the cache's file,
 * `priority` comes from the main thread's connection; without `rest` the reader and the writer run until they are closed.
 */
export function createCacheThreads(
  file: string | URL,
  path: string,
  priority: WritePriority = createWritePriority(),
  rest?: Rest,
) {
  const key = keyFor(path)
  const reader = createThread(file, { path, key, role: 'reader' }, rest)
  const writer = createThread(file, { path, key, role: 'writer', priority }, rest)
  const checker = createThread(file, { path, key, role: 'checker' }, checkerRest)
  const sums = new Map<string, Promise<TransactionTotals>>()
  /** Stored responses so far: a sum that was requested before is not shared with a request that comes after. */
  let stored = 0
  const store: StoreHistory = (accountId, content, fetchedAt, interval) =>
    writer.ask({ kind: 'store', accountId, content, fetchedAt, interval }, threadResults.store).finally(() => stored++)
  const instruments: InstrumentWork = {
    storePage: (page) => writer.ask({ kind: 'storeInstruments', page }, threadResults.storeInstruments),
    endWalk: (at, isWhole) => writer.ask({ kind: 'endWalk', at, isWhole }, threadResults.endWalk),
    readUnread: () => writer.ask({ kind: 'readInstruments' }, threadResults.readInstruments),
    search: (query) => reader.ask({ kind: 'search', query }, threadResults.search),
  }
  const kinds: KindWork = {
    begin: (choices) => writer.ask({ kind: 'beginKinds', choices }, threadResults.beginKinds),
    step: () => writer.ask({ kind: 'reviewKinds' }, threadResults.reviewKinds).finally(() => stored++),
    choose: (target, chosen) =>
      writer.ask({ kind: 'chooseKind', target, chosen }, threadResults.chooseKind).finally(() => stored++),
  }
  return {
    store,
    instruments,
    kinds,
    page: (request: PageRequest): Promise<StoredPage> => reader.ask({ kind: 'page', request }, threadResults.page),
    seek: (request: SeekRequest): Promise<TransactionPosition> =>
      reader.ask({ kind: 'seek', request }, threadResults.seek),
    /** Equal requests at the same time share one sum. A request that newer ones overtook is cancelled. */
    totals(filter: TransactionFilter): Promise<TransactionTotals> {
      const name = JSON.stringify([stored, filter])
      const sum =
        sums.get(name) ?? reader.ask({ kind: 'totals', filter }, threadResults.totals).finally(() => sums.delete(name))
      sums.set(name, sum)
      return sum
    },
    periods: (filter: TransactionFilter, length: PeriodLength): Promise<TransactionPeriod[]> =>
      reader.ask({ kind: 'periods', filter, length }, threadResults.periods),
    counts: (filter: TransactionFilter, field: CountedField): Promise<ValueCount[]> =>
      reader.ask({ kind: 'counts', filter, field }, threadResults.counts),
    /** Reads the whole file and checks it. Throws CorruptDatabaseError when it is damaged or gone. */
    check: (): Promise<void> => checker.ask({ kind: 'check' }, threadResults.check),
    close: async (): Promise<void> => {
      await Promise.all([reader.close(), writer.close(), checker.close()])
    },
  }
}
