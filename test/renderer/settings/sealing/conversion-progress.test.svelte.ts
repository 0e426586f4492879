import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ConversionProgress from '#renderer/settings/sealing/ConversionProgress.svelte'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'

let page: Mounted
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(async () => {
  await page.end()
  vi.useRealTimers()
})

test('a conversion shows the copied share, and then that the copies are checked', async () => {
  let share: number | null = null
  page = await mountInApp(ConversionProgress, {}, fixtureTransport({ 'sealing.progress': () => share }))
  expect(page.text()).toBe('')
  const next = async (value: number) => {
    share = value
    vi.advanceTimersByTime(500)
    await page.settle()
  }
  await next(0.434)
  expect(page.text()).toBe('Copied: 43%')
  expect(page.find<HTMLProgressElement>('progress').value).toBeCloseTo(0.434)
  await next(1)
  expect(page.text()).toContain('The copies are being checked')
})
