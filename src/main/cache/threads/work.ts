import type { CountedField, PeriodLength } from '#shared/model/transaction/history.ts'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { Db } from '../../sqlite/db.ts'
import { sqliteCode } from '../../sqlite/errors.ts'
import type { DataKey } from '../../sqlite/keys.ts'
import { goSecond, type WritePriority } from '../../sqlite/write-priority.ts'
import type { Exposed } from '../../threads/expose.ts'
import { systemClock } from '../../time/clock.ts'
import { InstrumentStore } from '../instruments/instrument-store.ts'
import { InstrumentSearch } from '../instruments/search/instrument-search.ts'
import { checkCache, openCacheReader, openCacheWriter } from '../open.ts'
import { createAlikeGroups } from '../transactions/groups/alike-groups.ts'
import { createTransactionPages, type PageRequest } from '../transactions/query/pages.ts'
import { RowSeeker, type SeekRequest } from '../transactions/query/row-seeker.ts'
import { sumPeriods } from '../transactions/totals/period-totals.ts'
import { TotalsReader } from '../transactions/totals/totals-reader.ts'
import { createValueCounter } from '../transactions/totals/value-counts.ts'
import { createTransactions } from '../transactions/transactions.ts'
import { StepQueue } from './step-queue.ts'

/**
 * The start data of a thread of the cache. A reader and a checker cannot write. Writes of the main thread have priority
 * over a writer.
 */
export type CacheThreadData = (
  | { readonly path: string; readonly role: 'reader' | 'checker' }
  | { readonly path: string; readonly role: 'writer'; readonly priority: WritePriority }
) & {
  /** The key of a sealed cache. */
  readonly key: DataKey | null
}

const chunkRows = 1_000
/**
 * The pause between two chunks of the list of instruments. The list is not urgent: small writes of the main thread go
 * first.
 */
const pauseMs = 4

type HandlersOf<T extends (...args: never[]) => { readonly handlers: object }> = ReturnType<T>['handlers']
export type ReaderHandlers = HandlersOf<typeof openReader>
export type WriterHandlers = HandlersOf<typeof openWriter>
export type CheckerHandlers = HandlersOf<typeof openChecker>

/** Opens the cache for long reads. Throws an error of SQLite. */
export function openReader(path: string) {
  const db = openCacheReader(path)
  const pages = createTransactionPages(db)
  const search = new InstrumentSearch(db)
  const totals = new TotalsReader(db)
  const countValues = createValueCounter(db, totals)
  const seeker = new RowSeeker(db)
  const findAlike = createAlikeGroups(db)
  const queue = new StepQueue(db)
  const handlers = {
    page(request: PageRequest) {
      queue.interrupt()
      return pages.page(request, 'unbounded') ?? { rows: [], next: null }
    },
    totals: (filter: TransactionFilter) => queue.run(() => totals.steps(filter)),
    periods: (filter: TransactionFilter, length: PeriodLength) =>
      queue.run(() => sumPeriods(totals, pages, filter, length)),
    counts: (filter: TransactionFilter, field: CountedField) => queue.run(() => countValues(filter, field)),
    seek: (request: SeekRequest) => queue.run(() => seeker.steps(request)),
    findAlike: (draft: RowGroupDraft) => queue.run(() => findAlike(draft)),
    search: search.find.bind(search),
  }
  return {
    handlers,
    rest: () => ignoringSqlite(() => shrink(db)),
    close: () => void db.close(),
  } satisfies Exposed<object>
}

/** Opens the cache for writes, which run one after the other: pages of one account may overlap. Throws an error of SQLite. */
export function openWriter({ path, priority }: Extract<CacheThreadData, { role: 'writer' }>) {
  const db = openCacheWriter(path)
  const transactions = createTransactions(db, null, chunkRows, goSecond(db, priority))
  const pause = (): Promise<void> => new Promise((resolve) => void systemClock.after(pauseMs, resolve))
  const instruments = new InstrumentStore(db, pause)
  let last: Promise<unknown> = Promise.resolve()

  const inTurn =
    <A extends readonly unknown[], T>(write: (...args: A) => T | Promise<T>) =>
    (...args: A): Promise<T> => {
      const result = last.then(() => write(...args))
      last = result.catch(() => undefined)
      return result
    }

  const handlers = {
    store: inTurn(transactions.store),
    remove: inTurn(transactions.remove),
    beginKinds: inTurn(transactions.kinds.begin),
    reviewKinds: inTurn(transactions.kinds.step),
    chooseKind: inTurn(transactions.kinds.choose),
    groupRows: inTurn(transactions.kinds.group),
    storeInstruments: inTurn(instruments.storePage.bind(instruments)),
    endDownload: inTurn(instruments.endDownload.bind(instruments)),
    readInstruments: inTurn(instruments.readUnread.bind(instruments)),
  }
  return {
    handlers,
    rest: () =>
      ignoringSqlite(() => {
        db.pragma('wal_checkpoint(PASSIVE)')
        // The next write restarts the log and waits for the disk. It happens here, so that the main thread does not wait.
        db.exec('UPDATE transaction_overflow SET longest_ms = longest_ms')
        shrink(db)
      }),
    close: () => last.then(() => void db.close()),
  } satisfies Exposed<object>
}

/** Checks the whole file. */
export const openChecker = (path: string) => ({ handlers: { check: () => checkCache(path) } })

const shrink = (db: Db): void => void db.pragma('shrink_memory')

/** The next call reports a full disk or damage. */
function ignoringSqlite(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (sqliteCode(error) === null) throw error
  }
}
