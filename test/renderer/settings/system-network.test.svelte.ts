import { afterEach, expect, test } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

test('the proxy and the certificates of this computer are used until the user switches them off', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const box = page.find<HTMLInputElement>('input[aria-label="Use the proxy and the certificates of this computer"]')
  expect(box.checked).toBe(true)
  box.click()
  await page.settle()
  expect(page.sent('settings.write')).toEqual([{ usesSystemNetwork: false }])
})
