import { isChanged } from '#shared/model/transaction/changed-content.ts'
import { Transaction } from '#shared/model/transaction/transaction.ts'
import type { WithdrawnRow } from '#shared/model/transaction/withdrawn-row.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, integerOrNull, jsonText, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { createFormerRows } from './former-rows.ts'

/** A withdrawn row, or one that the service sent again. */
export interface WithdrawnRecord extends WithdrawnRow {
  /** UTC ms at which the service sent it again; null while it is withdrawn. */
  readonly returnedAt: number | null
}

/** At most this many records are kept, the newest: a service that renames all rows every day must not fill the disk. */
const maxRecords = 5_000

/**
 * The rows that the service has withdrawn. A row that came back keeps its record, so that all computers of the user learn of
 * its return.
 */
export function createWithdrawnRows(db: Db) {
  const selectAll = db.prepare<[], Row>('SELECT * FROM withdrawn_row ORDER BY since DESC, account_id, id')
  const selectIds = db
    .prepare<[string], string>('SELECT id FROM withdrawn_row WHERE account_id = ? AND returned_at IS NULL')
    .pluck()
  const selectOne = db.prepare<[string, string], Row>(
    'SELECT * FROM withdrawn_row WHERE account_id = ? AND id = ? AND returned_at IS NULL',
  )
  const selectReturned = db
    .prepare<[string, string], number>(
      'SELECT 1 FROM withdrawn_row WHERE account_id = ? AND id = ? AND returned_at IS NOT NULL',
    )
    .pluck()
  const put = db.prepare<[string, string, string, number]>(
    `INSERT INTO withdrawn_row (account_id, id, content, since) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET content = excluded.content, since = excluded.since, returned_at = NULL`,
  )
  const trim = db.prepare<[number]>(
    `DELETE FROM withdrawn_row WHERE (account_id, id) IN (
       SELECT account_id, id FROM withdrawn_row ORDER BY since DESC LIMIT -1 OFFSET ?)`,
  )
  const markReturned = db.prepare<[number, string, string, string]>(
    `UPDATE withdrawn_row SET returned_at = ?, content = ? WHERE account_id = ? AND id = ? AND returned_at IS NULL`,
  )
  const take = db.prepare<[string, string, string, number, number | null]>(
    `INSERT INTO withdrawn_row (account_id, id, content, since, returned_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET
       content = excluded.content, since = excluded.since, returned_at = excluded.returned_at`,
  )
  const former = createFormerRows(db)
  function keepFormer(accountId: string, row: Transaction, until: number): void {
    const stored = selectOne.get(accountId, row.id)
    const withdrawn = stored === undefined ? undefined : read(stored)[0]?.transaction
    if (withdrawn !== undefined && isChanged(withdrawn, row)) former.put([{ accountId, transaction: withdrawn, until }])
  }
  const records = (): WithdrawnRecord[] => selectAll.all().flatMap(read)
  return {
    /** All records, the newest withdrawal first. One in an unknown format (of another app version) is skipped but stays stored. */
    records,
    /** The rows that are withdrawn now, the newest withdrawal first. */
    list: (): WithdrawnRow[] => records().flatMap(({ returnedAt, ...row }) => (returnedAt === null ? [row] : [])),
    /** The ids of the withdrawn rows of an account. */
    idsOf: (accountId: string): ReadonlySet<string> => new Set(selectIds.all(accountId)),
    /** Whether a row was withdrawn once and came back. */
    hasReturned: (accountId: string, id: string): boolean => selectReturned.get(accountId, id) !== undefined,
    /** Stores withdrawals, all or none. */
    put: (rows: readonly WithdrawnRow[]): void =>
      transact(db, () => {
        for (const { accountId, transaction, since } of rows)
          put.run(accountId, transaction.id, JSON.stringify(transaction), since)
        trim.run(maxRecords)
      }),
    /**
     * The service sent these rows again (`at` in UTC ms); if it has changed them, what they were is kept. Those that are not
     * withdrawn are ignored.
     */
    noteReturned: (accountId: string, rows: readonly Transaction[], at: number): void =>
      transact(db, () => {
        for (const row of rows) {
          keepFormer(accountId, row, at)
          markReturned.run(at, JSON.stringify(row), accountId, row.id)
        }
      }),
    /** Stores what another computer noticed, in the transaction of the caller. */
    take({ accountId, transaction, since, returnedAt }: WithdrawnRecord): void {
      if (returnedAt !== null) keepFormer(accountId, transaction, returnedAt)
      take.run(accountId, transaction.id, JSON.stringify(transaction), since, returnedAt)
    },
  }
}

function read(row: Row): WithdrawnRecord[] {
  const transaction = Transaction.safeParse(jsonText(row, 'content'))
  if (!transaction.success || transaction.data.id !== text(row, 'id')) return []
  return [
    {
      accountId: text(row, 'account_id'),
      transaction: transaction.data,
      since: integer(row, 'since'),
      returnedAt: integerOrNull(row, 'returned_at'),
    },
  ]
}
