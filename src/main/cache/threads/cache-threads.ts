import type { z } from 'zod'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../shared/model/transaction-history.ts'
import type { InstrumentWork } from './instruments.ts'
import { newTurn, type SharedTurn } from '../sqlite/write-turn.ts'
import { createAskedThread } from '../threads/asked-thread.ts'
import { threadResults, type ThreadData, type ThreadTask } from './thread-messages.ts'
import type { PageRequest, StoredPage } from './transaction-pages.ts'
import type { StoreHistory } from './transactions.ts'

/** Megabytes of short-lived objects before they are collected. */
const maxYoungGenerationSizeMb = { reader: 6, writer: 16 }

function createThread(file: string | URL, workerData: ThreadData) {
  const thread = createAskedThread<ThreadTask>({
    file,
    workerData,
    maxYoungGenerationSizeMb: maxYoungGenerationSizeMb[workerData.role],
    name: 'The cache',
  })
  return {
    ask: async <T>(task: ThreadTask, schema: z.ZodType<T>): Promise<T> => schema.parse(await thread.ask(task)),
    /** Lets a write under way end; drops what is being read. */
    close: (): Promise<void> => thread.close(workerData.role === 'reader' ? 'at once' : 'gently'),
  }
}

export type CacheThreads = ReturnType<typeof createCacheThreads>

/**
 * What of the cache's work is too long for the main thread. `file` is the built `thread.ts`, `path` the cache's file, `turn`
 * what the main thread's connection goes first by.
 */
export function createCacheThreads(file: string | URL, path: string, turn: SharedTurn = newTurn()) {
  const reader = createThread(file, { path, role: 'reader' })
  const writer = createThread(file, { path, role: 'writer', turn })
  const sums = new Map<string, Promise<TransactionTotals>>()
  /** What was asked before rows came is not answered again after they did. */
  let stored = 0
  const store: StoreHistory = (accountId, content, fetchedAt, interval) =>
    writer.ask({ kind: 'store', accountId, content, fetchedAt, interval }, threadResults.store).finally(() => stored++)
  const instruments: InstrumentWork = {
    storePage: (page) => writer.ask({ kind: 'storeInstruments', page }, threadResults.storeInstruments),
    endWalk: (at, isWhole) => writer.ask({ kind: 'endWalk', at, isWhole }, threadResults.endWalk),
    readUnread: () => writer.ask({ kind: 'readInstruments' }, threadResults.readInstruments),
    search: (query) => reader.ask({ kind: 'search', query }, threadResults.search),
  }
  return {
    store,
    instruments,
    page: (request: PageRequest): Promise<StoredPage> => reader.ask({ kind: 'page', request }, threadResults.page),
    /** The same question asked twice at a time is answered once. One that newer ones overtook is cancelled. */
    totals(filter: TransactionFilter): Promise<TransactionTotals> {
      const name = JSON.stringify([stored, filter])
      const sum =
        sums.get(name) ?? reader.ask({ kind: 'totals', filter }, threadResults.totals).finally(() => sums.delete(name))
      sums.set(name, sum)
      return sum
    },
    close: async (): Promise<void> => {
      await Promise.all([reader.close(), writer.close()])
    },
  }
}
