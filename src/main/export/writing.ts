import type { Db } from '../sqlite/db.ts'

/** What the writer of a format is given. */
export interface Writing {
  /** A reader of the cache, in one state from begin to end. */
  readonly db: Db
  readonly append: (data: string | Uint8Array) => Promise<void>
  /** Call it often: it reports progress and throws AppError `cancelled`. Rows of all rows. */
  readonly report: (written: number, total: number) => void
}
