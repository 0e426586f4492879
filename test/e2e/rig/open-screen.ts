import type { Page } from 'playwright'
import { expect } from 'vitest'

const timeout = 120_000

const readHash = (page: Page): Promise<string> =>
  page.evaluate(() => (location.hash === '' ? '#/overview' : (location.hash.split('?')[0] ?? '')))
const readTitle = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')

/**
 * Runs `open`, which changes the address, and waits until the screen is shown. This is some frames later: until then, keys
 * and measurements would still reach the screen before.
 */
async function untilShown(page: Page, screen: string, open: () => Promise<unknown>): Promise<void> {
  const [hashBefore, titleBefore] = [await readHash(page), await readTitle(page)]
  await open()
  if (hashBefore !== `#/${screen}`)
    await expect.poll(() => readTitle(page), { timeout, interval: 20 }).not.toBe(titleBefore)
}

/** Opens a screen by its address. */
export const openByAddress = (page: Page, screen: string): Promise<void> =>
  untilShown(page, screen, () => page.evaluate((hash) => void (location.hash = hash), `#/${screen}`))

/**
 * Opens a screen by its keys. A letter counts only shortly after `g`, and on a busy computer more time may pass between two
 * presses: the keys are pressed until the address is that of the screen.
 */
export function openByKeys(page: Page, screen: string, pressKeys: () => Promise<void>): Promise<void> {
  const press = async (): Promise<string> => {
    await pressKeys()
    return readHash(page)
  }
  return untilShown(page, screen, () => expect.poll(press, { timeout }).toBe(`#/${screen}`))
}

/** Presses keys one after the other. */
export async function pressEach(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
