import { expect, test } from 'vitest'
import { z } from 'zod'
import { createJournalEvents } from '../../../src/main/journal/events.ts'
import { createSettings } from '../../../src/main/journal/settings.ts'
import { createWatchlists } from '../../../src/main/journal/watchlists.ts'
import { openTestJournal } from './open-journal.ts'

test('settings are written all or none and read back', () => {
  const db = openTestJournal()
  const settings = createSettings(db)
  settings.setAll({ theme: 'dark', hideAmounts: true, locale: null })
  settings.setAll({ theme: 'light', hideAmounts: undefined })
  expect(settings.all()).toEqual({ theme: 'light', locale: null })
  db.exec(`CREATE TRIGGER breaks BEFORE INSERT ON setting WHEN new.key = 'b' BEGIN SELECT raise(ABORT, 'broken'); END`)
  expect(() => settings.setAll({ theme: 'system', b: 1 })).toThrow('broken')
  expect(settings.all()).toEqual({ theme: 'light', locale: null })
})

test('a setting is checked by its schema, in and out', () => {
  const settings = createSettings(openTestJournal())
  const Port = z.int().min(1)
  expect(settings.get('port', Port)).toBeNull()
  settings.set('port', Port, 80)
  expect(() => settings.set('port', Port, 0)).toThrow(/setting "port" cannot/)
  expect(settings.get('port', Port)).toBe(80)
  expect(settings.get('port', z.string())).toBeNull()
  expect(settings.get('port', Port)).toBe(80)
})

function createLists() {
  let count = 0
  return createWatchlists(openTestJournal(), () => `w${++count}`)
}

test('watchlists are created, renamed, ordered and removed', () => {
  const lists = createLists()
  for (const name of ['A', ' B ', 'C']) lists.create(name)
  lists.rename('w3', 'See')
  lists.move('w3', 0)
  expect(lists.list().map(({ name }) => name)).toEqual(['See', 'A', 'B'])
  lists.move('w3', 99)
  expect(lists.list().map(({ name }) => name)).toEqual(['A', 'B', 'See'])
  lists.remove('w2')
  expect(lists.create('D')).toEqual({ id: 'w4', name: 'D', symbols: [] })
  expect(lists.list().map(({ name }) => name)).toEqual(['A', 'See', 'D'])
})

test('symbols are added once, moved, and removed with their list', () => {
  const lists = createLists()
  lists.create('A')
  for (const symbol of ['A@X', 'B@X', 'C@X', 'A@X']) lists.addSymbol('w1', symbol)
  expect(lists.get('w1').symbols).toEqual(['A@X', 'B@X', 'C@X'])
  lists.moveSymbol('w1', 'A@X', 1)
  expect(lists.get('w1').symbols).toEqual(['B@X', 'A@X', 'C@X'])
  lists.moveSymbol('w1', 'C@X', 0)
  lists.removeSymbol('w1', 'B@X')
  lists.removeSymbol('w1', 'never there')
  lists.addSymbol('w1', 'B@X')
  expect(lists.get('w1').symbols).toEqual(['C@X', 'A@X', 'B@X'])
  lists.remove('w1')
  lists.create('again')
  expect(lists.get('w2').symbols).toEqual([])
})

type Lists = ReturnType<typeof createLists>
test.each<[string, (lists: Lists) => unknown, string]>([
  ['an empty name', (lists) => lists.create('  '), 'invalid'],
  ['a name too long', (lists) => lists.rename('w1', 'x'.repeat(81)), 'invalid'],
  ['an empty symbol', (lists) => lists.addSymbol('w1', ' '), 'invalid'],
  ['an unknown list', (lists) => lists.addSymbol('w9', 'A@X'), 'not-found'],
  ['an unknown list to remove', (lists) => lists.remove('w9'), 'not-found'],
  ['an unknown list to move', (lists) => lists.move('w9', 0), 'not-found'],
  ['an unknown symbol to move', (lists) => lists.moveSymbol('w1', 'Z@X', 0), 'not-found'],
])('%s is refused and changes nothing', (_, attempt, code) => {
  const lists = createLists()
  lists.create('A')
  lists.addSymbol('w1', 'A@X')
  expect(() => attempt(lists)).toThrow(expect.objectContaining({ code }))
  expect(lists.list()).toEqual([{ id: 'w1', name: 'A', symbols: ['A@X'] }])
})

test('events are listed newest first, and the oldest go', () => {
  const db = openTestJournal()
  const events = createJournalEvents(db)
  for (let i = 0; i < 5_010; i++) events.add(i, 'cache', `event ${i}`)
  expect(events.latest(2)).toEqual([
    { at: 5_009, kind: 'cache', message: 'event 5009' },
    { at: 5_008, kind: 'cache', message: 'event 5008' },
  ])
  expect(db.prepare('SELECT count(*) FROM journal_event').pluck().get()).toBe(5_000)
})
