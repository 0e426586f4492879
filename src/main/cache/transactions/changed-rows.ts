import { Transaction } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, jsonText, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** What a row was before the service changed it; `until` is UTC ms. */
export interface ChangedRow {
  readonly key: number
  readonly accountId: string
  readonly transaction: Transaction
  readonly until: number
}

/** Earlier contents of changed rows, kept in the transaction that changes a row until the journal has them. */
export function createChangedRows(db: Db) {
  const note = db.prepare<[string, string, number]>(
    'INSERT INTO changed_row (account_id, content, until) VALUES (?, ?, ?)',
  )
  const select = db.prepare<[], Row>('SELECT * FROM changed_row ORDER BY key LIMIT 1000')
  const remove = db.prepare<[number]>('DELETE FROM changed_row WHERE key <= ?')
  return {
    note: (accountId: string, former: Transaction, until: number): void =>
      void note.run(accountId, JSON.stringify(former), until),
    /** The oldest ones, at most a thousand. */
    list: (): ChangedRow[] =>
      select.all().flatMap((row) => {
        const transaction = Transaction.safeParse(jsonText(row, 'content'))
        const [key, until] = [integer(row, 'key'), integer(row, 'until')]
        return transaction.success
          ? [{ key, accountId: text(row, 'account_id'), transaction: transaction.data, until }]
          : []
      }),
    /** The journal has those up to this key. */
    settle: (key: number): void => void transact(db, () => remove.run(key)),
  }
}
