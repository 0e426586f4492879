import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'
import type { YieldingWriter } from '../../sqlite/write-priority.ts'

/**
 * Lets a connection that only reads keep its own holdings: the first write copies the tables of the ledger into the temporary
 * database, where they hide those of the file. The file is not written, and the copy is gone with the connection.
 */
export function keepPrivateLedger(db: Db): YieldingWriter {
  let isCopied = false
  return {
    isWanted: () => false,
    wait() {
      if (isCopied) return
      isCopied = true
      copyLedger(db)
    },
  }
}

/** With the accounts, because holdings refer to them. Triggers are left out: rows never change here. */
function copyLedger(db: Db): void {
  const tables = db
    .prepare<[], Row>(
      `SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql IS NOT NULL
       AND (name = 'transaction_account' OR name LIKE 'ledger\\_%' ESCAPE '\\')`,
    )
    .all()
  for (const table of tables) db.exec(text(table, 'sql').replace(/^CREATE TABLE/i, 'CREATE TEMP TABLE'))
  // While rows are copied a row may come before the one that it refers to.
  db.pragma('defer_foreign_keys = ON')
  for (const table of tables) {
    const name = text(table, 'name')
    db.exec(`INSERT INTO temp."${name}" SELECT * FROM main."${name}"`)
  }
}
