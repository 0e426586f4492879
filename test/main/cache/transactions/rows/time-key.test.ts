import { expect, test } from 'vitest'
import { openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { base, openTransactions, readAll } from '../rig.ts'

test('times whose rows share a block of keys after an overflow get different keys', () => {
  const transactions = openTransactions(openTestCache())
  const full = Array.from({ length: 1025 }, (_, index) => makeTransaction(`full ${index}`, base))
  const shared = Array.from({ length: 6 }, (_, index) => makeTransaction(`shared ${index}`, base + ((index + 1) % 2)))
  expect(transactions.upsert('a', [...full, ...shared], 1).inserted).toBe(1031)
  expect(readAll(transactions, 'a', 100)).toHaveLength(1031)
})
