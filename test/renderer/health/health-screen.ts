import { afterEach, vi } from 'vitest'
import Health from '#renderer/health/Health.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

/** The screen that the current test opened. */
export let page: Mounted
afterEach(async () => {
  await page.end()
  vi.unstubAllGlobals()
})

export const open = async (overrides: Partial<Answers> = {}): Promise<void> => {
  page = await mountInApp(Health, {}, fixtureTransport(overrides))
}
