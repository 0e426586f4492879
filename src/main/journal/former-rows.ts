import { Transaction } from '#shared/model/transaction/transaction.ts'
import type { FormerContent } from '#shared/model/transaction/withdrawn-row.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, jsonText, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** A row that the service changed, as it was before. */
export interface FormerRow extends FormerContent {
  readonly accountId: string
}

/** At most this many contents are kept, the newest: a service that renames all rows must not fill the disk. */
const maxContents = 20_000

/** What rows were before the service changed them. */
export function createFormerRows(db: Db) {
  const selectOf = db.prepare<[string, string], Row>(
    'SELECT content, until FROM former_row WHERE account_id = ? AND id = ? ORDER BY until DESC, content',
  )
  const selectAll = db.prepare<[], Row>(
    'SELECT account_id, content, until FROM former_row ORDER BY until DESC, account_id, id',
  )
  const put = db.prepare<[string, string, string, number]>(
    `INSERT INTO former_row (account_id, id, content, until) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, id, content) DO UPDATE SET until = max(until, excluded.until)`,
  )
  const trim = db.prepare<[number]>(
    `DELETE FROM former_row WHERE (account_id, id, content) IN (
       SELECT account_id, id, content FROM former_row ORDER BY until DESC LIMIT -1 OFFSET ?)`,
  )
  return {
    /** The earlier contents of a row, the newest first. Those in an unknown format are skipped. */
    of: (accountId: string, id: string): FormerContent[] => selectOf.all(accountId, id).flatMap(read),
    /** The earlier contents of all rows, the newest first. */
    list: (): FormerRow[] =>
      selectAll
        .all()
        .flatMap((row) => read(row).map((former) => ({ ...former, accountId: String(row['account_id']) }))),
    /** Stores earlier contents, all or none. Equal contents of a row are one: a service may send two in turn. */
    put: (rows: readonly FormerRow[]): void =>
      transact(db, () => {
        for (const { accountId, transaction, until } of rows)
          put.run(accountId, transaction.id, JSON.stringify(transaction), until)
        trim.run(maxContents)
      }),
  }
}

function read(row: Row): FormerContent[] {
  const transaction = Transaction.safeParse(jsonText(row, 'content'))
  return transaction.success ? [{ transaction: transaction.data, until: integer(row, 'until') }] : []
}
