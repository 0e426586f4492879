import { expect, test } from 'vitest'
import { z } from 'zod'
import { createJournalEvents } from '#main/journal/events.ts'
import { createSettings } from '#main/journal/settings.ts'
import { openTestJournal } from './open-journal.ts'

test('settings are written in one transaction and read back', () => {
  const db = openTestJournal()
  const settings = createSettings(db)
  settings.setAll({ theme: 'dark', hideAmounts: true, locale: null })
  settings.setAll({ theme: 'light', hideAmounts: undefined })
  expect(settings.all()).toEqual({ theme: 'light', locale: null })
  db.exec(`CREATE TRIGGER breaks BEFORE INSERT ON setting WHEN new.key = 'b' BEGIN SELECT raise(ABORT, 'broken'); END`)
  expect(() => settings.setAll({ theme: 'system', b: 1 })).toThrow('broken')
  expect(settings.all()).toEqual({ theme: 'light', locale: null })
})

test('a setting is checked by its schema on writing and reading', () => {
  const settings = createSettings(openTestJournal())
  const Port = z.int().min(1)
  expect(settings.get('port', Port)).toBeNull()
  settings.set('port', Port, 80)
  expect(() => settings.set('port', Port, 0)).toThrow(/setting "port" cannot/)
  expect(settings.get('port', Port)).toBe(80)
  expect(settings.get('port', z.string())).toBeNull()
  expect(settings.get('port', Port)).toBe(80)
})

test('events are listed newest first, and the oldest are deleted', () => {
  const db = openTestJournal()
  const events = createJournalEvents(db)
  for (let i = 0; i < 5_010; i++) events.add(i, 'cache', () => `event ${i}`)
  expect(events.latest(2)).toEqual([
    { at: 5_009, kind: 'cache', message: 'event 5009' },
    { at: 5_008, kind: 'cache', message: 'event 5008' },
  ])
  expect(db.prepare('SELECT count(*) FROM journal_event').pluck().get()).toBe(5_000)
})
