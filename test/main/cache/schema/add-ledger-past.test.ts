import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createLedgerChanges } from '../../../../src/main/cache/ledger/changes.ts'
import { LedgerPasts } from '../../../../src/main/cache/ledger/past.ts'
import { ledgerPast } from '../../../../src/main/cache/schema/add-ledger-past.ts'
import { migrations } from '../../../../src/main/cache/schema/migrations.ts'
import { migrate } from '../../../../src/main/sqlite/migrate.ts'

/** A cache of the version before, with a note of a change. */
function openOld() {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, migrations.indexOf(ledgerPast))
  db.exec(`INSERT INTO ledger_basis VALUES (1, '2 fifo', 1); INSERT INTO ledger_change VALUES (3, 500, 1);`)
  migrate(db, migrations)
  return db
}

test('a cache without a stored past keeps its notes, and a past that begins hears of later changes', () => {
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

test('a change that is noted while a run lasts stays noted', () => {
  const db = openOld()
  const pasts = new LedgerPasts(db)
  const begun = pasts.begin('a', '')!
  createLedgerChanges(db).note(new Map([[7, 900]]))
  pasts.settle({ ...begun, quotesUntil: 5, quoteCount: 2 })
  expect(pasts.get('a')).toMatchObject({ changedMs: 900, quotesUntil: 5, quoteCount: 2 })
  pasts.settle(pasts.get('a')!)
  expect(pasts.get('a')).toMatchObject({ changedMs: null })
})

test('a past that begins anew has nothing of the one before', () => {
  const pasts = new LedgerPasts(openOld())
  const first = pasts.begin('a', '1')!
  const moments = [{ at: 1, text: 'x' }]
  pasts.put(first, null, {
    states: moments,
    worths: moments,
    flows: moments,
    rateTrades: [],
    facts: new Map([['A@X', 'f']]),
  })
  expect(pasts.state(first.key, 1)).toEqual(moments[0])
  const { key } = pasts.begin('a', '2')!
  expect([pasts.state(key, 9), pasts.worths(key, 9), pasts.flows(key, 9), pasts.facts(key).size]).toEqual([
    null,
    [],
    [],
    0,
  ])
})
