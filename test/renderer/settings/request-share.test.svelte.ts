import { afterEach, expect, test } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

test('the share of the requests that Tidemark may use is saved as soon as it is chosen', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const select = page.find<HTMLSelectElement>('select[aria-label="Requests that Tidemark may use"]')
  expect(select.value).toBe('all')
  select.value = 'half'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.sent('settings.write')).toEqual([{ requestShare: 'half' }])
})
