import { afterEach, expect, test } from 'vitest'
import Instrument from '#renderer/instrument/Instrument.svelte'
import { chargeLines } from '#renderer/instrument/own/holding-figures.ts'
import { instrumentHref } from '#renderer/navigation/instrument-address.ts'
import type { AccountCharges, ChargeTotal } from '#shared/model/ledger/charges.ts'
import { dec } from '../../fixtures/data.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'

const total = (attributed: string, ofAccount = '0', ambiguous = '0', currency = 'RUB'): ChargeTotal => ({
  ...{ currency, kind: 'commission', count: 1 },
  ...{ attributed: dec(attributed), ofAccount: dec(ofAccount), ambiguous: dec(ambiguous) },
})
const account = (accountId: string, ...totals: ChargeTotal[]): AccountCharges => ({
  ...{ accountId, coverage: 'whole', totals },
})

let page: Mounted | undefined
afterEach(async () => {
  await page?.end()
  page = undefined
  location.hash = ''
})
async function open(charges: readonly AccountCharges[]): Promise<string> {
  location.hash = instrumentHref('AAPL@XNGS')
  page = await mountInApp(Instrument, {}, fixtureTransport({ 'charges.list': () => [...charges] }))
  return page.find('[data-section="position"]').textContent.replace(/\s+/g, ' ')
}

test('charges of several accounts are added by currency, never across currencies', () => {
  const lines = chargeLines([account('a', total('1.5', '2')), account('b', total('0.5'), total('3', '0', '1', 'USD'))])
  expect(lines).toEqual([
    { currency: 'RUB', kind: 'commission', attributed: '2', ofAccount: '2', ambiguous: '0' },
    { currency: 'USD', kind: 'commission', attributed: '3', ofAccount: '0', ambiguous: '1' },
  ])
})

test('the position shows the charges of the instrument, and separately those that only may belong to it', async () => {
  const text = await open([account('1900001', total('12.5', '3', '4'))])
  expect(text).toMatch(/Commission 12\.50 RUB without a trade 3\.00 RUB perhaps also 4\.00 RUB/)
})

test('while a part of the history is not loaded, there is no total', async () => {
  const text = await open([account('1900001', total('12.5')), { ...account('b'), coverage: 'partial' }])
  expect(text).toContain('Commission and tax: — while a part of the history is not loaded.')
  expect(text).not.toContain('12.50')
})
