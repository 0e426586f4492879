import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { Accounts } from '../../../../src/main/cache/tables/accounts.ts'
import { ledgerTables } from '../../../../src/main/cache/schema/add-ledger.ts'
import { migrations } from '../../../../src/main/cache/schema/migrations.ts'
import { migrate } from '../../../../src/main/sqlite/migrate.ts'
import { formatUnits } from '../../../../src/main/insight/lots/units.ts'
import { openLedgerRig } from '../../ledger/rig.ts'

test('rows that were stored before the ledger existed are replayed, and accounts keep their figures', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, migrations.indexOf(ledgerTables))
  db.exec(`
    INSERT INTO transaction_account VALUES (1, '1900001');
    INSERT INTO transaction_category VALUES (1, 'OTHERS');
    INSERT INTO transaction_currency VALUES (1, 'RUB');
    INSERT INTO transaction_subject (key, name, symbol, category) VALUES (1, 'Покупка актива', 'SBER@MISX', 1);
    INSERT INTO transaction_kind VALUES (2, 'buy');
    INSERT INTO transaction_dimension VALUES (1, 1, 1, 1, 1, 1, 2, 'trade');
    INSERT INTO account_transaction (key, account, id, dimension, at_ms, units, nanos, size, fetched_at)
      VALUES (1024000, 1, '7', 1, 1000, -50, 0, '5', 9);
    INSERT INTO account (id, type, status, equity, fetched_at) VALUES ('1900001', 'UNION', 'ACTIVE', '12.5', 77);`)
  migrate(db, migrations)
  const rig = openLedgerRig(db)
  rig.refresh()
  expect(formatUnits(rig.holding('SBER@MISX')!.quantity)).toBe('5')
  const accounts = new Accounts(db)
  expect(accounts.get('1900001')).toMatchObject({ account: { equity: '12.5' }, fetchedAt: 77 })
  expect(accounts.statement('1900001')).toEqual({ at: 77, since: 77 })
})
