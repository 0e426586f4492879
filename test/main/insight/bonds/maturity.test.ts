import { expect, test } from 'vitest'
import { maturityOf } from '#main/insight/bonds/maturity.ts'
import { readBondEvent } from '#main/insight/income/income-event.ts'
import { d, makeDetails } from '../make.ts'

const dated = (expirationDate: string | null) => makeDetails({ type: 'BONDS', expirationDate })
const repayment = (date: string, newFaceValue: string) =>
  readBondEvent('B@MISX', {
    ...{ date, type: 'AMORTIZATION', value: d('500'), currency: 'RUB', coupon: null, offer: null },
    amortization: { initialFaceValue: null, newFaceValue: d(newFaceValue), percent: null },
  })
const typed = '2033-05-17'

test('a date that the service sends comes before a repayment, and both before a typed date', () => {
  const repaid = [...repayment('2030-01-01', '500'), ...repayment('2031-01-01', '0')]
  expect(maturityOf(dated('2032-02-02'), repaid, typed)).toEqual({ on: '2032-02-02', source: 'served' })
  expect(maturityOf(dated(null), repaid, typed)).toEqual({ on: '2031-01-01', source: 'repaid' })
  expect(maturityOf(dated(null), repayment('2030-01-01', '500'), typed)).toEqual({ on: typed, source: 'typed' })
})

test('a month or a year is no maturity', () => {
  expect([maturityOf(dated('2032-02'), [], null), maturityOf(dated('2032'), [], null)]).toEqual([null, null])
  expect(maturityOf(dated('2032'), [], typed)).toEqual({ on: typed, source: 'typed' })
})

test('a bond without any of the dates has no maturity, also before its reference data is read', () => {
  expect([maturityOf(dated(null), [], null), maturityOf(null, [], null)]).toEqual([null, null])
  expect(maturityOf(null, [], typed)).toEqual({ on: typed, source: 'typed' })
})
