import { tmpdir } from 'node:os'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createJournal } from '#main/journal/journal.ts'
import { migrations } from '#main/journal/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import type { Notice } from '#shared/model/alert.ts'
import { openTestJournal } from './open-journal.ts'

const noticeOf = (id: string): Notice => ({
  ...{ id, at: 1, cause: 'fired', ruleId: null, condition: { kind: 'service', minutes: 5 }, note: '' },
  ...{ facts: [], caveats: [] },
})

test('a journal from before alerts opens with no alerts and keeps its data', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const before = migrations.findIndex((step) => typeof step === 'string' && step.includes('alert_rule'))
  migrate(db, migrations, before)
  db.exec(`INSERT INTO watchlist (id, name, position) VALUES ('w', 'Mine', 0)`)
  migrate(db, migrations)
  const journal = createJournal(db, tmpdir())
  expect(journal.watchlists.list()).toHaveLength(1)
  expect(journal.alerts.list()).toEqual([])
  expect(journal.notices.list(10)).toEqual([])
})

test('a rule that an older version stored keeps the list of its notified events', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, 10)
  const rule = {
    ...{ id: 'r', name: '', condition: { kind: 'service', minutes: 5 }, repeats: false, isEnabled: true, note: '' },
    ...{ coolDownMinutes: 0, expiresAt: null, createdAt: 1 },
  }
  const state = { phase: 'armed', firedAt: null, firedCount: 0, snoozedUntil: null, since: 1, told: ['e'], splits: [] }
  const insert = db.prepare('INSERT INTO alert_rule VALUES (?, 1, ?, ?)')
  insert.run('r', JSON.stringify(rule), JSON.stringify(state))
  insert.run('x', 'no rule', 'no state')
  migrate(db, migrations)
  const [stored] = db.prepare<[], string>("SELECT state FROM alert_rule WHERE id = 'r'").pluck().all()
  const { told: notified, ...rest } = state
  expect(JSON.parse(stored!)).toEqual({ ...rest, notified })
})

test('notices are listed newest first, marked as read one by one or all, and limited in number', () => {
  const { notices } = createJournal(openTestJournal(), tmpdir())
  for (const id of ['a', 'b', 'c']) notices.add(noticeOf(id))
  expect(notices.list(2).map(({ id }) => id)).toEqual(['c', 'b'])
  expect(notices.markRead('b', 7)).toBe(1)
  expect(notices.markRead('b', 9)).toBe(0)
  expect(notices.unread()).toBe(2)
  expect(notices.list(10).map(({ readAt }) => readAt)).toEqual([null, 7, null])
  expect(notices.markRead(null, 9)).toBe(2)
  for (let count = 0; count < 2_010; count++) notices.add(noticeOf(`n${count}`))
  expect(notices.list(5_000)).toHaveLength(2_000)
})

test('a rule in an unknown format is skipped, stays stored, and does not affect others', () => {
  const db = openTestJournal()
  db.exec(
    `INSERT INTO alert_rule VALUES ('later', 1, '{"condition":{"kind":"moon"}}', '{}'), ('odd', 2, 'no json', '{}')`,
  )
  const { alerts } = createJournal(db, tmpdir())
  expect(alerts.list()).toEqual([])
  expect(alerts.symbols(0)).toEqual([])
  expect(db.prepare('SELECT count(*) FROM alert_rule').pluck().get()).toBe(2)
})

test('a rule that an earlier version stored with fractions of a millisecond is read with whole times', () => {
  const db = openTestJournal()
  const rule = {
    ...{ id: 'r', condition: { kind: 'service', minutes: 5 }, repeats: false, isEnabled: true, note: '' },
    ...{ hysteresis: null, coolDownMinutes: 0, expiresAt: null, createdAt: 1 },
  }
  const state = { phase: 'armed', firedAt: null, firedCount: 0, notified: [], splits: [] }
  const times = { snoozedUntil: 1_796_038_280_694.5955, since: 1_796_000_000_000.25 }
  db.prepare('INSERT INTO alert_rule VALUES (?, 1, ?, ?)').run(
    'r',
    JSON.stringify(rule),
    JSON.stringify({ ...state, ...times }),
  )
  const [stored] = createJournal(db, tmpdir()).alerts.list()
  expect(stored?.state).toMatchObject({ snoozedUntil: 1_796_038_280_695, since: 1_796_000_000_000 })
})
