import { expect, test } from 'vitest'
import { TotalsReader } from '#main/cache/transactions/totals/totals-reader.ts'
import { createValueCounter } from '#main/cache/transactions/totals/value-counts.ts'
import { CountedField, type ValueCount } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { matches, rowOf } from '../query/naive-filter.ts'
import { RandomHistory } from '../query/random-history.ts'
import { openTransactions } from '../rig.ts'

const valueIn = ({ accountId, kind, transaction }: TransactionRow, field: CountedField): string =>
  ({
    account: accountId,
    kind,
    category: transaction.category,
    currency: transaction.change?.currency ?? '',
    mic: transaction.symbol.split('@')[1] ?? '',
  })[field]

function finish(steps: Generator<void, ValueCount[]>): ValueCount[] {
  for (let step = 0; step < 10_000; step += 1) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
  throw new Error('the steps do not end')
}

const filters: TransactionFilter[] = [
  { conditions: [], text: '' },
  { conditions: [{ field: 'account', values: ['small'], isNot: true }], text: '' },
  { conditions: [{ field: 'period', from: Date.UTC(2013, 0, 1), to: null, isNot: false }], text: 'name' },
  { conditions: [{ field: 'amount', min: dec('0'), max: null, isNot: false }], text: '' },
  { conditions: [{ field: 'symbol', values: ['NONE@X'], isNot: false }], text: '' },
]

test('the counts of each value equal a naive count over the same rows', () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  const history = new RandomHistory(5).rows(600)
  for (const { accountId, transaction } of history) transactions.upsert(accountId, [transaction], 1)
  const allRows = history.map(({ accountId, transaction }) => rowOf(accountId, transaction))
  const count = createValueCounter(db, new TotalsReader(db))
  for (const filter of filters)
    for (const field of CountedField.options) {
      const rows = allRows.filter((row) => matches(filter, row))
      const expected = [...Map.groupBy(rows, (row) => valueIn(row, field))].map(([value, own]) => [value, own.length])
      const found = finish(count(filter, field))
      expect(Object.fromEntries(found.map(({ value, count }) => [value, count]))).toEqual(Object.fromEntries(expected))
      expect(found.map(({ count }) => count)).toEqual(found.map(({ count }) => count).toSorted((a, b) => b - a))
    }
})
