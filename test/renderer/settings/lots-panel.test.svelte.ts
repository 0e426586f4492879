import { afterEach, expect, test } from 'vitest'
import Settings from '../../../src/renderer/settings/Settings.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

test('the method by which lots are matched is stored as soon as it is chosen', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const select = page.find<HTMLSelectElement>('select[aria-label="Lots sold first"]')
  expect(select.value).toBe('fifo')
  select.value = 'average'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  const written = page.transport.calls.filter(({ method }) => method === 'settings.write').map(({ params }) => params)
  expect(written).toEqual([{ lotMethod: 'average' }])
})
