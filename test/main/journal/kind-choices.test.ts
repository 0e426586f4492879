import { expect, test } from 'vitest'
import { createKindChoices } from '#main/journal/kind-choices.ts'
import type { KindTarget } from '#shared/model/transaction/kind-choice.ts'
import { openTestJournal } from './open-journal.ts'

const row: KindTarget = { scope: 'row', accountId: 'TRQD05:1', id: '7' }
const alike: KindTarget = {
  scope: 'all-like-this',
  alike: { category: 'OTHERS', name: '"A"', instrumentType: '', hasTrade: false, moneySign: -1, quantitySign: 0 },
}

test('a choice is kept, replaced and removed', () => {
  const kinds = createKindChoices(openTestJournal())
  kinds.set(row, 'tax')
  kinds.set(alike, 'interest')
  expect([kinds.get(row), kinds.get(alike), kinds.get({ ...row, id: '8' })]).toEqual(['tax', 'interest', null])
  kinds.set(row, 'fine')
  expect(kinds.list()).toEqual([
    { target: alike, kind: 'interest' },
    { target: row, kind: 'fine' },
  ])
  kinds.set(alike, null)
  kinds.set(alike, null)
  expect(kinds.list()).toEqual([{ target: row, kind: 'fine' }])
})

test('a choice in an unknown format is skipped, stays stored, and does not affect others', () => {
  const db = openTestJournal()
  const kinds = createKindChoices(db)
  kinds.set(row, 'tax')
  const insert = db.prepare('INSERT INTO kind_choice VALUES (?, ?)')
  insert.run('not json', 'tax')
  insert.run('{"scope":"planet"}', 'tax')
  insert.run('{"scope":"row","accountId":"a","id":"1"}', 'a kind of later')
  expect(kinds.list()).toEqual([{ target: row, kind: 'tax' }])
  expect(kinds.get({ scope: 'row', accountId: 'a', id: '1' })).toBeNull()
  expect(db.prepare('SELECT count(*) FROM kind_choice').pluck().get()).toBe(4)
})
