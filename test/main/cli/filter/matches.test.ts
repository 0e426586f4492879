import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { matches } from '#main/cli/filter/matches.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import { dec, openTestCache } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'

const amounts = ['-5', '0', '1.5', '20']
const money = (index: number) =>
  index % 5 === 4 ? null : { currency: index % 2 === 0 ? 'RUB' : 'USD', amount: dec(amounts[index % 4]!) }
const rows = Array.from({ length: 40 }, (_, index) =>
  makeTransaction(`${index}`, 1_000 * index, {
    category: ['DEPOSIT', 'INCOME', 'OTHERS', ''][index % 4]!,
    symbol: ['A@MISX', 'B@XNGS', 'NOWHERE', ''][(index >> 2) % 4]!,
    ...{ name: `${index}`, change: money(index), changeQuantity: dec('1') },
    trade: index % 3 === 0 ? { size: dec('1'), price: dec('1'), accruedInterest: null } : null,
  }),
)

const decimal = fc.option(fc.constantFrom(...['-5', '-0.5', '1.5', '19.99'].map(dec)))
const instant = fc.option(fc.integer({ min: 0, max: 40_000 }))
const values = (...all: string[]) => fc.subarray(all, { minLength: 1 })
const facet = fc.oneof(
  fc.record({ field: fc.constant('account' as const), values: values('1', '2', '3') }),
  fc.record({ field: fc.constant('kind' as const), values: values('buy', 'sell', 'deposit', 'dividend', 'unknown') }),
  fc.record({ field: fc.constant('category' as const), values: values('DEPOSIT', 'INCOME', 'X') }),
  fc.record({ field: fc.constant('symbol' as const), values: values('A@MISX', 'B@XNGS', 'NOWHERE') }),
  fc.record({ field: fc.constant('mic' as const), values: values('MISX', 'XNGS', 'NOWHERE') }),
  fc.record({ field: fc.constant('currency' as const), values: values('RUB', 'USD', 'EUR') }),
)
const other = fc.oneof(
  fc.record({ field: fc.constant('period' as const), from: instant, to: instant }),
  fc.record({ field: fc.constant('amount' as const), min: decimal, max: decimal }),
  fc.constant({ field: 'trade' as const }),
)
const condition = fc
  .tuple(fc.oneof(facet, other), fc.boolean())
  .map(([each, isNot]): FilterCondition => ({ ...each, isNot }))

test('a condition is met by the rows that the cache finds for it', async () => {
  const { transactions } = createCache(openTestCache())
  for (const account of ['1', '2'])
    await transactions.store(account, pack(rows.filter((_, index) => index % 2 === Number(account) - 1)), 1, null)
  const found = (conditions: FilterCondition[]) =>
    transactions.pages.page(
      { filter: { conditions, text: '' }, direction: 'oldest', after: null, limit: 100 },
      'unbounded',
    )?.rows ?? []
  const all = found([])
  expect(all).toHaveLength(rows.length)
  fc.assert(
    fc.property(condition, (given) => {
      const ids = all.filter((row) => matches(row, given)).map(({ transaction }) => transaction.id)
      expect(ids).toEqual(found([given]).map(({ transaction }) => transaction.id))
    }),
  )
})
