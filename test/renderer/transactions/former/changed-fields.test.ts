import { expect, test } from 'vitest'
import { changesOf } from '#renderer/transactions/former/changed-fields.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'

const { transaction: now } = transactionRow(1, 1_000)
const change = { currency: 'USD', amount: dec('5') }
const fieldsOf = (...args: Parameters<typeof changesOf>) => changesOf(...args).map(({ fields }) => fields)

test('each content is compared with the one that replaced it', () => {
  const [second, first] = [
    { transaction: { ...now, name: 'B' }, until: 3 },
    { transaction: { ...now, name: 'B', at: 9, category: 'X' }, until: 2 },
  ]
  expect(fieldsOf(now, [second, first])).toEqual([['name'], ['time', 'category']])
  // A name that the service took back and sent again.
  expect(fieldsOf(now, [second, { transaction: now, until: 2 }])).toEqual([['name'], ['name']])
})

test('a trade that came later, or fields that are not shown, are told apart', () => {
  const trade = { size: dec('2'), price: dec('7'), accruedInterest: null }
  const former = { transaction: { ...now, trade: null }, until: 2 }
  expect(fieldsOf({ ...now, trade }, [former])).toEqual([['size', 'price']])
  expect(fieldsOf(now, [{ transaction: { ...now, atText: 'other' }, until: 2 }])).toEqual([])
})

test('a currency that is not stated does not differ, but another one does', () => {
  const former = (currency: string) => [{ transaction: { ...now, change: { ...change, currency } }, until: 2 }]
  expect(fieldsOf({ ...now, change }, former(''))).toEqual([])
  expect(fieldsOf({ ...now, change }, former('EUR'))).toEqual([['currency']])
})
