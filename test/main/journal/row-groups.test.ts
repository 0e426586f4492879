import { expect, test } from 'vitest'
import { createRowGroups, idOfRows, textOfRows } from '#main/journal/row-groups.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import { dec } from '../cache/open-cache.ts'
import { openTestJournal } from './open-journal.ts'

const group = (id: string, rowIds: string[], kind: RowGroup['kind'] = 'repo'): RowGroup => ({
  ...{ id, accountId: 'a', rowIds, kind, costShare: kind === 'spin-off' ? dec('0.2') : null },
})

test('groups are listed with the newest first, found by their rows, and removed', () => {
  const groups = createRowGroups(openTestJournal())
  groups.put([group('g2', ['1', '2'])], 1)
  groups.put([group('g1', ['2', '3'], 'spin-off'), group('g3', ['4', '5'])], 2)
  expect(groups.list().map(({ id }) => id)).toEqual(['g1', 'g3', 'g2'])
  expect(groups.of('a', '2')).toEqual([group('g1', ['2', '3'], 'spin-off'), group('g2', ['1', '2'])])
  expect([groups.of('b', '2'), groups.of('a', '6')]).toEqual([[], []])
  expect(groups.remove(['g1', 'none'])).toEqual([group('g1', ['2', '3'], 'spin-off')])
  expect(groups.list().map(({ id }) => id)).toEqual(['g3', 'g2'])
})

test('a group of a kind that this version does not know is skipped and stays stored', () => {
  const db = openTestJournal()
  db.exec(`INSERT INTO row_group VALUES ('g', 'a', '["1","2"]', 'rights-issue', NULL, 1)`)
  const groups = createRowGroups(db)
  expect([groups.list(), groups.of('a', '1'), groups.remove(['g'])]).toEqual([[], [], []])
  expect(db.prepare('SELECT count(*) FROM row_group').pluck().get()).toBe(1)
})

test('equal rows have equal ids, whatever their order', () => {
  const id = (account: string, ...rows: string[]): string => idOfRows(account, textOfRows(rows))
  expect(id('a', '2', '10', '2')).toBe(id('a', '10', '2'))
  expect(new Set([id('a', '1', '2'), id('b', '1', '2'), id('a', '12'), id('a', '1', '3')]).size).toBe(4)
})
