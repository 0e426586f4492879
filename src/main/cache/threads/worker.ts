// Runs in its own thread: readings of the cache that would take longer than a frame, the writing of the history, or a check.
import { parentPort, workerData } from 'node:worker_threads'
import { asPortable, sqliteCode } from '../../sqlite/errors.ts'
import { holdKeyOf } from '../../sqlite/keys.ts'
import { goSecond } from '../../sqlite/write-priority.ts'
import { sendFailure, sendResult, type ThreadRequest } from '../../threads/messages.ts'
import { systemClock } from '../../time/clock.ts'
import { InstrumentSearch } from '../instruments/search/search.ts'
import { InstrumentStore } from '../instruments/store.ts'
import { checkCache, openCacheReader, openCacheWriter } from '../open.ts'
import { createTransactionPages } from '../transactions/query/pages.ts'
import { RowSeeker } from '../transactions/query/seek.ts'
import { TotalsReader } from '../transactions/totals/totals.ts'
import { createTransactions } from '../transactions/transactions.ts'
import type { ThreadData, ThreadTask } from './messages.ts'
import { StepQueue, type Replies } from './step-queue.ts'

/** The open connection of a thread and what it does with it. */
interface Work {
  /** Throws what the task throws, unless its replies come later. */
  run(id: number, task: ThreadTask): void
  /** Releases memory. Throws an error of SQLite. */
  rest(): void
  /** Waits for the writes in progress. */
  close(): Promise<void>
}

const chunkRows = 1_000
/** Between two chunks of the list of instruments, which is not urgent: the main thread's small writes go first. */
const pauseMs = 4

/** Opens the cache for the tasks of one role. Throws an error of SQLite. */
function openWork(data: ThreadData, replies: Replies): Work {
  switch (data.role) {
    case 'reader':
      return openReading(data.path, replies)
    case 'writer':
      return openWriting(data, replies)
    case 'checker':
      return {
        run: (id) => replies.sendResult(id, checkCache(data.path)),
        rest: () => undefined,
        close: () => Promise.resolve(),
      }
  }
}

function openReading(path: string, replies: Replies): Work {
  const db = openCacheReader(path)
  const pages = createTransactionPages(db)
  const search = new InstrumentSearch(db)
  const totals = new TotalsReader(db)
  const seeker = new RowSeeker(db)
  const stepQueue = new StepQueue(db, replies)
  return {
    run(id, task) {
      switch (task.kind) {
        case 'page':
          stepQueue.interrupt()
          return replies.sendResult(id, pages.page(task.request, 'unbounded'))
        case 'totals':
          return stepQueue.add(id, () => totals.steps(task.filter))
        case 'seek':
          return stepQueue.add(id, () => seeker.steps(task.request))
        case 'search':
          return replies.sendResult(id, search.find(task.query))
        default:
          throw new Error(`a reader does not ${task.kind}`)
      }
    },
    rest: () => void db.pragma('shrink_memory'),
    close: () => Promise.resolve(void db.close()),
  }
}

function openWriting({ path, priority }: Extract<ThreadData, { role: 'writer' }>, replies: Replies): Work {
  const db = openCacheWriter(path)
  const transactions = createTransactions(db, null, chunkRows, goSecond(priority))
  const pause = (): Promise<void> => new Promise((resolve) => void systemClock.after(pauseMs, resolve))
  const instruments = new InstrumentStore(db, pause)
  let writes: Promise<unknown> = Promise.resolve()

  function work(task: ThreadTask): Promise<unknown> {
    switch (task.kind) {
      case 'store':
        return transactions.store(task.accountId, task.content, task.fetchedAt, task.interval)
      case 'beginKinds':
        return transactions.kinds.begin(task.choices)
      case 'reviewKinds':
        return transactions.kinds.step()
      case 'chooseKind':
        return transactions.kinds.choose(task.target, task.chosen)
      case 'storeInstruments':
        return instruments.storePage(task.page)
      case 'endWalk':
        return instruments.endWalk(task.at, task.isWhole)
      case 'readInstruments':
        return instruments.readUnread()
      default:
        throw new Error(`a writer does not ${task.kind}`)
    }
  }

  return {
    /** Writes run one after the other: pages of one account may overlap. */
    run(id, task) {
      writes = writes
        .then(() => work(task))
        .then(
          (value) => replies.sendResult(id, value),
          (error: unknown) => replies.fail(id, error),
        )
    },
    rest() {
      db.pragma('wal_checkpoint(PASSIVE)')
      // The first write after that starts the log again and waits for the disk: done here, not by the main thread.
      db.exec('UPDATE transaction_overflow SET longest_ms = longest_ms')
      db.pragma('shrink_memory')
    },
    close: () => writes.then(() => void db.close()),
  }
}

const data = workerData as ThreadData
holdKeyOf(data.path, data.key)
/** After this time without a task the thread releases memory. */
const idleMs = 1_000
let cancelRest = (): void => undefined

function rest(): void {
  try {
    work?.rest()
  } catch (error) {
    // The next task reports a full disk or damage.
    if (sqliteCode(error) === null) throw error
  }
}

function restSoon(): void {
  cancelRest()
  cancelRest = systemClock.after(idleMs, rest)
}

const replies: Replies = {
  sendResult(id, value) {
    sendResult(id, value)
    restSoon()
  },
  fail(id, error) {
    sendFailure(id, asPortable(error), 'The cache could not be read')
    restSoon()
  },
}

/** Opened by the first task, which gets the error when that fails. */
let work: Work | null = null

parentPort?.on('message', (request: ThreadRequest<ThreadTask> | 'close') => {
  cancelRest()
  if (request === 'close') {
    void (work?.close() ?? Promise.resolve()).then(() => {
      cancelRest()
      parentPort?.close()
    })
    return
  }
  try {
    work ??= openWork(data, replies)
    work.run(request.id, request.task)
  } catch (error) {
    replies.fail(request.id, error)
  }
})
