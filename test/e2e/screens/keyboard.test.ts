import { afterEach, expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { expectKeyboardReaches } from '../rig/keyboard-walk.ts'

const app = useApp()
const wait = { timeout: 120_000 }
afterEach(() => app.host.call('settings.write', { language: null }))

// Russian, on a keyboard with a Russian layout, is in `keyboard.proof.ts`.
test('every screen opens by its letters, and each control that Tab reaches is in view, named and marked', () =>
  expectKeyboardReaches(app, 'en'))

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
