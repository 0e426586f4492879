import type { Decimal } from '#shared/decimal.ts'
import type { Db } from '../sqlite/db.ts'
import { decimal, integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** A balance before the first row, entered by the user: pieces of a symbol, or money of a currency; the other is null. */
export interface OpeningBalance {
  readonly accountId: string
  readonly symbol: string | null
  readonly currency: string | null
  readonly amount: Decimal
  /** UTC ms at which it was entered. */
  readonly setAt: number
}

type Target = Pick<OpeningBalance, 'accountId' | 'symbol' | 'currency'>

/** Opening balances. They exist only on this computer, and explain differences without a row of the service. */
export function createOpeningBalances(db: Db) {
  const select = db.prepare<[], Row>('SELECT * FROM opening_balance ORDER BY account_id, symbol, currency')
  const put = db.prepare<[string, string, string, string, number]>(
    `INSERT INTO opening_balance (account_id, symbol, currency, amount, set_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, symbol, currency) DO UPDATE SET amount = excluded.amount, set_at = excluded.set_at`,
  )
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM opening_balance WHERE account_id = ? AND symbol = ? AND currency = ?',
  )
  return {
    list: (): OpeningBalance[] => select.all().map(read),
    put: ({ accountId, symbol, currency, amount, setAt }: OpeningBalance): void =>
      void transact(db, () => put.run(accountId, symbol ?? '', currency ?? '', amount, setAt)),
    remove: ({ accountId, symbol, currency }: Target): void =>
      void transact(db, () => remove.run(accountId, symbol ?? '', currency ?? '')),
  }
}

const read = (row: Row): OpeningBalance => ({
  accountId: text(row, 'account_id'),
  symbol: text(row, 'symbol') || null,
  currency: text(row, 'currency') || null,
  amount: decimal(row, 'amount'),
  setAt: integer(row, 'set_at'),
})
