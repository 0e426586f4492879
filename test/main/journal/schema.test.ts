import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createJournal } from '#main/journal/journal.ts'
import { migrations } from '#main/journal/migrations.ts'
import type { Db } from '#main/sqlite/db.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { collectPlans } from '../sqlite/query-plans.ts'
import { openTestJournal } from './open-journal.ts'

const schemaOf = (db: Db): unknown[] => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()

function openAt(version: number): Db {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, version)
  return db
}

test('every table is STRICT', () => {
  const loose = openTestJournal()
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all()
  expect(loose).toEqual([])
})

test('migrating step by step and in one run give the same schema', () => {
  const migratedStepwise = openAt(0)
  for (let version = 1; version <= migrations.length; version++) migrate(migratedStepwise, migrations, version)
  expect(schemaOf(migratedStepwise)).toEqual(schemaOf(openTestJournal()))
})

test('settings and watchlists of the first version survive all migrations', () => {
  const db = openAt(1)
  db.exec(`INSERT INTO setting VALUES ('theme', '"dark"');
           INSERT INTO watchlist VALUES ('w', 'Mine', 0);
           INSERT INTO watchlist_item VALUES ('w', 'SBER@MISX', 0);`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.settings.all()).toEqual({ theme: 'dark' })
  expect(journal.watchlists.list()).toEqual([
    { id: 'w', name: 'Mine', symbols: ['SBER@MISX'], columns: null, targets: [], sections: [] },
  ])
})

test('data stored before the order tables existed survives the migration', () => {
  const db = openAt(3)
  db.exec(`INSERT INTO saved_view VALUES ('v', 'Taxes', '{"conditions":[],"text":"tax"}', 'newest');
           INSERT INTO journal_event (at, kind, message) VALUES (5, 'cache', 'rebuilt');`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.views.list()).toMatchObject([{ id: 'v', name: 'Taxes' }])
  expect(journal.events.latest(9)).toMatchObject([{ at: 5 }])
  expect([journal.orders.changes(null, null, 9), journal.cancels.list(null, 9)]).toEqual([[], []])
})

test('equity recorded before the position tables existed survives the migration', () => {
  const db = openAt(7)
  db.exec(`INSERT INTO recorded_equity VALUES ('a', 1, 5, '100', '[{"currency":"USD","amount":"7"}]', 0);
           INSERT INTO recorded_quote VALUES ('A@X', 3, '12.5');`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.equity.history('a', 0, 9)).toMatchObject([{ at: 1, until: 5, equity: '100', followsGap: false }])
  expect(journal.quotes.history('A@X', 0, 9)).toMatchObject([{ last: '12.5' }])
  expect(journal.positions.history(null, 'A@X', 0, 9)).toEqual([])
})

test('positions recorded before opening balances existed survive the migration', () => {
  const db = openAt(8)
  db.exec(`INSERT INTO recorded_holding VALUES (1, 'a', 'A@X');
           INSERT INTO recorded_position VALUES (1, 1, 5, '3', null, '12.5', 0);`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.positions.history('a', 'A@X', 0, 9)).toMatchObject([{ at: 1, until: 5, quantity: '3' }])
  expect(journal.openings.list()).toEqual([])
})

test('recorded data is found by its primary key', () => {
  const db = openTestJournal()
  const plans = collectPlans(db, () => createJournal(db, makeTemporaryDirectory()))
  const selects = plans.filter(({ sql }) => /^SELECT (account_id|symbol|holding), at,/.test(sql))
  expect(selects).toHaveLength(8)
  for (const { plan } of selects) {
    expect(plan).toMatch(/^SEARCH recorded_(equity|quote|position|margin) USING PRIMARY KEY/)
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
  }
})

test('views saved before kinds could be chosen survive the migration, with their old filters', () => {
  const db = openAt(8)
  const filter = '{"conditions":[{"field":"category","values":["TAX"],"isNot":false}],"text":""}'
  db.prepare("INSERT INTO saved_view VALUES ('v', 'Taxes', ?, 'newest')").run(filter)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.views.list()).toMatchObject([{ id: 'v', filter: JSON.parse(filter) as object }])
  expect(journal.kinds.list()).toEqual([])
})

