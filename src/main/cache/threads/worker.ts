// Runs in its own thread: readings of the cache that would take longer than a frame, or the writing of the history.
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../time/clock.ts'
import { sqliteCode } from '../../sqlite/errors.ts'
import { goSecond } from '../../sqlite/write-priority.ts'
import { sendFailure, sendResult } from '../../threads/thread-reply.ts'
import type { ThreadRequest } from '../../threads/messages.ts'
import { InstrumentSearch } from '../instruments/search/search.ts'
import { InstrumentStore } from '../instruments/store.ts'
import { openCacheReader, openCacheWriter } from '../open.ts'
import { StepQueue } from './step-queue.ts'
import { RowSeeker } from '../transactions/query/seek.ts'
import { TotalsReader } from '../transactions/totals/totals.ts'
import type { ThreadData, ThreadTask } from './messages.ts'
import { createTransactionPages } from '../transactions/query/pages.ts'
import { KindReview } from '../transactions/kind-review.ts'
import { createTransactions } from '../transactions/transactions.ts'

const data = workerData as ThreadData
const db = data.role === 'reader' ? openCacheReader(data.path) : openCacheWriter(data.path)
const pages = createTransactionPages(db)
const chunkRows = 1_000
const transactions = data.role === 'writer' ? createTransactions(db, null, chunkRows, goSecond(data.priority)) : null
const kindReview = data.role === 'writer' ? new KindReview(db, goSecond(data.priority)) : null
const search = new InstrumentSearch(db)
/** Between two chunks of the list of instruments, which is not urgent: the main thread's small writes go first. */
const pauseMs = 4
const instruments =
  data.role === 'writer'
    ? new InstrumentStore(db, () => new Promise((resolve) => void systemClock.after(pauseMs, resolve)))
    : null
let stores: Promise<unknown> = Promise.resolve()
/** After this time without a task the thread releases memory. */
const idleMs = 1_000
let cancelRest = (): void => undefined

/** Releases memory; the writer also merges the write-ahead log, so that the main thread need not. */
function rest(): void {
  try {
    if (data.role === 'writer') {
      db.pragma('wal_checkpoint(PASSIVE)')
      // The first write after that starts the log again and waits for the disk: done here, not by the main thread.
      db.exec('UPDATE transaction_overflow SET longest_ms = longest_ms')
    }
    db.pragma('shrink_memory')
  } catch (error) {
    // The next write reports a full disk.
    if (sqliteCode(error) === null) throw error
  }
}

function restSoon(): void {
  cancelRest()
  cancelRest = systemClock.after(idleMs, rest)
}

const fail = (id: number, error: unknown): void => sendFailure(id, error, 'The cache could not be read')

const totals = new TotalsReader(db)
const seeker = new RowSeeker(db)
const stepQueue = new StepQueue(db, {
  answer(id, value) {
    sendResult(id, value)
    restSoon()
  },
  fail,
})

function run(id: number, task: ThreadTask): void {
  switch (task.kind) {
    case 'page':
      stepQueue.interrupt()
      return sendResult(id, pages.page(task.request, 'unbounded'))
    case 'totals':
      return stepQueue.add(id, () => totals.steps(task.filter))
    case 'seek':
      return stepQueue.add(id, () => seeker.steps(task.request))
    case 'search':
      return sendResult(id, search.find(task.query))
    case 'store': {
      const { accountId, content, fetchedAt, interval } = task
      return write(id, () => writerOf(transactions).store(accountId, content, fetchedAt, interval))
    }
    case 'beginKinds':
      return write(id, async () => writerOf(kindReview).begin(task.choices))
    case 'reviewKinds':
      return write(id, async () => writerOf(kindReview).step())
    case 'chooseKind':
      return write(id, async () => writerOf(kindReview).choose(task.target, task.chosen))
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

/** Writes run one after the other: pages of one account may overlap. */
function write(id: number, work: () => Promise<unknown>): void {
  stores = stores.then(work).then(
    (value) => {
      sendResult(id, value)
      restSoon()
    },
    (error: unknown) => fail(id, error),
  )
}

parentPort?.on('message', (request: ThreadRequest<ThreadTask> | 'close') => {
  if (request === 'close') {
    void stores.then(() => {
      cancelRest()
      db.close()
      parentPort?.close()
    })
    return
  }
  restSoon()
  try {
    run(request.id, request.task)
  } catch (error) {
    fail(request.id, error)
  }
})
