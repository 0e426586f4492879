import type { Page } from 'playwright'
import { expect } from 'vitest'

const timeout = 120_000

/**
 * Opens a screen by its keys. A letter counts only shortly after `g`, and on a busy computer more time may pass between two
 * presses: the keys are pressed until the address is that of the screen.
 */
export async function openByKeys(page: Page, screen: string, pressKeys: () => Promise<void>): Promise<void> {
  const press = async (): Promise<string> => {
    await pressKeys()
    return page.evaluate(() => location.hash.split('?')[0] ?? '')
  }
  await expect.poll(press, { timeout }).toBe(`#/${screen}`)
}

/** Presses keys one after the other. */
export async function pressEach(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
