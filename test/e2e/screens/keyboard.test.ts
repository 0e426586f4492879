import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { focusReader } from '../rig/focus.ts'
import { openByKeys, pressEach } from '../rig/open-screen.ts'

const app = useApp()
const wait = { timeout: 120_000 }
afterEach(() => app.host.call('settings.write', { language: null }))

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

test.each(['en', 'ru'] as const)(
  'every screen opens by its letters, and each control that Tab reaches is in view, named and marked (%s)',
  async (language) => {
    await app.host.call('settings.write', { language })
    const { page, faults } = await app.open({ viewport: { width: 1280, height: 860 } })
    await page.getByRole('navigation').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang), wait).toBe(language)
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
  },
)

test('a window that lost events keeps an open dialog, its text and the focus while the answers are late', async () => {
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  await page.evaluate(() => void (location.hash = '#/watchlists'))
  await page.getByRole('button', { name: 'New list' }).press('Enter')
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.pressSequentially('Metals')
  const field = await name.elementHandle()
  await page.context().setOffline(true)
  await page.getByText('This browser is offline', { exact: true }).waitFor({ ...wait, state: 'attached' })
  // Longer than a window keeps the value of another key.
  const lateMs = 600
  let late = 0
  await page.route('**/api/request', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateMs))
    await route.continue()
    late += 1
  })
  await page.context().setOffline(false)
  await page.getByText('This browser is offline', { exact: true }).waitFor({ ...wait, state: 'detached' })
  await expect.poll(() => late, wait).toBeGreaterThan(5)
  expect(await field?.evaluate((input) => [input.isConnected, document.activeElement === input])).toEqual([true, true])
  expect(await name.inputValue()).toBe('Metals')
})
