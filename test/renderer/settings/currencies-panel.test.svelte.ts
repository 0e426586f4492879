import { afterEach, expect, test } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import type { Currencies } from '#shared/model/currency.ts'
import * as data from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const currencies: Currencies = {
  ...{ base: 'RUB', suggested: 'RUB', inUse: ['JPY', 'RUB', 'USD'], chosen: [], equity: [] },
  rates: [
    {
      ...{ currency: 'USD', symbol: 'USDRUB@FX', rate: data.dec('92.435'), at: Date.now() - 60_000 },
      ...{ isInverse: false, via: null },
    },
  ],
  notConverted: [{ currency: 'JPY', problem: 'unknown-units', symbol: 'JPYRUB_TOM@MISX' }],
  candidates: [
    { currency: 'JPY', symbol: 'JPYRUB_TOM@MISX', name: 'Yen', isInverse: false, via: null, units: null },
    { currency: 'USD', symbol: 'USDRUB@FX', name: null, isInverse: false, via: null, units: 1 },
  ],
}

async function choose(label: string, value: string): Promise<void> {
  const select = page.find<HTMLSelectElement>(`select[aria-label="${label}"]`)
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
}
const savedChoices = () =>
  page.transport.calls.flatMap(({ method, params }) => (method.startsWith('currencies.set') ? [[method, params]] : []))

test('the panel shows each rate or why it is missing, and saves the base currency', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport({ 'currencies.read': () => currencies }))
  const text = page.target.textContent.replace(/\s+/g, ' ')
  expect(text).toContain('1 USD = 92.435 RUB')
  expect(text).toContain('No rate: the service does not say for how many units the price is')
  await choose('Base currency', 'USD')
  await choose('Base currency', '')
  expect(savedChoices()).toEqual([
    ['currencies.setBase', { currency: 'USD' }],
    ['currencies.setBase', { currency: null }],
  ])
})

test('an instrument with unknown units is saved only together with its units', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport({ 'currencies.read': () => currencies }))
  await choose('Rate of JPY', 'JPYRUB_TOM@MISX')
  expect(savedChoices()).toEqual([])
  await choose('The price of JPYRUB_TOM@MISX is for', '100')
  await choose('Rate of USD', 'USDRUB@FX')
  expect(savedChoices()).toEqual([
    ['currencies.setRate', { currency: 'JPY', symbol: 'JPYRUB_TOM@MISX', units: 100 }],
    ['currencies.setRate', { currency: 'USD', symbol: 'USDRUB@FX', units: null }],
  ])
})
