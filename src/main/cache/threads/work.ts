import { goSecond } from '../../sqlite/write-priority.ts'
import { systemClock } from '../../time/clock.ts'
import { InstrumentSearch } from '../instruments/search/search.ts'
import { InstrumentStore } from '../instruments/store.ts'
import { checkCache, openCacheReader, openCacheWriter } from '../open.ts'
import { createAlikeGroups } from '../transactions/groups/alike-groups.ts'
import { createTransactionPages } from '../transactions/query/pages.ts'
import { RowSeeker } from '../transactions/query/seek.ts'
import { sumPeriods } from '../transactions/totals/period-totals.ts'
import { TotalsReader } from '../transactions/totals/totals.ts'
import { createValueCounter } from '../transactions/totals/value-counts.ts'
import { createTransactions } from '../transactions/transactions.ts'
import type { ThreadData, ThreadTask } from './messages.ts'
import { StepQueue, type Replies } from './step-queue.ts'

/** The tasks of a thread on its open connection. */
export interface Work {
  /** Runs a task. Throws its error, unless the reply is sent later. */
  run(id: number, task: ThreadTask): void
  /** Releases memory. Throws an error of SQLite. */
  rest(): void
  /** Waits for the writes in progress. */
  close(): Promise<void>
}

const chunkRows = 1_000
/**
 * The pause between two chunks of the list of instruments. The list is not urgent: small writes of the main thread go
 * first.
 */
const pauseMs = 4

/** Opens the cache for the tasks of one role. Throws an error of SQLite. */
export function openWork(data: ThreadData, replies: Replies): Work {
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
  const countValues = createValueCounter(db, totals)
  const seeker = new RowSeeker(db)
  const findAlike = createAlikeGroups(db)
  const stepQueue = new StepQueue(db, replies)
  return {
    run(id, task) {
      switch (task.kind) {
        case 'page':
          stepQueue.interrupt()
          return replies.sendResult(id, pages.page(task.request, 'unbounded'))
        case 'totals':
          return stepQueue.add(id, () => totals.steps(task.filter))
        case 'periods':
          return stepQueue.add(id, () => sumPeriods(totals, pages, task.filter, task.length))
        case 'counts':
          return stepQueue.add(id, () => countValues(task.filter, task.field))
        case 'seek':
          return stepQueue.add(id, () => seeker.steps(task.request))
        case 'findAlike':
          return stepQueue.add(id, () => findAlike(task.draft))
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
  const transactions = createTransactions(db, null, chunkRows, goSecond(db, priority))
  const pause = (): Promise<void> => new Promise((resolve) => void systemClock.after(pauseMs, resolve))
  const instruments = new InstrumentStore(db, pause)
  let writes: Promise<unknown> = Promise.resolve()

  function work(task: ThreadTask): Promise<unknown> {
    switch (task.kind) {
      case 'store':
        return transactions.store(task.accountId, task.content, task.fetchedAt, task.interval)
      case 'removeRows':
        return transactions.remove(task.accountId, task.ids)
      case 'beginKinds':
        return transactions.kinds.begin(task.choices, task.groups)
      case 'reviewKinds':
        return transactions.kinds.step()
      case 'chooseKind':
        return transactions.kinds.choose(task.target, task.chosen)
      case 'groupRows':
        return transactions.kinds.group(task.groups)
      case 'storeInstruments':
        return instruments.storePage(task.page)
      case 'endDownload':
        return instruments.endDownload(task.at, task.isComplete)
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
      // The next write restarts the log and waits for the disk. It happens here, so that the main thread does not wait.
      db.exec('UPDATE transaction_overflow SET longest_ms = longest_ms')
      db.pragma('shrink_memory')
    },
    close: () => writes.then(() => void db.close()),
  }
}
