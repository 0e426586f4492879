import { expect, test } from 'vitest'
import { eventKey, receiptsOf } from '#renderer/instrument/reference/received.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { dec } from '../../fixtures/data.ts'

const row = (over: Partial<IncomeRow>): IncomeRow => ({
  ...{ accountId: 'A', symbol: 'AAPL@XNGS', kind: 'dividend', date: '2026-05-01', state: 'received', lateDays: 0 },
  ...{ expected: null, currency: 'USD', gross: dec('10'), tax: null, net: null, transactionIds: [], rule: [] },
  ...{ name: null, each: null, pieces: null, isUncertain: false, candidates: [], source: 'event', endsOn: null },
  ...over,
})
const receiptOf = (rows: readonly IncomeRow[], key = eventKey('dividend', '2026-05-01')) => receiptsOf(rows).get(key)

test('the amounts that several accounts received are added by currency, with the withheld tax', () => {
  const rows = [
    row({ gross: dec('10.1'), tax: dec('1') }),
    row({ accountId: 'B', gross: dec('0.2'), tax: dec('0') }),
    row({ accountId: 'C', currency: 'EUR', gross: dec('5') }),
  ]
  expect(receiptOf(rows)).toEqual({
    received: [
      { currency: 'USD', amount: '10.3' },
      { currency: 'EUR', amount: '5' },
    ],
    tax: [{ currency: 'USD', amount: '1' }],
    note: '',
  })
})

test('a payment that was not received has no amount, and says so', () => {
  expect(receiptOf([row({ state: 'missing', gross: null })])).toEqual({ received: [], tax: [], note: 'not received' })
  expect(receiptOf([row({}), row({ accountId: 'B', state: 'pending', gross: null })])).toMatchObject({
    received: [{ amount: '10' }],
    note: 'not received yet',
  })
})

test('upcoming events and events of another kind on the same day have no receipt', () => {
  expect(receiptOf([row({ state: 'announced', gross: null })])).toBeUndefined()
  expect(receiptOf([row({})], eventKey('coupon', '2026-05-01'))).toBeUndefined()
})
