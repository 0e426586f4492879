import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { App } from './app.ts'
import { focusReader } from './focus.ts'
import { openByKeys, pressEach } from './open-screen.ts'

/** Presses the key at this place with the letter that a Russian layout types there. */
async function pressRussian(page: Page, code: string, key: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text: key })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key })
  await session.detach()
}

/** The screens with the letters that open them after `g`, on a Latin and on a Russian layout. */
const screens = [
  ['overview', 'KeyO', 'щ'],
  ['positions', 'KeyP', 'з'],
  ['orders', 'KeyR', 'к'],
  ['watchlists', 'KeyW', 'ц'],
  ['transactions', 'KeyT', 'е'],
  ['income', 'KeyI', 'ш'],
  ['performance', 'KeyF', 'а'],
  ['day', 'KeyY', 'н'],
  ['margin', 'KeyM', 'ь'],
  ['reconciliation', 'KeyC', 'с'],
  ['alerts', 'KeyA', 'ф'],
  ['reports', 'KeyD', 'в'],
  ['health', 'KeyH', 'р'],
  ['settings', 'KeyS', 'ы'],
] as const
/** How many controls of each screen are visited. */
const tabStops = 12

/** Opens every screen by its letters, and expects each control that Tab reaches there to be in view, named and marked. */
export async function expectKeyboardReaches(app: App, language: 'en' | 'ru'): Promise<void> {
  await app.host.call('settings.write', { language })
  const { page, faults } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.getByRole('navigation').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang), { timeout: 120_000 }).toBe(language)
  const read = await focusReader(page)
  const found: string[] = []
  for (const [screen, code, letter] of screens) {
    await page.evaluate(() => document.querySelector('main')?.focus())
    await openByKeys(page, screen, async () => {
      if (language === 'en') return pressEach(page, 'KeyG', code)
      for (const [at, typed] of [['KeyG', 'п'], [code, letter]] as const) await pressRussian(page, at, typed) // oxfmt-ignore
    })
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'hidden' })
    for (let stop = 0; stop < tabStops; stop++) {
      await page.keyboard.press('Tab')
      const { of, faults: problems } = await read()
      // After the last control the browser leaves the page.
      if (of.startsWith('body')) break
      found.push(...problems.map((problem) => `${screen}: ${of} ${problem}`))
    }
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
}
