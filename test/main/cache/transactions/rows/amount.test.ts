import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, highOfUnits, lowOfUnits, splitAmount, sumsOf } from '#main/cache/transactions/rows/amount.ts'
import { d } from '../../../insight/make.ts'

const units = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n })

test('SQL splits the units of a row as the writer does, and both halves give the amount again', () => {
  const db = new Database(':memory:')
  const split = db.prepare<[string], { high: bigint; low: bigint }>(
    `SELECT ${highOfUnits('r.units')} AS high, ${lowOfUnits('r.units')} AS low FROM (SELECT CAST(? AS INTEGER) AS units) r`,
  )
  split.safeIntegers()
  fc.assert(
    fc.property(units, (each) => {
      const { high, low, ...rest } = sumsOf({ units: each, nanos: 0 })
      expect(split.get(String(each))).toEqual({ high: BigInt(high), low: BigInt(low) })
      expect(amountOf({ high, low, ...rest })).toBe(String(each))
    }),
  )
  db.close()
})

test('the sum of ten million debits is exact', () => {
  const rows = 10_000_000
  const { high, low, nanos } = sumsOf(splitAmount(d('-123456.789')))
  const sums = { count: rows, high: rows * high, low: rows * low, nanos: rows * nanos }
  expect([sums.high, sums.low, sums.nanos].every(Number.isSafeInteger)).toBe(true)
  expect(amountOf(sums)).toBe('-1234567890000')
})
