import type { Page } from 'playwright'
import { expect } from 'vitest'

const timeout = 120_000

/**
 * Opens a screen by its keys. A letter counts only shortly after `g`, and on a busy computer more time may pass between two
 * presses: the keys are pressed until the address is that of the screen. The screen itself is shown some frames later: until
 * then, keys would still reach the one before.
 */
export async function openByKeys(page: Page, screen: string, pressKeys: () => Promise<void>): Promise<void> {
  const readHash = () => page.evaluate(() => (location.hash === '' ? '#/overview' : location.hash.split('?')[0]))
  const readTitle = () => page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')
  const [hashBefore, titleBefore] = [await readHash(), await readTitle()]
  const press = async (): Promise<string> => {
    await pressKeys()
    return readHash()
  }
  await expect.poll(press, { timeout }).toBe(`#/${screen}`)
  if (hashBefore !== `#/${screen}`) await expect.poll(readTitle, { timeout, interval: 20 }).not.toBe(titleBefore)
}

/** Presses keys one after the other. */
export async function pressEach(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
