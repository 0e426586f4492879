// Runs in a thread of its own: the reading of the cache that would take longer than a frame, or the writing of history.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { TransactionTotals } from '../../shared/model/transaction-history.ts'
import { systemClock } from '../clock.ts'
import { goSecond } from '../sqlite/write-turn.ts'
import { openCacheReader, openCacheWriter } from './open.ts'
import type { ThreadAnswer, ThreadData, ThreadQuestion, ThreadTask } from './thread-messages.ts'
import { createTransactionPages } from './transaction-pages.ts'
import { createTransactionTotals } from './transaction-totals.ts'
import { createTransactions } from './transactions.ts'

/** A sum under way. */
interface Sum {
  readonly id: number
  readonly steps: Generator<void, TransactionTotals>
}

/** Sums waiting behind the newest; of more, the oldest are of no interest any longer. */
const mostSums = 4

const data = workerData as ThreadData
const db = data.role === 'reader' ? openCacheReader(data.path) : openCacheWriter(data.path)
const pages = createTransactionPages(db)
const totals = createTransactionTotals(db)
const chunkRows = 500
const transactions = data.role === 'writer' ? createTransactions(db, null, chunkRows, goSecond(data.turn)) : null
const sums: Sum[] = []
let stores: Promise<unknown> = Promise.resolve()
/** After so long without a write the log is merged here, so that the main thread need not. */
const idleMs = 1_000
let takeBackMerge = (): void => undefined

const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message)

function fail(id: number, error: unknown): void {
  const isOurs = error instanceof AppError
  const code = isOurs ? error.code : 'internal'
  answer({ id, ok: false, code, message: isOurs ? error.message : 'The cache could not be read' })
}

function run(id: number, task: ThreadTask): void {
  switch (task.kind) {
    case 'page':
      return answer({ id, ok: true, value: pages.page(task.request, 'unbounded') })
    case 'totals':
      sums.push({ id, steps: totals.steps(task.filter) })
      if (sums.length === 1) setImmediate(step)
      if (sums.length > mostSums) {
        const stale = sums.shift()
        if (stale !== undefined) fail(stale.id, new AppError('cancelled', 'Newer questions took the place of this one'))
      }
      return
    case 'store': {
      if (transactions === null) throw new Error('a reader does not write')
      const { accountId, transactions: rows, fetchedAt, interval } = task
      // One behind another: pages of one account may overlap.
      stores = stores
        .then(() => transactions.store(accountId, rows, fetchedAt, interval))
        .then(
          (value) => {
            answer({ id, ok: true, value })
            takeBackMerge()
            takeBackMerge = systemClock.after(idleMs, () => void db.pragma('wal_checkpoint(PASSIVE)'))
          },
          (error: unknown) => fail(id, error),
        )
    }
  }
}

/** Works on the newest sum for a moment, then lets questions in. */
function step(): void {
  const sum = sums.at(-1)
  if (sum === undefined) return
  try {
    const { done, value } = sum.steps.next()
    if (done === true) {
      sums.splice(sums.indexOf(sum), 1)
      answer({ id: sum.id, ok: true, value })
    }
  } catch (error) {
    sums.splice(sums.indexOf(sum), 1)
    fail(sum.id, error)
  }
  if (sums.length > 0) setImmediate(step)
}

parentPort?.on('message', (question: ThreadQuestion | 'close') => {
  if (question === 'close') {
    void stores.then(() => {
      takeBackMerge()
      db.close()
      parentPort?.close()
    })
    return
  }
  try {
    run(question.id, question.task)
  } catch (error) {
    fail(question.id, error)
  }
})
