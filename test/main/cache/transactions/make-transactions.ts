import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../open-cache.ts'

/** A transaction at this time, with the changes of the test. */
export const makeTransaction = (id: string, at: number, changes: Partial<Transaction> = {}): Transaction => ({
  id,
  at,
  atText: new Date(at).toISOString().replace('.000Z', 'Z'),
  category: 'COMMISSION',
  name: 'Брокерская комиссия',
  symbol: '',
  change: { currency: 'RUB', amount: dec('-1.0064') },
  changeQuantity: null,
  trade: null,
  ...changes,
})
