import { afterEach, expect, test, vi } from 'vitest'
import UpdateBanner from '#renderer/shell/UpdateBanner.svelte'
import type { DesktopState } from '#shared/model/app/system.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const open = async (update: DesktopState['update']) => {
  const desktop: DesktopState = { hasTray: true, shortcut: 'none', autostart: 'on', update }
  page = await mountInApp(UpdateBanner, {}, fixtureTransport({ 'desktop.read': () => desktop }))
}

test('a new version is offered with a restart', async () => {
  await open({ kind: 'ready', version: '0.2.0' })
  await vi.waitFor(() => expect(page.target.textContent).toContain('Tidemark 0.2.0 is ready'))
  page.find<HTMLButtonElement>('button').click()
  await vi.waitFor(() => expect(page.transport.calls.map(({ method }) => method)).toContain('desktop.restartToUpdate'))
})

test('a refused update shows the reason and offers no restart', async () => {
  await open({ kind: 'refused', message: 'It is not signed.' })
  await vi.waitFor(() => expect(page.target.textContent).toContain('It is not signed.'))
  expect(page.target.querySelector('button')).toBeNull()
})

test('without an update nothing is shown', async () => {
  await open({ kind: 'none' })
  await page.settle()
  expect(page.target.textContent.trim()).toBe('')
})
