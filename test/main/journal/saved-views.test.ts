import { expect, test } from 'vitest'
import { createSavedViews } from '#main/journal/saved-views.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { openTestJournal } from './open-journal.ts'

const taxes: TransactionFilter = {
  conditions: [{ field: 'category', values: ['TAX'], isNot: false }],
  text: 'налог',
}

test('a view is saved, replaced and removed', () => {
  const views = createSavedViews(openTestJournal())
  const saved = views.save({ id: null, name: '  Taxes ', filter: taxes, direction: 'oldest' })
  expect(saved).toMatchObject({ name: 'Taxes', filter: taxes, direction: 'oldest' })
  const another = views.save({ id: null, name: 'All', filter: { conditions: [], text: '' }, direction: 'newest' })
  expect(views.list()).toEqual([another, saved])
  const changed = views.save({ ...saved, name: 'Tax', direction: 'newest' })
  expect(views.list()).toEqual([another, changed])
  views.remove(another.id)
  expect(views.list()).toEqual([changed])
})

test('an invalid name or id is refused and changes nothing', () => {
  const views = createSavedViews(openTestJournal())
  const view = { name: 'x', filter: taxes, direction: 'newest' } as const
  expect(() => views.save({ ...view, id: null, name: '   ' })).toThrow(/1 to 80/)
  expect(() => views.save({ ...view, id: null, name: 'x'.repeat(81) })).toThrow(/1 to 80/)
  expect(() => views.save({ ...view, id: 'unheard' })).toThrow(/no longer exists/)
  expect(() => views.remove('unknown')).toThrow(/no longer exists/)
  expect(views.list()).toEqual([])
})

test('a view in an unknown format is skipped, stays stored, and does not affect others', () => {
  const db = openTestJournal()
  const views = createSavedViews(db)
  const saved = views.save({ id: null, name: 'Taxes', filter: taxes, direction: 'newest' })
  const insert = db.prepare(`INSERT INTO saved_view VALUES (?, 'x', ?, 'newest')`)
  insert.run('1', 'not json')
  insert.run('2', '{"conditions":[{"field":"colour"}],"text":""}')
  expect(views.list()).toEqual([saved])
  expect(db.prepare('SELECT count(*) FROM saved_view').pluck().get()).toBe(3)
})
