import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { OpenProfile } from '../../api/context.ts'
import { createCache, type Cache } from '../../cache/cache.ts'
import { openCacheSnapshot } from '../../cache/open.ts'
import type { PageRequest, StoredPage } from '../../cache/transactions/query/pages.ts'
import { TotalsReader } from '../../cache/transactions/totals/totals-reader.ts'
import { createJournal, type Journal } from '../../journal/journal.ts'
import { openJournalSnapshot } from '../../journal/open.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { answerHere } from '../../ledger/thread/answer-here.ts'
import type { Db } from '../../sqlite/db.ts'
import { Attention } from '../../sync/interest/attention.ts'
import type { Clock } from '../../time/clock.ts'
import type { StoredProfile } from './find-profile.ts'

/** Replaces functions that would write or send a request to the service. Throws `invalid`. */
export function refuse(): never {
  throw new AppError('invalid', m.profile_this_program_only_reads())
}

interface ReadingOptions {
  readonly stored: StoredProfile
  readonly clock: Clock
  readonly logFault: (where: string, error: unknown) => void
}

const nothing = (): void => undefined

/**
 * A profile for a command line program, while the app may have it open: its cache and journal as they are at this moment, for
 * reading only. Parts that would write or send requests refuse. Throws a StorageError if the files cannot be read.
 */
export class ReadingProfile implements OpenProfile {
  readonly profile: OpenProfile['profile']
  readonly paths: OpenProfile['paths']
  readonly cache: Cache
  readonly journal: Journal
  readonly ledger: Ledger
  readonly threads: OpenProfile['threads']
  readonly attention: Attention
  /** Only the running app knows them. */
  readonly problems: ReadonlyMap<string, string> = new Map()
  readonly #opened: Db[] = []

  constructor({ stored, clock, logFault }: ReadingOptions) {
    const { directory } = stored
    this.profile = stored.profile
    const cachePath = join(directory, 'cache.sqlite')
    this.paths = { directory, cache: cachePath, journal: join(directory, 'journal.sqlite'), exports: directory }
    try {
      const db = this.#keep(openCacheSnapshot(cachePath))
      this.cache = createCache(db)
      this.journal = createJournal(this.#keep(openJournalSnapshot(this.paths.journal)), join(directory, 'backups'))
      this.threads = new ReadingThreads(db, this.cache)
    } catch (error) {
      this.#closeFiles()
      throw error
    }
    this.attention = new Attention(clock, nothing)
    this.ledger = new Ledger({
      thread: answerHere(cachePath, this.journal.quotes),
      journal: this.journal,
      clock,
      logFault,
      publish: nothing,
      onDamage: nothing,
      listen: () => nothing,
      wakeTransactions: nothing,
      readsOnly: true,
    })
  }

  async close(): Promise<void> {
    await this.ledger.close()
    this.#closeFiles()
  }

  #keep(db: Db): Db {
    this.#opened.push(db)
    return db
  }

  #closeFiles(): void {
    for (const db of this.#opened) db.close()
  }

  get exports(): never {
    return refuse()
  }
  get mirror(): never {
    return refuse()
  }
  get reports(): never {
    return refuse()
  }
  get alerts(): never {
    return refuse()
  }
  get kinds(): never {
    return refuse()
  }
  get cancels(): never {
    return refuse()
  }
  get computers(): never {
    return refuse()
  }
  get instruments(): never {
    return refuse()
  }
  get scheduler(): never {
    return refuse()
  }
  budget(): never {
    return refuse()
  }
  forecastQuotes(): never {
    return refuse()
  }
  connectionState(): never {
    return refuse()
  }
  checkService(): never {
    return refuse()
  }
  setPaused(): never {
    return refuse()
  }
}

/** Replaces the cache threads of the app: a program with one question does the work in this thread. */
class ReadingThreads {
  readonly #cache: Cache
  readonly #totals: TotalsReader

  constructor(db: Db, cache: Cache) {
    this.#cache = cache
    this.#totals = new TotalsReader(db)
  }

  async page(request: PageRequest): Promise<StoredPage> {
    return this.#cache.transactions.pages.page(request, 'unbounded') ?? refuse()
  }

  async totals(filter: TransactionFilter): Promise<TransactionTotals> {
    const steps = this.#totals.steps(filter)
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
  }

  get periods(): never {
    return refuse()
  }
  get counts(): never {
    return refuse()
  }
  get store(): never {
    return refuse()
  }
  get remove(): never {
    return refuse()
  }
  get instruments(): never {
    return refuse()
  }
  get kinds(): never {
    return refuse()
  }
  get findAlike(): never {
    return refuse()
  }
  get seek(): never {
    return refuse()
  }
  get check(): never {
    return refuse()
  }
  close(): Promise<void> {
    return Promise.resolve()
  }
}
