import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import { dec } from '../cache/open-cache.ts'
import { makeDetails } from '../insight/make.ts'
import { daysAgo, now, openWith, symbol } from './offline-profile.ts'
import { makeTrade } from './rig.ts'

const dateIn = (days: number): string => new Date(now + days * dayMs).toISOString().slice(0, 10)
const coupon = (days: number): BondEvent => ({
  ...{ date: dateIn(days), type: 'COUPON', value: dec('20'), currency: 'RUB' },
  ...{ coupon: null, amortization: null, offer: null },
})

test('a typed maturity gives a bond without a served one its repayment and its coupons to come, until it is removed', async () => {
  const { client, profile } = await openWith([makeTrade('1', daysAgo(90), symbol, '6', '-600')])
  const bond = makeDetails({ symbol, type: 'BONDS', expirationDate: null, faceValue: dec('1000'), faceCurrency: 'RUB' })
  profile.cache.instrumentDetails.put(bond, now)
  profile.cache.corporateEvents.replaceBondEvents(symbol, [coupon(-180), coupon(-90)], now)
  const ahead = async () => {
    const span = { from: now, to: now + 400 * dayMs }
    const rows = await client.call('income.list', { accountId: null, ...span })
    return rows.map(({ kind, date, rule, expected }) => [kind, date, expected?.low, rule.map(({ code }) => code)])
  }
  const undated = async () => (await client.call('income.summary', { accountId: null, by: 'currency' })).undatedBonds
  expect([await ahead(), await undated()]).toEqual([[], [symbol]])
  await client.call('instruments.setMaturity', { symbol, maturesOn: dateIn(185) })
  expect(await undated()).toEqual([])
  expect(await ahead()).toEqual([
    ['coupon', dateIn(90), '120', ['same-coupon']],
    ['coupon', dateIn(180), '120', ['same-coupon']],
    ['redemption', dateIn(185), '6000', ['typed-maturity']],
  ])
  await client.call('instruments.setMaturity', { symbol, maturesOn: null })
  expect(await ahead()).toEqual([])
})
