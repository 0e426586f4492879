import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../shared/model/transaction-history.ts'
import type { InstrumentWork } from './instruments.ts'
import { newTurn, type SharedTurn } from '../sqlite/write-turn.ts'
import { ThreadAnswer, threadResults, type ThreadData, type ThreadTask } from './thread-messages.ts'
import type { PageRequest, StoredPage } from './transaction-pages.ts'
import type { StoreHistory } from './transactions.ts'

type Settle = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }

/** Megabytes of short-lived objects before they are collected: by default a thread takes tens of them, and keeps them. */
const maxYoungGenerationSizeMb = { reader: 6, writer: 16 }

/** One thread, started when it is first asked. */
function createThread(file: string | URL, workerData: ThreadData) {
  const waiting = new Map<number, Settle>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false

  function end(ended: Worker, error: AppError): void {
    // A failed thread tells so twice, and another may have begun in between.
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(file, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: maxYoungGenerationSizeMb[workerData.role] },
    })
    started.on('message', (message: unknown) => {
      const answer = ThreadAnswer.parse(message)
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.ok) asker?.resolve(answer.value)
      else asker?.reject(new AppError(answer.code, answer.message))
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (cause) =>
      end(started, new AppError('internal', 'The thread of the cache stopped. Try again.', { cause })),
    )
    started.on('exit', () => end(started, new AppError('cancelled', 'The cache was closed')))
    started.unref()
    return started
  }

  return {
    async ask<T>(task: ThreadTask, schema: z.ZodType<T>): Promise<T> {
      if (isClosed) throw new AppError('cancelled', 'The cache was closed')
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const asked = worker
      const value = await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        asked.postMessage({ id, task })
      })
      return schema.parse(value)
    },
    /** Lets a write under way end; drops what is being read. */
    async close(): Promise<void> {
      isClosed = true
      const ending = worker
      if (ending === null) return
      ending.ref()
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      if (workerData.role === 'reader') void ending.terminate()
      else ending.postMessage('close')
      await ended
    },
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
  const store: StoreHistory = (accountId, transactions, fetchedAt, interval) =>
    writer
      .ask({ kind: 'store', accountId, transactions, fetchedAt, interval }, threadResults.store)
      .finally(() => stored++)
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
