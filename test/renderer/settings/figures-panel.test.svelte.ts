import { afterEach, expect, test } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

test('the lot method is saved as soon as it is chosen', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const select = page.find<HTMLSelectElement>('select[aria-label="Lots sold first"]')
  expect(select.value).toBe('fifo')
  select.value = 'average'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.sent('settings.write')).toEqual([{ lotMethod: 'average' }])
})

test('the rule for the known value of a day is saved as soon as it is chosen', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const age = page.find<HTMLSelectElement>('select[aria-label="Greatest age of a price"]')
  const share = page.find<HTMLSelectElement>('select[aria-label="Share of the value with a price"]')
  expect([age.value, share.value]).toEqual(['5', '95'])
  age.value = '30'
  age.dispatchEvent(new Event('change'))
  await page.settle()
  const knownDay = { maxPriceAgeDays: 30, minPricedPercent: 95, minCoveredPercent: 95 }
  expect(page.sent('settings.write')).toEqual([{ knownDay }])
})

test('the share of days that a return needs is saved as soon as it is chosen', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const share = page.find<HTMLSelectElement>('select[aria-label="Share of days with a return"]')
  expect(share.value).toBe('95')
  share.value = '80'
  share.dispatchEvent(new Event('change'))
  await page.settle()
  const knownDay = { maxPriceAgeDays: 5, minPricedPercent: 95, minCoveredPercent: 80 }
  expect(page.sent('settings.write')).toEqual([{ knownDay }])
})
