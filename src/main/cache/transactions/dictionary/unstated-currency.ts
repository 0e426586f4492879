import type { Db } from '#main/sqlite/db.ts'
import { integer, text, type Row } from '#main/sqlite/row.ts'
import { readCurrency } from '#shared/currency-code.ts'
import { createLedgerChanges } from '../../ledger/changes.ts'

/**
 * The entry of an account among the currencies (`transaction_currency.account` is positive): the currency of its money for
 * which the service states none. Its code is empty while the account has no currency or several ones.
 */
export function createUnstatedCurrencies(db: Db): (account: number) => number {
  const select = db.prepare<[number], number>('SELECT key FROM transaction_currency WHERE account = ?').pluck()
  const insert = db.prepare<[number]>(`INSERT INTO transaction_currency (code, account) VALUES ('', ?)`)
  return (account) => select.get(account) ?? Number(insert.run(account).lastInsertRowid)
}

/**
 * Returns a function that assumes the only currency of an account, from its other rows and its cash, for its money
 * without a currency. Call it inside each transaction that changes rows or cash of the account. If the assumption
 * changes, the rows are noted for the replay.
 */
export function createAssumedCurrency(db: Db): (accountId: string) => void {
  const selectEntry = db.prepare<[string], Row>(
    `SELECT c.key, c.code, c.account FROM transaction_currency c
     WHERE c.account = (SELECT key FROM transaction_account WHERE account_id = ?)`,
  )
  const selectStated = db
    .prepare<[number, string], string>(
      `SELECT c.code FROM transaction_currency c
       WHERE c.account = 0 AND c.code <> '' AND c.key IN (SELECT currency FROM transaction_month WHERE account = ?)
       UNION ALL SELECT currency FROM cash WHERE account_id = ? AND currency <> ''`,
    )
    .pluck()
  const update = db.prepare<[string, number]>('UPDATE transaction_currency SET code = ? WHERE key = ?')
  const selectRows = db.prepare<[number], Row>(
    `SELECT d.key, ifnull((
       SELECT min(t.at_ms) FROM account_transaction t INDEXED BY transaction_by_dimension WHERE t.dimension = d.key), 0) AS at
     FROM transaction_dimension d WHERE d.currency = ?`,
  )
  const changes = createLedgerChanges(db)
  return (accountId) => {
    const entry = selectEntry.get(accountId)
    if (entry === undefined) return
    const key = integer(entry, 'key')
    const stated = selectStated.all(integer(entry, 'account'), accountId).map((code) => readCurrency(code) ?? code)
    const [only = '', ...others] = new Set(stated)
    const code = others.length === 0 ? only : ''
    if (code === text(entry, 'code')) return
    update.run(code, key)
    changes.note(new Map(selectRows.all(key).map((row) => [integer(row, 'key'), integer(row, 'at')])))
  }
}

/** Assumes the only currency of accounts again, some of whose rows have another currency now. */
export function createNotedAssumptions(db: Db) {
  const assume = createAssumedCurrency(db)
  const noted = new Set<string>()
  return {
    note: (accountId: string): void => void noted.add(accountId),
    /** Call it inside the transaction of the rows, when their sums are stored. */
    update(): void {
      for (const accountId of noted) assume(accountId)
      noted.clear()
    },
  }
}
