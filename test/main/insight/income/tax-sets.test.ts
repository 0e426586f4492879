import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { runs } from '../../../runs.ts'
import { d } from '../make.ts'
import { bond, incomeOf, paid, units } from './income-rig.ts'

const symbolOf = (index: number): string => `BOND${index}@XXXX`

/** The coupons of several bonds on one day, each of ten pieces, with tax rows that name no instrument. */
function couponsWith(coupons: readonly string[], taxes: readonly LedgerRow[]) {
  const events = coupons.flatMap((money, index) =>
    bond(symbolOf(index), { date: '2026-03-02', value: d(formatUnits(units(money) / 10n)) }),
  )
  const rows = coupons.map((money, index) =>
    paid('2026-03-03', money, { symbol: symbolOf(index), currency: 'RUB', kind: 'coupon', name: 'Coupon' }),
  )
  const moves = coupons.map((_, index) => [symbolOf(index), '2025-01-01', '10'] as const)
  const found = incomeOf({ events, rows: [...rows, ...taxes], moves }).rows
  return coupons.map((_, index) => {
    const [row, ...others] = found.filter(({ symbol }) => symbol === symbolOf(index))
    if (row === undefined || others.length > 0) throw new Error('expected one row of each coupon')
    return row
  })
}

const tax = (money: string, date = '2026-03-05', over: Partial<LedgerRow> = {}): LedgerRow =>
  paid(date, money, { kind: 'tax', name: 'Coupon tax', symbol: '', currency: 'RUB', ...over })

const taxesOf = (coupons: readonly string[], taxes: readonly LedgerRow[]) =>
  couponsWith(coupons, taxes).map((row) => row.tax)

test('a tax that fits two coupons belongs to the one that no other tax fits', () => {
  expect(taxesOf(['100', '200'], [tax('-13'), tax('-26')])).toEqual(['13', '26'])
  expect(taxesOf(['100', '200'], [tax('-26'), tax('-13')])).toEqual(['13', '26'])
  expect(taxesOf(['400', '100', '200'], [tax('-26'), tax('-52'), tax('-13')])).toEqual(['52', '13', '26'])
  expect(
    taxesOf(
      ['100', '200', '300', '400', '600'],
      ['-78', '-26', '-39', '-52', '-13'].map((each) => tax(each)),
    ),
  ).toEqual(['13', '26', '39', '52', '78'])
})

test('taxes that name an issuer of both bonds are assigned in the same way', () => {
  const named = { name: 'Coupon tax BOND0 BOND1' }
  expect(taxesOf(['100', '200'], [tax('-13', undefined, named), tax('-26', undefined, named)])).toEqual(['13', '26'])
})

test('equal taxes of equal coupons are one for each', () => {
  const five = ['100', '100', '100', '100', '100']
  expect(
    taxesOf(
      five,
      five.map(() => tax('-13')),
    ),
  ).toEqual(['13', '13', '13', '13', '13'])
})

test('two taxes of two days belong to one coupon if only together they are a usual percentage', () => {
  expect(taxesOf(['200'], [tax('-13'), tax('-13', '2026-03-06')])).toEqual(['26'])
  expect(taxesOf(['100', '200'], [tax('-13'), tax('-13'), tax('-13', '2026-03-06')])).toEqual(['13', '26'])
  expect(taxesOf(['100', '200'], [tax('-10'), tax('-26'), tax('-3', '2026-03-06')])).toEqual(['13', '26'])
})

test('a tax that amounts and days do not assign is not known, and the row says so', () => {
  const [first, second] = couponsWith(['100', '200'], [tax('-26')])
  for (const row of [first, second]) {
    expect(row).toMatchObject({ state: 'received', tax: null, net: null })
    expect(row?.rule).toContainEqual({ code: 'tax-not-assigned', count: 1 })
  }
  expect(taxesOf(['100', '200'], [tax('-39')])).toEqual([null, null])
  expect(taxesOf(['100', '100'], [tax('-13')])).toEqual([null, null])
  // One tax is certain; what the other one belongs to is not, but only one coupon is left.
  expect(taxesOf(['100', '200'], [tax('-13'), tax('-7.77')])).toEqual(['13', null])
})

const cents = fc.integer({ min: 1_000, max: 200_000 })

test('whatever the order of rows, each of several coupons has its own tax, or its tax is not known', () => {
  const amounts = fc.array(cents, { minLength: 2, maxLength: 6 })
  const shuffled = amounts.chain((money) =>
    fc.tuple(fc.constant(money), fc.shuffledSubarray([...money.keys()], { minLength: money.length })),
  )
  fc.assert(
    fc.property(shuffled, fc.constantFrom(13n, 15n), ([money, order], rate) => {
      const coupons = money.map((each) => formatUnits(BigInt(each) * 10n ** 16n))
      const owed = coupons.map((each) => {
        const exact = units(each) * rate
        return formatUnits(((exact / 100n + 5n * 10n ** 15n) / 10n ** 16n) * 10n ** 16n)
      })
      const inOrder = taxesOf(
        coupons,
        owed.map((each) => tax(`-${each}`)),
      )
      const inOther = taxesOf(
        coupons,
        order.map((index) => tax(`-${owed[index] ?? '0'}`)),
      )
      expect(inOther).toEqual(inOrder)
      for (const [index, found] of inOrder.entries()) expect([owed[index], null]).toContain(found)
    }),
    { numRuns: runs(100) },
  )
})

test('many coupons and taxes of one day take bounded work', () => {
  const coupons = Array.from({ length: 180 }, (_, index) => String(100 + (index % 9) * 10))
  const found = taxesOf(
    coupons,
    coupons.map((each) => tax(`-${formatUnits((units(each) * 13n) / 100n)}`)),
  )
  for (const [index, each] of found.entries())
    expect([null, formatUnits((units(coupons[index] ?? '0') * 13n) / 100n)]).toContain(each)
})
