import { expect, test } from 'vitest'
import { dividend, incomeOf, onlyRow, paid } from './income-rig.ts'
import { event } from './payers.ts'

test('a reversed payment does not count, and both rows are listed', () => {
  const rows = [paid('2026-03-03', '15'), paid('2026-03-10', '-15')]
  expect(onlyRow({ events: event, rows })).toMatchObject({
    ...{ state: 'missing', gross: '0', net: '0', transactionIds: rows.map(({ id }) => id) },
  })
  const withRepeatedPayment = [...rows, paid('2026-03-12', '15')]
  expect(onlyRow({ events: event, rows: withRepeatedPayment })).toMatchObject({
    ...{ state: 'received', gross: '15', lateDays: 10 },
    transactionIds: [withRepeatedPayment[0]?.id, withRepeatedPayment[1]?.id, withRepeatedPayment[2]?.id],
  })
})

test('an event whose payments are all reversed is unpaid, not partly paid', () => {
  const events = [...dividend('2026-01-20', '1.5'), ...dividend('2026-03-20', '1.5')]
  const rows = [paid('2026-01-21', '15'), paid('2026-03-23', '15'), paid('2026-03-25', '-15')]
  expect(incomeOf({ events, rows }).rows).toMatchObject([
    { date: '2026-01-20', state: 'received', gross: '15' },
    { date: '2026-03-20', state: 'missing', gross: '0', transactionIds: [rows[1]?.id, rows[2]?.id] },
  ])
})

test('after the reversal of one of several equal payments, the next payment does not count as a reversal', () => {
  const events = [...dividend('2026-03-02', '1.5'), ...dividend('2026-05-15', '1.5')]
  const rows = [paid('2026-03-03', '15'), paid('2026-05-18', '15'), paid('2026-05-20', '-15'), paid('2026-05-22', '15')]
  expect(incomeOf({ events, rows }).rows).toMatchObject([
    { date: '2026-03-02', state: 'received', lateDays: 1 },
    { date: '2026-05-15', state: 'received', gross: '15', lateDays: 7 },
  ])
})

test('a reversal later than 45 days after the event belongs to its payment', () => {
  const rows = [paid('2026-03-03', '15'), paid('2026-05-20', '-15')]
  expect(onlyRow({ events: event, rows })).toMatchObject({ state: 'missing', gross: '0' })
})
