import type { Db } from '../sqlite/db.ts'

/** The input of the writer of a format. */
export interface WriterInput {
  /** A reader of the cache that sees one state from beginning to end. */
  readonly db: Db
  readonly append: (data: string | Uint8Array) => Promise<void>
  /** Call it often: it reports the number of rows written and of all rows, and throws AppError `cancelled`. */
  readonly report: (written: number, total: number) => void
}
