import { dayMs } from '../../shared/durations.ts'
import { readColumns } from '../../shared/column-text.ts'
import { createCache, type Cache } from '../cache/cache.ts'
import { openCacheSnapshot } from '../cache/open.ts'
import type { Journal } from '../journal/journal.ts'
import { readHistory } from '../ledger/reading/history.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Db } from '../sqlite/db.ts'
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
  readonly accounts: () => Promise<Unit[]>
  readonly close: () => void
}

/** The furthest date of announced and projected events. */
const aheadMs = 3 * 366 * dayMs

/** Opens the cache as it is at this moment. `now` in UTC ms. Throws a StorageError. */
export function openSource({ paths, journal, ledger }: MirroredProfile, now: number): MirrorSource {
  const db = openCacheSnapshot(paths.cache)
  const cache = createCache(db)
  return {
    ...{ db, cache, journal, at: now, close: () => void db.close() },
    async accounts() {
      const stored = cache.accounts.list()
      const ids = stored.map(({ account }) => account.id)
      const lots = Map.groupBy(await ledger.listLots(ids, null), ({ accountId }) => accountId)
      const rows = await readColumns(await ledger.listIncome(ids, { symbol: null, from: 0, to: now + aheadMs }))
      const income = Map.groupBy(rows, ({ accountId }) => accountId)
      return stored.map(({ account, fetchedAt }) =>
        accountUnit({
          ...{ account, fetchedAt, isWhole: readHistory(cache, account.id).wholeUntil !== null },
          ...{ lots: lots.get(account.id) ?? [], income: income.get(account.id) ?? [] },
        }),
      )
    },
  }
}
