import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'
import { guardWrites } from '../../sqlite/write-priority.ts'

/**
 * Lets a read-only connection store its own holdings. The first write copies the tables of the ledger into the
 * temporary database, where they hide the tables of the file. The file does not change, and the copy is deleted when
 * the connection closes.
 */
export function keepPrivateLedger(db: Db): void {
  let isCopied = false
  guardWrites(db, (run) => {
    if (!isCopied) copyLedger(db)
    isCopied = true
    return run()
  })
}

/**
 * Copies the tables of the ledger, and the accounts to which holdings refer. Triggers are not copied: rows do not
 * change here.
 */
function copyLedger(db: Db): void {
  const tables = db
    .prepare<[], Row>(
      `SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql IS NOT NULL
       AND (name = 'transaction_account' OR name LIKE 'ledger\\_%' ESCAPE '\\')`,
    )
    .all()
  for (const table of tables) db.exec(text(table, 'sql').replace(/^CREATE TABLE/i, 'CREATE TEMP TABLE'))
  // A row may be copied before the row to which it refers.
  db.pragma('defer_foreign_keys = ON')
  for (const table of tables) {
    const name = text(table, 'name')
    db.exec(`INSERT INTO temp."${name}" SELECT * FROM main."${name}"`)
  }
}
