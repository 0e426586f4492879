import { expect } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import type { RowsAlike } from '#shared/model/transaction/kind-choice.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec, openTestCache } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { sum } from './query/expect-filtered.ts'
import { sumNaively } from './query/naive-filter.ts'
import { base, openTransactions } from './rig.ts'

/** Payments that come in, of any type of instrument. */
export const incoming: RowsAlike = {
  category: 'INCOME',
  name: 'Выплата',
  instrumentType: '',
  hasTrade: false,
  moneySign: 1,
  quantitySign: 0,
}
export const everything = { conditions: [], text: '' }
export const payment = (id: string, amount: string, changes: Partial<Transaction> = {}): Transaction =>
  makeTransaction(id, base + Number(id) * 1_000, {
    ...{ category: 'INCOME', name: 'Выплата', symbol: 'B@M', change: { currency: 'RUB', amount: dec(amount) } },
    ...changes,
  })

export function open(db: Db = openTestCache()) {
  const transactions = openTransactions(db)
  const rows = () =>
    transactions.pages.page({ filter: everything, direction: 'oldest', after: null, limit: 500 }, 'unbounded')!.rows
  const kinds = (): string[] => rows().map(({ kind, kindRule }) => `${kind} by ${kindRule}`)
  /** Checks that the sums of the roll-up equal the sums of the current rows. */
  const expectExactSums = (): void => {
    const { count, byKind } = sum(db, everything)
    const naive = sumNaively(rows())
    const ordered = (sums: typeof byKind) =>
      sums.map(({ kind, currency, amount, count: n }) => [kind, currency, amount, n]).sort()
    expect([count, ordered(byKind)]).toEqual([naive.count, ordered(naive.byKind)])
  }
  return { db, transactions, cache: createCache(db), rows, kinds, expectExactSums }
}

export const bondEvent = (type: string, value: string): BondEvent => ({
  ...{ date: '2026-03-01', type, value: dec(value), currency: 'RUB', coupon: null, offer: null },
  amortization: null,
})
