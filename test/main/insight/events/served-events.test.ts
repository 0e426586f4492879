import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meantBondEvents, meantDividend, type PaymentTerms } from '#main/insight/events/served-events.ts'
import { readBondEvent } from '#main/insight/income/income-event.ts'
import { decimalOf, type Decimal } from '#shared/decimal.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import { d } from '../make.ts'

const today = '2026-11-30'
const terms = (over: Partial<PaymentTerms> = {}): PaymentTerms => ({
  ...{ quoteCurrency: 'RUB', faceCurrency: 'RUB', faceValue: d('1000') },
  ...over,
})

const repayment = (date: string | null, value: string, newFace: string | null, initial: string | null = '1000') =>
  ({
    ...{ date, type: 'AMORTIZATION', value: d(value), currency: '₽', coupon: null, offer: null },
    amortization: {
      newFaceValue: newFace === null ? null : d(newFace),
      initialFaceValue: initial === null ? null : d(initial),
      percent: null,
    },
  }) satisfies BondEvent

const coupon = (date: string, value: string, over: { percent?: string; start?: string; face?: string } = {}) =>
  ({
    ...{ date, type: 'COUPON', value: d(value), currency: '₽', amortization: null, offer: null },
    coupon: {
      recordDate: null,
      startDate: over.start ?? null,
      faceValue: over.face === undefined ? null : d(over.face),
      valuePercent: over.percent === undefined ? null : d(over.percent),
    },
  }) satisfies BondEvent

const facesAfter = (events: readonly BondEvent[], own: PaymentTerms = terms()) =>
  meantBondEvents(events, own, today).map(({ amortization }) => amortization?.newFaceValue ?? null)
const kinds = (events: readonly BondEvent[], own: PaymentTerms = terms()) =>
  meantBondEvents(events, own, today).map((event) => readBondEvent('B@X', event)[0]?.kind)
const valuesOf = (events: readonly BondEvent[], own: PaymentTerms = terms()) =>
  meantBondEvents(events, own, today).map(({ value }) => value)

const paid = [
  ['2025-04-10', '50'],
  ['2025-10-09', '60'],
  ['2026-04-09', '70'],
  ['2026-10-08', '80'],
] as const

test("a new face value that is today's on every past repayment is counted back", () => {
  expect(facesAfter(paid.map(([date, value]) => repayment(date, value, '740')))).toEqual(['950', '890', '820', '740'])
})

test('a new face value that each repayment states as its own is kept', () => {
  const faces = ['950', '890', '820', '740']
  expect(facesAfter(paid.map(([date, value], index) => repayment(date, value, faces[index] ?? '')))).toEqual(faces)
})

test('the order of the events does not matter, and each keeps its place', () => {
  const events = paid.map(([date, value]) => repayment(date, value, '740')).toReversed()
  expect(facesAfter(events)).toEqual(['740', '820', '890', '950'])
})

test('repayments since a date after the issue are counted back as well', () => {
  expect(facesAfter(paid.slice(2).map(([date, value]) => repayment(date, value, '740')))).toEqual(['820', '740'])
})

test("without a new face value the face value of the reference data is today's", () => {
  const events = paid.map(([date, value]) => repayment(date, value, null, null))
  expect(facesAfter(events, terms({ faceValue: d('740') }))).toEqual(['950', '890', '820', '740'])
  expect(facesAfter(events, terms({ faceValue: null }))).toEqual([null, null, null, null])
})

test("of two face values the one that makes the repayments whole is today's", () => {
  const events = paid.map(([date, value]) => repayment(date, value, '1000'))
  expect(facesAfter(events, terms({ faceValue: d('740') }))).toEqual(['950', '890', '820', '740'])
})

test('a repayment that leaves nothing is a redemption, whatever its type says; the ones before are not', () => {
  const redeemed = [repayment('2025-04-10', '400', '0'), repayment('2026-04-09', '600', '0')]
  expect(kinds(redeemed)).toEqual(['amortization', 'redemption'])
  expect(kinds([repayment('2026-04-09', '1000', '1000')])).toEqual(['redemption'])
  expect(kinds([{ ...repayment('2026-04-09', '1000', '0'), type: 'REDEMPTION' }])).toEqual(['redemption'])
  expect(kinds([{ ...repayment('2026-04-09', '100', '900'), type: 'REDEMPTION' }])).toEqual(['amortization'])
})

test('an announced repayment lessens the face value of today', () => {
  const events = [
    repayment('2026-04-09', '60', '890'),
    repayment('2026-10-08', '50', '890'),
    repayment('2027-04-08', '90', '890'),
  ]
  expect(facesAfter(events)).toEqual(['940', '890', '800'])
})

test('repayments of more than the whole face value give no face value, and one above it no amount', () => {
  expect(facesAfter([repayment('2025-04-10', '700', '740'), repayment('2026-04-09', '700', '740')])).toEqual([
    null,
    null,
  ])
  const beyond = [repayment('2025-04-10', '5000', '740')]
  expect([facesAfter(beyond), valuesOf(beyond)]).toEqual([[null], [null]])
})

test('a past repayment without a date or an amount makes all face values unknown; an announced one only those after it', () => {
  const known = repayment('2026-04-09', '60', '940')
  expect(facesAfter([known, repayment(null, '10', '930')])).toEqual([null, null])
  expect(facesAfter([known, { ...repayment('2026-10-08', '10', '930'), value: null }])).toEqual([null, null])
  expect(facesAfter([known, { ...repayment('2027-10-08', '10', '930'), value: null }])).toEqual(['940', null])
})

