import { readColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import { createCache, type Cache } from '../cache/cache.ts'
import { openCacheSnapshot } from '../cache/open.ts'
import type { Journal } from '../journal/journal.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { readHistory } from '../ledger/reading/history.ts'
import type { Db } from '../sqlite/db.ts'
import { quarters } from '../time/quarters.ts'
import { accountUnit } from './statements/account-units.ts'
import type { Unit } from './statements/subject.ts'

/** The parts of a profile that the mirror reads. */
export interface MirroredProfile {
  readonly profile: { readonly id: string }
  readonly paths: { readonly cache: string; readonly directory: string }
  readonly journal: Pick<Journal, 'equity' | 'quotes'>
  readonly ledger: Pick<Ledger, 'listLots' | 'listIncome'>
}

/** A profile at one moment. The caller must close it. */
export interface MirrorSource {
  readonly db: Db
  readonly cache: Cache
  readonly journal: MirroredProfile['journal']
  /** UTC ms. */
  readonly at: number
  readonly accounts: () => readonly Unit[]
  readonly close: () => void
}

/** The furthest date of announced and projected events. */
const aheadMs = 3 * 366 * dayMs

/** Opens the cache as it is at this moment. `now` in UTC ms. Throws a StorageError. */
export function openSource({ paths, journal, ledger }: MirroredProfile, now: number): MirrorSource {
  const db = openCacheSnapshot(paths.cache)
  const cache = createCache(db)
  return {
    db,
    cache,
    journal,
    at: now,
    close: () => void db.close(),
    accounts: () =>
      cache.accounts.list().map(({ account, fetchedAt }) => {
        const ids = [account.id]
        return accountUnit({
          account,
          fetchedAt,
          isLoaded: readHistory(cache, account.id).wholeUntil !== null,
          async *lots() {
            yield await ledger.listLots(ids, null)
          },
          async *income() {
            for (const span of quarters(0, now + aheadMs))
              yield await readColumns(await ledger.listIncome(ids, { symbol: null, ...span }))
          },
        })
      }),
  }
}
