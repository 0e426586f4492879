import Database from 'better-sqlite3'
import { expect, onTestFinished, test, it } from 'vitest'
import { createLedgerChanges } from '#main/cache/ledger/changes.ts'
import { LedgerPasts } from '#main/cache/ledger/ledger-pasts.ts'
import { ledgerTables, ledgerPast } from '#main/cache/schema/add-ledger.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { Accounts } from '#main/cache/tables/accounts.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { SeriesReader } from '#main/ledger/reading/series-reader.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { openLedgerRig, accountId, makeTrade } from '../../ledger/rig.ts'

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

/** A cache of the previous version with a recorded change. */
function openOld() {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, migrations.indexOf(ledgerPast))
  db.exec(`INSERT INTO ledger_basis VALUES (1, '2 fifo', 1); INSERT INTO ledger_change VALUES (3, 500, 1);`)
  migrate(db, migrations)
  return db
}

test('a cache without a stored past keeps its recorded changes, and later changes are recorded for a new past', () => {
  const db = openOld()
  const pasts = new LedgerPasts(db)
  const changes = createLedgerChanges(db)
  expect(changes.list()).toEqual([{ dimension: 3, fromMs: 500, changeCount: 1 }])
  expect(pasts.begin('a', '')).toMatchObject({ changedMs: null, changeCount: 0 })
  changes.note(new Map([[7, 900]]))
  changes.note(new Map([[7, 700]]))
  changes.note(new Map([[8, 800]]))
  expect(pasts.get('a')).toMatchObject({ changedMs: 700, changeCount: 3 })
})

test('a change that is recorded during a run stays recorded', () => {
  const db = openOld()
  const pasts = new LedgerPasts(db)
  const past = pasts.begin('a', '')!
  createLedgerChanges(db).note(new Map([[7, 900]]))
  pasts.settle({ ...past, quotesUntil: 5, quoteCount: 2 })
  expect(pasts.get('a')).toMatchObject({ changedMs: 900, quotesUntil: 5, quoteCount: 2 })
  pasts.settle(pasts.get('a')!)
  expect(pasts.get('a')).toMatchObject({ changedMs: null })
})

test('a past that starts again contains no data of the previous past', () => {
  const pasts = new LedgerPasts(openOld())
  const first = pasts.begin('a', '1')!
  const moments = [{ at: 1, text: 'x' }]
  pasts.put(first, null, {
    states: moments,
    values: moments,
    flows: moments,
    rateTrades: [],
    facts: new Map([['A@X', 'f']]),
  })
  expect(pasts.state(first.key, 1)).toEqual(moments[0])
  const { key } = pasts.begin('a', '2')!
  expect([pasts.state(key, 9), pasts.values(key, 9), pasts.flows(key, 9), pasts.facts(key).size]).toEqual([
    null,
    [],
    [],
    0,
  ])
})

it('holdings that an older version replayed without a series are replayed again with a series', async () => {
  const rig = openLedgerRig()
  await rig.write([makeTrade('1', 1000, 'A@X', '3', '-30')])
  rig.refresh()
  // The state of an older version: holdings without a series, with the rules of that version.
  rig.db.exec("DELETE FROM ledger_series; UPDATE ledger_basis SET rules = '2 fifo'")
  const next = openLedgerRig(rig.db)
  next.refresh()
  const key = rig.db
    .prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?')
    .pluck()
    .get(accountId)
  expect(new SeriesReader(rig.db).at(key!, 'A@X', 2000)).toMatchObject({ quantity: parseUnits('3') })
})

it('deleting a holding deletes its series', async () => {
  const rig = openLedgerRig()
  await rig.write([makeTrade('1', 1000, 'A@X', '3', '-30')])
  rig.refresh()
  rig.db.prepare("DELETE FROM account_transaction WHERE id = '1'").run()
  rig.refresh()
  expect(rig.db.prepare('SELECT count(*) FROM ledger_series').pluck().get()).toBe(0)
})
