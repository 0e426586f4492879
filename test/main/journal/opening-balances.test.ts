import { expect, test } from 'vitest'
import { createOpeningBalances } from '#main/journal/opening-balances.ts'
import { dec } from '../cache/open-cache.ts'
import { openTestJournal } from './open-journal.ts'

test('an opening balance is kept once for each symbol and currency, replaced and removed', () => {
  const openings = createOpeningBalances(openTestJournal())
  const pieces = { accountId: 'a', symbol: 'A@X', currency: null, amount: dec('10'), setAt: 1 }
  const money = { accountId: 'a', symbol: null, currency: 'RUB', amount: dec('-0.5'), setAt: 2 }
  openings.put(pieces)
  openings.put(money)
  openings.put({ ...pieces, amount: dec('12'), setAt: 3 })
  expect(openings.list()).toEqual([money, { ...pieces, amount: '12', setAt: 3 }])
  openings.remove(money)
  expect(openings.list().map(({ symbol }) => symbol)).toEqual(['A@X'])
})

test('a balance needs either a symbol or a currency, not both', () => {
  const openings = createOpeningBalances(openTestJournal())
  const both = { accountId: 'a', symbol: 'A@X', currency: 'RUB', amount: dec('1'), setAt: 1 }
  expect(() => openings.put(both)).toThrow()
  expect(() => openings.put({ ...both, symbol: null, currency: null })).toThrow()
  expect(openings.list()).toEqual([])
})
