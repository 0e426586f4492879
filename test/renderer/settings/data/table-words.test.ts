// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import { tableNames } from '#main/sqlite/check.ts'
import { tableWords } from '#renderer/settings/data/table-words.ts'
import { writeTextsIn } from '#shared/language.ts'
import { openTestJournal } from '../../../main/journal/open-journal.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('every table of the journal has a name in both languages', () => {
  const db = openTestJournal()
  const names = tableNames(db)
  expect(names).toContain('watchlist_item')
  for (const language of ['en', 'ru'] as const) {
    writeTextsIn(() => language)
    expect(names.filter((name) => tableWords(name) === name.replaceAll('_', ' '))).toEqual([])
  }
})

test('an unknown table is shown by its technical name', () => {
  expect(tableWords('future_table')).toBe('future table')
})
