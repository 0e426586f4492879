import type { z } from 'zod'
import { secondMs } from '#shared/durations.ts'
import type {
  CountedField,
  PeriodLength,
  RowGroupPreview,
  TransactionPeriod,
  TransactionPosition,
  TransactionTotals,
  ValueCount,
} from '#shared/model/transaction/history.ts'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { keyFor } from '../../sqlite/keys.ts'
import { createWritePriority, type WritePriority } from '../../sqlite/write-priority.ts'
import { createThreadClient, type Rest } from '../../threads/thread-client.ts'
import { systemClock } from '../../time/clock.ts'
import type { InstrumentWork } from '../instruments/instruments.ts'
import type { KindWork } from '../transactions/kind-work.ts'
import type { PageRequest, StoredPage } from '../transactions/query/pages.ts'
import type { SeekRequest } from '../transactions/query/seek.ts'
import type { RemoveRows, StoreHistory } from '../transactions/transactions.ts'
import { threadResults, type ThreadData, type ThreadTask } from './messages.ts'

/** The memory for short-lived objects, in megabytes. */
const maxYoungGenerationSizeMb = { reader: 6, writer: 16, checker: 2 }
/** The thread that checks the file is needed once a day, so it stops soon after a check. */
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
    /** Waits for a write in progress; cancels reads. */
    close: (): Promise<void> => thread.close(workerData.role === 'writer' ? 'gently' : 'now'),
  }
}

export type CacheThreads = ReturnType<typeof createCacheThreads>

/**
 * Starts threads for the work of the cache that takes too long for the main thread. `file` is the built `worker.ts`,
 * `path` is the file of the cache, and `priority` belongs to the connection of the main thread. Without `rest` the
 * reader and the writer run until they are closed.
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
  /** The number of stored responses. A sum requested before a write is not shared with a request after it. */
  let stored = 0
  const store: StoreHistory = (accountId, content, fetchedAt, interval) =>
    writer.ask({ kind: 'store', accountId, content, fetchedAt, interval }, threadResults.store).finally(() => stored++)
  const remove: RemoveRows = (accountId, ids) =>
    writer.ask({ kind: 'removeRows', accountId, ids }, threadResults.removeRows).finally(() => stored++)
  const instruments: InstrumentWork = {
    storePage: (page) => writer.ask({ kind: 'storeInstruments', page }, threadResults.storeInstruments),
    endDownload: (at, isComplete) => writer.ask({ kind: 'endDownload', at, isComplete }, threadResults.endDownload),
    readUnread: () => writer.ask({ kind: 'readInstruments' }, threadResults.readInstruments),
    search: (query) => reader.ask({ kind: 'search', query }, threadResults.search),
  }
  const kinds: KindWork = {
    begin: (choices, groups) => writer.ask({ kind: 'beginKinds', choices, groups }, threadResults.beginKinds),
    step: () => writer.ask({ kind: 'reviewKinds' }, threadResults.reviewKinds).finally(() => stored++),
    choose: (target, chosen) =>
      writer.ask({ kind: 'chooseKind', target, chosen }, threadResults.chooseKind).finally(() => stored++),
    group: (groups) => writer.ask({ kind: 'groupRows', groups }, threadResults.groupRows).finally(() => stored++),
  }
  return {
    store,
    remove,
    instruments,
    kinds,
    page: (request: PageRequest): Promise<StoredPage> => reader.ask({ kind: 'page', request }, threadResults.page),
    seek: (request: SeekRequest): Promise<TransactionPosition> =>
      reader.ask({ kind: 'seek', request }, threadResults.seek),
    /** Equal concurrent requests share one sum. A request is cancelled if too many newer ones wait. */
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
    /** Other rows that could be such a group too. */
    findAlike: (draft: RowGroupDraft): Promise<Pick<RowGroupPreview, 'alike' | 'hasMore'>> =>
      reader.ask({ kind: 'findAlike', draft }, threadResults.findAlike),
    /** Reads the whole file and checks it. Throws CorruptDatabaseError if it is damaged or missing. */
    check: (): Promise<void> => checker.ask({ kind: 'check' }, threadResults.check),
    close: async (): Promise<void> => {
      await Promise.all([reader.close(), writer.close(), checker.close()])
    },
  }
}