test('however the service states the faces of a bond, they are the initial face less what was paid so far', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(amounts, fc.boolean(), fc.nat(3), (values, isTodays, announced) => {
      const total = values.reduce((sum, value) => sum + value, 0)
      const initial = total + 10
      const after = values.map(
        (_, index) => initial - values.slice(0, index + 1).reduce((sum, value) => sum + value, 0),
      )
      const past = Math.max(1, values.length - announced)
      const todays = after[past - 1] ?? 0
      const events = values.map((value, index) => {
        const year = index < past ? 2026 - past + index : 2027 + index
        const stated = isTodays ? todays : (after[index] ?? 0)
        return repayment(`${year}-03-01`, String(value), String(stated), String(initial))
      })
      expect(facesAfter(events)).toEqual(after.map((face) => decimalOf(face)))
    }),
  )
})

test('a coupon of 0 is not fixed yet', () => {
  expect(valuesOf([coupon('2026-08-12', '31.16'), coupon('2027-02-10', '0')])).toEqual(['31.16', null])
})

test('a coupon in percent of a face far from 1000 is money: face × percent × period', () => {
  const bond = terms({ faceValue: d('200000') })
  const events = [
    coupon('2025-09-15', '4.75', { percent: '4.75' }),
    coupon('2026-03-15', '4.75', { percent: '4.75' }),
    coupon('2026-09-14', '4.75', { percent: '4.75' }),
  ]
  expect(valuesOf(events, bond)).toEqual([null, '4750', '4750'])
  expect(valuesOf([coupon('2026-03-15', '4.75', { percent: '4.75', start: '2025-09-15' })], bond)).toEqual(['4750'])
})

test('a coupon that is money by its face value stays as it is', () => {
  const yearly = [coupon('2025-03-15', '7', { percent: '7' }), coupon('2026-03-15', '7', { percent: '7' })]
  expect(valuesOf(yearly, terms({ faceValue: d('100') }))[1]).toBe('7')
  expect(valuesOf(yearly)).toEqual(['7', '7'])
  expect(valuesOf([coupon('2026-03-15', '31.16', { percent: '6.25' })], terms({ faceValue: d('200000') }))).toEqual([
    '31.16',
  ])
})

test('a coupon whose percent and amount are equal is unknown without the face value or the period', () => {
  const event = coupon('2026-03-15', '4.75', { percent: '4.75' })
  expect(valuesOf([event], terms({ faceValue: null }))).toEqual([null])
  expect(valuesOf([event], terms({ faceValue: d('200000') }))).toEqual([null])
})

test('the face value of a coupon is the one before the repayment of its day', () => {
  const events = [
    ...paid.map(([date, value]) => repayment(date, value, '740')),
    coupon('2025-10-09', '20', { face: '740' }),
    coupon('2026-11-01', '18', { face: '740' }),
  ]
  expect(
    meantBondEvents(events, terms(), today)
      .slice(4)
      .map((event) => event.coupon?.faceValue),
  ).toEqual(['950', '740'])
})

test('a coupon period starts with the coupon before, if the service states an earlier start for all', () => {
  const events = ['2025-08-13', '2026-02-11'].map((date) => coupon(date, '31', { start: '2022-08-11' }))
  expect(meantBondEvents(events, terms(), today).map((event) => event.coupon?.startDate)).toEqual([
    '2022-08-11',
    '2025-08-13',
  ])
})

test('signs of currencies are codes; a shared sign is decided by the instrument, and "%" is its currency', () => {
  const currencies = (currency: string, own = terms()) =>
    meantBondEvents([{ ...coupon('2026-03-15', '5'), currency }], own, today)[0]?.currency
  expect(currencies('₽')).toBe('RUB')
  expect(currencies('$', terms({ quoteCurrency: 'USD', faceCurrency: 'USD' }))).toBe('USD')
  expect(currencies('$')).toBe('')
  expect(currencies('%')).toBe('RUB')
  expect(currencies('¥', terms({ faceCurrency: 'CNY' }))).toBe('CNY')
  const dividend = { date: '2026-03-15', amount: d('1'), currency: '$' }
  expect(meantDividend(dividend, terms({ quoteCurrency: 'HKD', faceCurrency: null })).currency).toBe('HKD')
})

test('offers and unknown types keep their content', () => {
  const offer = { ...coupon('2026-03-15', '0'), type: 'OFFER', coupon: null, value: null as Decimal | null }
  expect(meantBondEvents([offer], terms(), today)).toEqual([{ ...offer, currency: 'RUB' }])
})

test('a repayment of nothing, or of less, has no amount', () => {
  for (const value of ['0', '-250']) {
    const events = [repayment('2026-04-09', value, '750')]
    expect([valuesOf(events), facesAfter(events)]).toEqual([[null], [null]])
  }
})

test('without the initial face value, the whole face that was repaid is not what is left', () => {
  const redeemed = { ...repayment('2025-04-10', '1000', null, null), amortization: null, type: 'REDEMPTION' }
  expect(facesAfter([redeemed])).toEqual([null])
  expect(facesAfter([repayment('2025-04-10', '260', null, null)], terms({ faceValue: d('740') }))).toEqual(['740'])
})
