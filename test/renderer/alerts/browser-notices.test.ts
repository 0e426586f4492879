import { afterEach, expect, test, vi } from 'vitest'
import BrowserNotices from '#renderer/alerts/BrowserNotices.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('visible notifications are closed when the app is locked', async () => {
  const open = new Set<unknown>()
  class Shown {
    static readonly permission = 'granted'
    constructor() {
      open.add(this)
    }
    close(): void {
      open.delete(this)
    }
  }
  vi.stubGlobal('Notification', Shown)
  const page = await mountInApp(BrowserNotices, {})
  const { rows } = await page.app.client.call('notices.list', { limit: 1 })
  page.transport.emit('notice.raised', { id: rows[0]!.id })
  await expect.poll(() => open.size, { timeout: 8_000 }).toBe(1)
  // A lock of the app unmounts the whole window.
  await page.end()
  expect(open.size).toBe(0)
})
