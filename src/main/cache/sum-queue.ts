import { AppError } from '../../shared/errors.ts'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../shared/model/transaction-history.ts'
import type { Db } from '../sqlite/db.ts'
import { createTransactionTotals } from './transaction-totals.ts'

/** What becomes of a question. */
interface Settle {
  readonly answer: (id: number, totals: TransactionTotals) => void
  readonly fail: (id: number, error: unknown) => void
}

/** Sums waiting behind the newest; of more, the oldest are of no interest any longer. */
const mostWaiting = 4

/**
 * Sums by a thread, some milliseconds at a time, the newest question first. Each is of one state of the cache: one that was
 * put off begins anew.
 */
export function createSumQueue(db: Db, { answer, fail }: Settle) {
  const totals = createTransactionTotals(db)
  const asked: { readonly id: number; readonly filter: TransactionFilter }[] = []
  let current: { readonly id: number; readonly steps: Generator<void, TransactionTotals> } | null = null

  /** Lets go of the state that is read, so that what comes next reads the newest. */
  function putOff(): void {
    current = null
    if (db.inTransaction) db.exec('COMMIT')
  }

  function begin(id: number, filter: TransactionFilter) {
    putOff()
    db.exec('BEGIN')
    return { id, steps: totals.steps(filter) }
  }

  /** Works on the newest sum for a moment, then lets questions in. */
  function step(): void {
    const newest = asked.at(-1)
    if (newest === undefined) return
    try {
      current = current?.id === newest.id ? current : begin(newest.id, newest.filter)
      const { done, value } = current.steps.next()
      if (done === true) {
        end(newest.id)
        answer(newest.id, value)
      }
    } catch (error) {
      end(newest.id)
      fail(newest.id, error)
    }
    if (asked.length > 0) setImmediate(step)
  }

  function end(id: number): void {
    putOff()
    asked.splice(
      asked.findIndex((one) => one.id === id),
      1,
    )
  }

  return {
    ask(id: number, filter: TransactionFilter): void {
      asked.push({ id, filter })
      if (asked.length === 1) setImmediate(step)
      const stale = asked.length > mostWaiting ? asked.shift() : undefined
      if (stale !== undefined) fail(stale.id, new AppError('cancelled', 'Newer questions took the place of this one'))
    },
    putOff,
  }
}
