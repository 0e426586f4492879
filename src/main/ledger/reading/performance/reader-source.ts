import type { Cache } from '../../../cache/cache.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { KnownInstruments } from './known-instruments.ts'

/** What a period is worked out from. */
export interface ReaderSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'coverage' | 'history'>
  readonly known: KnownInstruments
}
