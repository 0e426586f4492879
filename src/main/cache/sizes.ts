import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'

export interface CacheSizes {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** Of the main file; what is not yet merged into it (the `-wal`) is not counted. */
  readonly bytes: number
}

/** How much the cache holds, for the health screen. Counts every table: about 10 ms at a million rows. */
export function readCacheSizes(db: Db): CacheSizes {
  const names = db
    .prepare<[], Row>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all()
    .map((row) => text(row, 'name'))
  const tables = names.map((name) => {
    const row = db.prepare<[], Row>(`SELECT count(*) AS rows FROM "${name}"`).get() ?? {}
    return { name, rows: integer(row, 'rows') }
  })
  const size = db
    .prepare<[], Row>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get()
  return { tables, bytes: integer(size ?? {}, 'bytes') }
}
