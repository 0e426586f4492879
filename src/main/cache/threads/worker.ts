// Runs in a thread of its own: the reading of the cache that would take longer than a frame, or the writing of history.
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import { sqliteCode } from '../sqlite/errors.ts'
import { goSecond } from '../sqlite/write-turn.ts'
import { answer, fail as tellFailure } from '../threads/answering.ts'
import type { Question } from '../threads/messages.ts'
import { createInstrumentSearch } from './instrument-search.ts'
import { createInstrumentStore } from './instrument-store.ts'
import { openCacheReader, openCacheWriter } from './open.ts'
import { createSumQueue } from './sum-queue.ts'
import type { ThreadData, ThreadTask } from './thread-messages.ts'
import { createTransactionPages } from './transaction-pages.ts'
import { createTransactions } from './transactions.ts'

const data = workerData as ThreadData
const db = data.role === 'reader' ? openCacheReader(data.path) : openCacheWriter(data.path)
const pages = createTransactionPages(db)
const chunkRows = 1_000
const transactions = data.role === 'writer' ? createTransactions(db, null, chunkRows, goSecond(data.turn)) : null
const search = createInstrumentSearch(db)
/** Between two chunks of the list of instruments, which has time: the main thread's own small writes come first. */
const pauseMs = 4
const instruments =
  data.role === 'writer'
    ? createInstrumentStore(db, () => new Promise((resolve) => void systemClock.after(pauseMs, resolve)))
    : null
let stores: Promise<unknown> = Promise.resolve()
/** After so long without a question or a write the thread gives back what it can do without. */
const idleMs = 1_000
let takeBackRest = (): void => undefined

/** Memory; and the one that writes merges the log, so that the main thread need not. */
function rest(): void {
  try {
    if (data.role === 'writer') {
      db.pragma('wal_checkpoint(PASSIVE)')
      // The log begins anew with the next write, which waits for the disk: that is done here too.
      db.exec('UPDATE transaction_spill SET longest_ms = longest_ms')
    }
    db.pragma('shrink_memory')
  } catch (error) {
    // A disk that is full is met, and told of, by the next write.
    if (sqliteCode(error) === null) throw error
  }
}

function restSoon(): void {
  takeBackRest()
  takeBackRest = systemClock.after(idleMs, rest)
}

const fail = (id: number, error: unknown): void => tellFailure(id, error, 'The cache could not be read')

const sums = createSumQueue(db, {
  answer(id, value) {
    answer(id, value)
    restSoon()
  },
  fail,
})

function run(id: number, task: ThreadTask): void {
  switch (task.kind) {
    case 'page':
      sums.putOff()
      return answer(id, pages.page(task.request, 'unbounded'))
    case 'totals':
      return sums.ask(id, task.filter)
    case 'search':
      return answer(id, search(task.query))
    case 'store': {
      const { accountId, content, fetchedAt, interval } = task
      return write(id, () => writerOf(transactions).store(accountId, content, fetchedAt, interval))
    }
    case 'storeInstruments':
      return write(id, () => writerOf(instruments).storePage(task.page))
    case 'endWalk':
      return write(id, () => writerOf(instruments).endWalk(task.at, task.isWhole))
    case 'readInstruments':
      return write(id, () => writerOf(instruments).readUnread())
  }
}

function writerOf<T>(store: T | null): T {
  if (store === null) throw new Error('a reader does not write')
  return store
}

/** One write behind another: pages of one account may overlap. */
function write(id: number, work: () => Promise<unknown>): void {
  stores = stores.then(work).then(
    (value) => {
      answer(id, value)
      restSoon()
    },
    (error: unknown) => fail(id, error),
  )
}

parentPort?.on('message', (question: Question<ThreadTask> | 'close') => {
  if (question === 'close') {
    void stores.then(() => {
      takeBackRest()
      db.close()
      parentPort?.close()
    })
    return
  }
  restSoon()
  try {
    run(question.id, question.task)
  } catch (error) {
    fail(question.id, error)
  }
})
