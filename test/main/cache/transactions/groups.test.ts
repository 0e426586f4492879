import { expect, test } from 'vitest'
import { dec } from '../open-cache.ts'
import { storeInstruments } from '../instruments/store-instruments.ts'
import { instrument } from './query/expect-filtered.ts'
import { open, bondEvent } from './review-rig.ts'
import { makeTransaction } from './make-transactions.ts'
import { base, finishReview } from './rig.ts'

test('dbg', async () => {
  const { db, transactions, cache, kinds } = open()
  await storeInstruments(cache.instruments, [{ ...instrument('B@M', 'B'), type: 'BONDS' }])
  transactions.upsert('a', [
    makeTransaction('1', base - 86400000*100, { category: 'OTHERS', name: 'Покупка', symbol: 'B@M', change: { currency: 'RUB', amount: dec('-9700') }, trade: { size: dec('10'), price: dec('97'), accruedInterest: null } }),
    makeTransaction('2', base, { category: 'INCOME', name: 'Погашение облигаций', symbol: 'B@M', change: { currency: 'RUB', amount: dec('10000') }, trade: null, changeQuantity: dec('0') }),
  ], 1)
  finishReview(db)
  cache.corporateEvents.replaceBondEvents('B@M', [{ ...bondEvent('AMORTIZATION', '1000'), amortization: { newFaceValue: dec('0'), initialFaceValue: dec('1000'), percent: null } }], 2)
  finishReview(db)
  console.log(kinds(), db.prepare('select id, moved_pieces from account_transaction').all(), db.prepare('select * from transaction_group_candidate').all(), JSON.stringify(cache.corporateEvents.list(['B@M'])))
})
