import { afterEach, beforeEach, vi } from 'vitest'
import Instrument from '#renderer/instrument/Instrument.svelte'
import { instrumentHref } from '#renderer/navigation/instrument-address.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

/** The screen that the current test opened. */
export let page: Mounted

/** Call once in a test file: closes the screen after each test. */
export function closeAfterEachTest(): void {
  afterEach(async () => {
    if (page.target.isConnected) await page.end()
    location.hash = ''
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  beforeEach(() => void (location.hash = ''))
}

/** Opens the screen at an address. */
export async function openAt(address: string, overrides: Partial<Answers> = {}): Promise<Mounted> {
  location.hash = address
  page = await mountInApp(Instrument, {}, fixtureTransport(overrides))
  return page
}

/** Opens the screen of an instrument. */
export const open = (symbol: string, overrides: Partial<Answers> = {}) => openAt(instrumentHref(symbol), overrides)

/** The text of a section of the screen. */
export const section = (id: string) => page.find(`[data-section="${id}"]`).textContent.replace(/\s+/g, ' ')
