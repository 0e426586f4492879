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
import { wrap, type Rest } from '../../threads/wrap.ts'
import { systemClock } from '../../time/clock.ts'
import type { InstrumentWork } from '../instruments/instruments.ts'
import type { KindWork } from '../transactions/kind-work.ts'
import type { PageRequest, StoredPage } from '../transactions/query/pages.ts'
import type { SeekRequest } from '../transactions/query/row-seeker.ts'
import type { RemoveRows, StoreHistory } from '../transactions/transactions.ts'
import type { CacheThreadData, CheckerHandlers, ReaderHandlers, WriterHandlers } from './work.ts'

/** The memory for short-lived objects, in megabytes. */
const maxYoungGenerationSizeMb = { reader: 6, writer: 16, checker: 2 }
/** The thread that checks the file is needed once a day, so it stops soon after a check. */
const checkerRest: Rest = { clock: systemClock, idleMs: secondMs }

const wrapRole = <H extends object>(file: string | URL, workerData: CacheThreadData, rest: Rest | undefined) =>
  wrap<H>({
    file,
    workerData,
    subject: 'cache',
    rest,
    resourceLimits: { maxYoungGenerationSizeMb: maxYoungGenerationSizeMb[workerData.role] },
  })

export type CacheThreads = ReturnType<typeof createCacheThreads>

/**
 * Starts threads for the work of the cache that takes too long for the main thread. `file` is the built `cache.thread.ts`,
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
  const reader = wrapRole<ReaderHandlers>(file, { path, key, role: 'reader' }, rest)
  const writer = wrapRole<WriterHandlers>(file, { path, key, role: 'writer', priority }, rest)
  const checker = wrapRole<CheckerHandlers>(file, { path, key, role: 'checker' }, checkerRest)
  const sums = new Map<string, Promise<TransactionTotals>>()
  /** The number of stored responses. A sum requested before a write is not shared with a request after it. */
  let stored = 0
  const noteStored = (): void => void stored++
  const store: StoreHistory = (...args) => writer.ask('store', ...args).finally(noteStored)
  const remove: RemoveRows = (...args) => writer.ask('remove', ...args).finally(noteStored)
  const instruments: InstrumentWork = {
    storePage: (page) => writer.ask('storeInstruments', page),
    endDownload: (at, isComplete) => writer.ask('endDownload', at, isComplete),
    readUnread: () => writer.ask('readInstruments'),
    search: (query) => reader.ask('search', query),
  }
  const kinds: KindWork = {
    begin: (choices, groups) => writer.ask('beginKinds', choices, groups),
    step: () => writer.ask('reviewKinds').finally(noteStored),
    choose: (target, chosen) => writer.ask('chooseKind', target, chosen).finally(noteStored),
    group: (groups) => writer.ask('groupRows', groups).finally(noteStored),
  }
  return {
    store,
    remove,
    instruments,
    kinds,
    page: (request: PageRequest): Promise<StoredPage> => reader.ask('page', request),
    seek: (request: SeekRequest): Promise<TransactionPosition> => reader.ask('seek', request),
    /** Equal concurrent requests share one sum. A request is cancelled if too many newer ones wait. */
    totals(filter: TransactionFilter): Promise<TransactionTotals> {
      const name = JSON.stringify([stored, filter])
      const sum = sums.get(name) ?? reader.ask('totals', filter).finally(() => sums.delete(name))
      sums.set(name, sum)
      return sum
    },
    periods: (filter: TransactionFilter, length: PeriodLength): Promise<TransactionPeriod[]> =>
      reader.ask('periods', filter, length),
    counts: (filter: TransactionFilter, field: CountedField): Promise<ValueCount[]> =>
      reader.ask('counts', filter, field),
    /** Other rows that could be such a group too. */
    findAlike: (draft: RowGroupDraft): Promise<Pick<RowGroupPreview, 'alike' | 'hasMore'>> =>
      reader.ask('findAlike', draft),
    /** Reads the whole file and checks it. Throws CorruptDatabaseError if it is damaged or missing. */
    check: (): Promise<void> => checker.ask('check'),
    /** Waits for writes in progress; cancels reads. */
    close: async (): Promise<void> => {
      await Promise.all([reader.close('now'), writer.close('gently'), checker.close('now')])
    },
  }
}
