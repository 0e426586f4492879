import { expect, test } from 'vitest'
import { createBondTerms } from '#main/journal/bond-terms.ts'
import { openTestJournal } from './open-journal.ts'

test('a typed maturity is kept once for each bond, replaced and removed', () => {
  const terms = createBondTerms(openTestJournal())
  terms.put({ symbol: 'B@X', maturesOn: '2033-05-17', changedAt: 1 })
  terms.put({ symbol: 'A@X', maturesOn: '2030-01-01', changedAt: 2 })
  terms.put({ symbol: 'B@X', maturesOn: '2034-05-17', changedAt: 3 })
  expect(terms.list()).toEqual([
    { symbol: 'A@X', maturesOn: '2030-01-01', changedAt: 2 },
    { symbol: 'B@X', maturesOn: '2034-05-17', changedAt: 3 },
  ])
  expect([terms.maturityOf('B@X'), terms.maturityOf('C@X')]).toEqual(['2034-05-17', null])
  terms.remove('B@X')
  expect(terms.list().map(({ symbol }) => symbol)).toEqual(['A@X'])
})
