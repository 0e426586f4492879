import { expect, test } from 'vitest'
import type { MissingPayment } from '#main/ledger/missing-payments.ts'
import { dayMs } from '#shared/durations.ts'
import { d } from '../insight/make.ts'
import { draftOf, startAlerts } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const payment = (symbol: string, date: string): MissingPayment => ({
  ...{ accountId: '1900001', symbol, kind: 'dividend', date },
  expected: { low: d('15'), high: d('15'), currency: 'USD' },
})

test('a payment that becomes missing raises one notice; a payment that was missing before the rule raises none', async () => {
  const rig = startAlerts()
  const opened = rig.open()
  const { rule } = opened.save(null, draftOf({ kind: 'missing-payment', accountId: null }))
  const old = payment('OLD@XXXX', dateOf(rig.clock.now() - 100 * dayMs))
  rig.state.missingPayments = [old]
  opened.checkMissingPayments()
  await rig.clock.advance(60_000)
  expect(rig.notices()).toEqual([])
  await rig.clock.advance(dayMs)
  rig.state.missingPayments = [old, payment('AAA@XXXX', dateOf(rig.clock.now() - 46 * dayMs))]
  opened.checkMissingPayments()
  await rig.clock.advance(60_000)
  const facts = [
    { label: '1900001, AAA@XXXX', value: 'Dividend' },
    {},
    { label: 'Expected', value: '15', currency: 'USD' },
  ]
  expect(rig.notices()).toMatchObject([{ cause: 'fired', ruleId: rule.id, facts }])
  opened.checkMissingPayments()
  await rig.clock.advance(dayMs)
  expect(rig.notices()).toHaveLength(1)
})

test('the preview says that payments have not been compared yet, then the number of missing ones', () => {
  const rig = startAlerts()
  const draft = draftOf({ kind: 'missing-payment', accountId: '1900001' })
  expect(rig.open().preview(draft).reading.unknown).toBe('The payments have not been compared yet')
  rig.state.missingPayments = [
    payment('AAA@XXXX', '2026-01-10'),
    { ...payment('BBB@XXXX', '2026-01-10'), accountId: '2' },
  ]
  expect(withEnglishTexts(rig.open().preview(draft).reading)).toMatchObject({
    unknown: null,
    facts: [{ label: 'Missing payments', value: '1' }],
  })
})

test('the end of an offer is counted down to its last day', () => {
  const rig = startAlerts()
  const symbol = 'BOND@XXXX'
  const now = rig.clock.now()
  const offer = { offerType: 'PUT', price: d('100'), startDate: null, endDate: dateOf(now + 5 * dayMs), agent: '' }
  const event = {
    date: dateOf(now + 12 * dayMs),
    type: 'OFFER',
    value: null,
    currency: 'RUB',
    coupon: null,
    amortization: null,
    offer,
  }
  rig.cache.corporateEvents.replaceBondEvents(symbol, [event], now)
  const reading = (days: number) =>
    withEnglishTexts(rig.open().preview(draftOf({ kind: 'event', symbol, on: 'offer-end', days })).reading)
  expect(reading(4).facts).toMatchObject([{ value: 'none' }])
  expect(reading(5).facts).toMatchObject([{ value: '1' }])
})
