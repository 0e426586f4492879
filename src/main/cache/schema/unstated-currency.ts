import type { Db } from '../../sqlite/db.ts'
import { integer, type Row } from '../../sqlite/row.ts'

const tables = `
  CREATE TABLE named_currency (
    key     INTEGER PRIMARY KEY,
    code    TEXT NOT NULL,
    -- 0: a stated currency; otherwise that of money of this account without a stated one.
    account INTEGER NOT NULL DEFAULT 0,
    UNIQUE (code, account)
  ) STRICT;
  INSERT INTO named_currency (key, code) SELECT key, code FROM transaction_currency;
  DROP TABLE transaction_currency;
  ALTER TABLE named_currency RENAME TO transaction_currency;
  CREATE INDEX transaction_currency_of_account ON transaction_currency (account);`

/** Sums of the rows of an account, for the columns of a roll-up after its time. */
const sums = `count(*), coalesce(sum(t.units >> 32), 0), coalesce(sum(t.units & 4294967295), 0), coalesce(sum(t.nanos), 0)`

/**
 * Earlier versions stored money without a currency under an empty code for all accounts, also money of 0, which the
 * service sends where there is none. Money of 0 is removed from these rows; the rest gets an entry for each account, so
 * that a currency can be assumed. The version of the kinds changes, because dimensions in memory may be gone.
 */
export function separateUnstatedCurrencies(db: Db): void {
  db.exec(tables)
  const empty = db.prepare<[], number>(`SELECT key FROM transaction_currency WHERE code = ''`).pluck().get()
  if (empty === undefined) return
  removeZeros(db, empty)
  const accounts = db
    .prepare<[number], number>('SELECT DISTINCT account FROM transaction_dimension WHERE currency = ?')
    .pluck()
    .all(empty)
  const insert = db.prepare<[number]>(`INSERT INTO transaction_currency (code, account) VALUES ('', ?)`)
  const moves = ['dimension', 'day', 'month'].map((table) =>
    db.prepare(`UPDATE transaction_${table} SET currency = ? WHERE currency = ? AND account = ?`),
  )
  for (const account of accounts) {
    const key = insert.run(account).lastInsertRowid
    for (const move of moves) move.run(key, empty, account)
  }
  db.prepare('DELETE FROM transaction_currency WHERE key = ?').run(empty)
  db.exec(`UPDATE transaction_kind_state SET version = version + 1;`)
  for (const account of accounts) assumeOnly(db, account)
}

function removeZeros(db: Db, empty: number): void {
  const dimensions = db
    .prepare<[number], Row>(
      `SELECT d.key, d.account FROM transaction_dimension d WHERE d.currency = ? AND EXISTS (
         SELECT 1 FROM account_transaction t WHERE t.dimension = d.key AND t.units = 0 AND t.nanos = 0)`,
    )
    .all(empty)
  const enter = db.prepare(
    `INSERT OR IGNORE INTO transaction_dimension (account, subject, category, currency, has_trade, kind, rule)
     SELECT account, subject, category, 0, has_trade, kind, rule FROM transaction_dimension WHERE key = ?`,
  )
  const move = db.prepare(
    `UPDATE account_transaction SET units = NULL, nanos = NULL, dimension = (
       SELECT other.key FROM transaction_dimension d JOIN transaction_dimension other USING (account, subject, has_trade, kind, rule)
       WHERE d.key = account_transaction.dimension AND other.currency = 0)
     WHERE dimension = ? AND units = 0 AND nanos = 0`,
  )
  const remove = db.prepare(
    `DELETE FROM transaction_dimension WHERE key = ? AND NOT EXISTS (
       SELECT 1 FROM account_transaction t WHERE t.dimension = transaction_dimension.key)`,
  )
  for (const row of dimensions) {
    const key = integer(row, 'key')
    enter.run(key)
    move.run(key)
    remove.run(key)
  }
  for (const account of new Set(dimensions.map((row) => integer(row, 'account')))) sumAgain(db, account, empty)
}

/** Sums the rows of an account that have no currency again, by day and month, and finds the kinds of those without money. */
function sumAgain(db: Db, account: number, empty: number): void {
  db.prepare(
    `INSERT OR REPLACE INTO transaction_kind_due
     SELECT key, ${Number.MIN_SAFE_INTEGER} FROM transaction_dimension WHERE account = ? AND currency = 0`,
  ).run(account)
  const day = '(t.at_ms - ((t.at_ms % 86400000) + 86400000) % 86400000) / 86400000'
  for (const table of ['day', 'month'])
    db.prepare(`DELETE FROM transaction_${table} WHERE account = ? AND currency IN (0, ?)`).run(account, empty)
  db.prepare(
    `INSERT INTO transaction_day (account, day, category, kind, currency, row_count, units_high, units_low, nanos)
     SELECT d.account, ${day}, d.category, d.kind, d.currency, ${sums} FROM transaction_dimension d
     JOIN account_transaction t ON t.dimension = d.key WHERE d.account = ? AND d.currency IN (0, ?) GROUP BY 1, 2, 3, 4, 5`,
  ).run(account, empty)
  db.prepare(
    `INSERT INTO transaction_month (account, month, category, kind, currency, row_count, units_high, units_low, nanos)
     SELECT account, strftime('%Y', day * 86400, 'unixepoch') * 12 + strftime('%m', day * 86400, 'unixepoch') - 1,
            category, kind, currency, sum(row_count), sum(units_high), sum(units_low), sum(nanos)
     FROM transaction_day WHERE account = ? AND currency IN (0, ?) GROUP BY 1, 2, 3, 4, 5`,
  ).run(account, empty)
}

/** Names the only currency of an account, from its other rows and its cash, as it is stored. */
function assumeOnly(db: Db, account: number): void {
  const codes = db
    .prepare<[number, number], string>(
      `SELECT c.code FROM transaction_currency c
       WHERE c.account = 0 AND c.key IN (SELECT currency FROM transaction_month WHERE account = ?)
       UNION SELECT currency FROM cash
       WHERE currency <> '' AND account_id = (SELECT account_id FROM transaction_account WHERE key = ?)`,
    )
    .pluck()
    .all(account, account)
  if (codes.length !== 1) return
  db.prepare('UPDATE transaction_currency SET code = ? WHERE account = ?').run(codes[0], account)
  db.prepare(
    `INSERT INTO ledger_change (dimension, from_ms, change_count)
     SELECT d.key, min(t.at_ms), 1 FROM transaction_dimension d JOIN account_transaction t ON t.dimension = d.key
     WHERE d.currency = (SELECT key FROM transaction_currency WHERE account = ?)
       AND EXISTS (SELECT 1 FROM ledger_basis) GROUP BY d.key
     ON CONFLICT DO UPDATE SET from_ms = min(from_ms, excluded.from_ms), change_count = change_count + 1`,
  ).run(account)
}