test('equity recorded before the margin table existed survives the migration, and the margin table is empty', () => {
  const db = openAt(11)
  db.exec(`INSERT INTO recorded_equity VALUES ('a', 1, 5, '100', NULL, 0);`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.equity.history('a', 0, 10)).toMatchObject([{ at: 1, until: 5, equity: '100' }])
  expect(journal.margin.history('a', 0, 10)).toEqual([])
})

test('entries from before sharing existed survive the migration, and nothing is shared yet', () => {
  const db = openAt(12)
  db.exec(`INSERT INTO watchlist (id, name, position) VALUES ('w', 'Tech', 0);
           INSERT INTO watchlist_item VALUES ('w', 'A@X', 0);
           INSERT INTO recorded_equity VALUES ('a', 1, 5, '100', NULL, 0);`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.watchlists.list()).toMatchObject([{ name: 'Tech', symbols: ['A@X'] }])
  expect(journal.equity.history(null, 0, 10)).toMatchObject([{ accountId: 'a', at: 1, until: 5, equity: '100' }])
  expect([journal.shared.computers(), [...journal.shared.base()], journal.sharedValues.keys('equity')]).toEqual([
    [],
    [],
    [],
  ])
})

test('watchlists stored before target prices and sections existed keep their instruments', () => {
  const db = openAt(13)
  db.exec(`INSERT INTO watchlist (id, name, position) VALUES ('w', 'Mine', 0);
           INSERT INTO watchlist_item VALUES ('w', 'SBER@MISX', 1), ('w', 'GAZP@MISX', 0);`)
  migrate(db, migrations)
  expect(createJournal(db, makeTemporaryDirectory()).watchlists.list()).toMatchObject([
    { id: 'w', symbols: ['GAZP@MISX', 'SBER@MISX'], targets: [], sections: [] },
  ])
})

test('a report of an older version keeps its request, its checks and its schedule', () => {
  const db = openAt(14)
  const common = { id: 'r', accountId: 'a', form: 'REPORT_FORM_SHORT', beginOn: '2026-01-01', endOn: '2026-01-31' }
  const older = {
    ...{ ...common, phase: 'making', askedAt: 7, scheduledFor: '2026-01', serviceId: 's', status: 'NEW' },
    ...{ statusSince: 8, looks: 3, nextLookAt: null, breaks: 0, reason: null },
    ...{ elsewhere: null, allowedOrigin: null, file: null },
  }
  const insert = db.prepare('INSERT INTO report VALUES (?, ?, ?)')
  insert.run('r', 7, JSON.stringify(older))
  insert.run('not JSON', 6, 'torn')
  db.prepare('INSERT INTO report_schedule VALUES (?, ?, ?)').run('a', 'REPORT_FORM_SHORT', '2026-01')
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.reports.list()).toMatchObject([
    { ...common, requestedAt: 7, polls: 3, nextPollAt: null, statusSince: 8 },
  ])
  expect(journal.reportSchedules.list()).toMatchObject([{ accountId: 'a', requestedThrough: '2026-01' }])
})

test('kinds that were chosen before rows could be grouped survive the migration, and no group exists yet', () => {
  const db = openAt(16)
  db.exec(`INSERT INTO kind_choice VALUES ('{"scope":"row","accountId":"a","id":"1"}', 'tax');`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.kinds.list()).toMatchObject([{ kind: 'tax' }])
  expect(journal.groups.list()).toEqual([])
})

test('opening balances entered before maturities could be typed survive the migration, and none is typed yet', () => {
  const db = openAt(15)
  db.exec(`INSERT INTO opening_balance VALUES ('a', 'A@X', '', '7', 1);`)
  migrate(db, migrations)
  const journal = createJournal(db, makeTemporaryDirectory())
  expect(journal.openings.list()).toMatchObject([{ accountId: 'a', symbol: 'A@X', amount: '7' }])
  expect(journal.bondTerms.list()).toEqual([])
})
