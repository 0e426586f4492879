import { expect, test } from 'vitest'
import { scopeWords } from '#renderer/orders/cancel/scope-words.ts'

test('one account is named; several accounts are counted', () => {
  expect(scopeWords(['1900001', '1900001'])).toBe('of account 1900001')
  expect(scopeWords(['1900001', '1900002', '1900001'])).toBe('of 2 accounts')
})
