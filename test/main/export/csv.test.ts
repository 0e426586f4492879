import { expect, test } from 'vitest'
import { formatCell, formatHeader, formatRow } from '#main/export/csv.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+7', "'+7"],
  ['-x', "'-x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['-1.0064', '-1.0064'],
  ['-1e5', "'-1e5"],
  ['a;b', 'a;b'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['', ''],
  [' =1+1', "' =1+1"],
  ['\u200b=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['\n=1', '"\'\n=1"'],
  ['\u001b[31m=1\u0000', ' [31m=1 '],
  ['\u001b=1', "' =1"],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['👩‍👩‍👧 a\u0301', '👩‍👩‍👧 a\u0301'],
])('the cell %j is formatted as %j', (value, written) => {
  expect(formatCell(value, ',')).toBe(written)
})

const comma = { separator: ',', decimalMark: '.' } as const

test('only cells with the chosen separator are quoted', () => {
  expect([formatCell('a;b', ';'), formatCell('a,b', ';'), formatCell('a\tb', '\t')]).toEqual(['"a;b"', 'a,b', '"a\tb"'])
})

test('a row has a cell per column, exact digits, and empty cells for unknown values', () => {
  const transaction = makeTransaction('1', Date.UTC(2026, 2, 2, 9), {
    symbol: 'SBER@MISX',
    change: { currency: 'RUB', amount: dec('-9223372036854775807.999999999') },
    trade: { size: dec('10'), price: null, accruedInterest: dec('0.01') },
  })
  expect(formatHeader(comma)).toBe(
    'account,time,id,kind,category,name,symbol,instrument,currency,amount,quantity,trade_size,trade_price,accrued_interest,currency_source\r\n',
  )
  expect(
    formatRow(
      {
        accountId: 'a',
        transaction,
        instrumentName: 'Сбер, АО',
        instrumentType: 'EQUITIES',
        kind: 'commission',
        kindRule: 'category',
      },
      comma,
    ),
  ).toBe(
    'a,2026-03-02T09:00:00.000Z,1,commission,COMMISSION,Брокерская комиссия,SBER@MISX,"Сбер, АО",RUB,-9223372036854775807.999999999,,10,,0.01,stated\r\n',
  )
})
