import { expect, test } from 'vitest'
import { m } from '#shared/messages/messages.js'
import type { BondFigures } from '#shared/model/bond.ts'
import { details, instrumentView, readPart } from '../../fixtures/instrument.ts'
import { bond } from '../../fixtures/positions.ts'
import { closeAfterEachTest, open, page, section } from '../open-screen.ts'

closeAfterEachTest()

const { symbol } = bond
const openBond = (bonds: readonly BondFigures[]) =>
  open(symbol, {
    'instruments.read': () =>
      instrumentView(symbol, {
        ...{ listed: null, details: readPart(details(symbol, { type: 'BONDS' })) },
        maturity: { on: '2033-11-15', source: 'served' },
      }),
    'bonds.list': (scope) => (scope.symbol === symbol ? [...bonds] : []),
  })

test('a bond shows its next coupon, accrued interest, yield and maturity, held or not', async () => {
  await openBond([bond])
  expect(section('quote')).toMatch(/Next coupon ?15 May 2027 ?22\.50 USD · projected/)
  expect(section('quote')).toMatch(/Accrued interest ?0\.62 USD/)
  expect(section('quote')).toMatch(/Yield to maturity ?4\.62%/)
  expect(section('quote')).toMatch(/Maturity ?15 Nov 2033 ?[\d,]+ d/)
  expect(section('quote')).not.toContain('Offer')
})

test('an offer is named', async () => {
  await openBond([{ ...bond, offerOn: '2028-02-01' }])
  expect(section('quote')).toMatch(/Offer ?1 Feb 2028/)
})

test('unknown figures are "—" and say why', async () => {
  await openBond([{ ...bond, nextCoupon: null, accruedInterest: null, accruedGap: 'events-not-read' }])
  expect(section('quote')).toMatch(/Next coupon ?— ?Accrued interest ?—/)
  expect(page.find(`[data-section="quote"] [title="${m.positions_coupons_not_loaded()}"]`).textContent.trim()).toBe('—')
})

test('other types have no figures of a bond', async () => {
  await open('AAPL@XNGS')
  expect(section('quote')).not.toContain('Next coupon')
})
