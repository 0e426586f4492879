import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { useApp } from './rig/app.ts'
import { findAccessibilityFaults, findVisualFaults } from './rig/browser.ts'

const app = useApp()

beforeAll(async () => {
  await until(
    () => app.host.call('instruments.state'),
    ({ wholeAt }) => wholeAt !== null,
    60_000,
  )
})

async function open() {
  const opened = await app.open({ viewport: { width: 1280, height: 860 } })
  await opened.page.getByRole('main').waitFor()
  return opened
}
const field = (page: Page) => page.getByRole('combobox', { name: 'Search instruments and commands' })
const option = (page: Page) => page.getByRole('option')

test('an instrument is opened by keyboard, in Latin or Cyrillic and with a typo', async () => {
  const { page, faults } = await open()
  for (const [typed, first] of [
    ['sber', 'SBER@MISX'],
    ['сбер', 'SBER@MISX'],
    ['яндекс', 'YDEX@MISX'],
    ['yandxe', 'YDEX@MISX'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.type(typed)
    await option(page).filter({ hasText: first }).first().waitFor()
    await page.keyboard.press('Enter')
    await field(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => location.hash)).toBe(`#/instrument/${encodeURIComponent(first)}`)
  }
  expect(faults).toEqual([])
})

test('arrow keys reach the commands and wrap around, and a command runs', async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await field(page).fill('positions')
  await option(page).filter({ hasText: 'Positions' }).first().waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.hash === '#/positions')
})

test('Escape closes the palette and returns the focus; a click outside closes it', async () => {
  const { page } = await open()
  const eye = page.getByRole('button', { name: 'Hide amounts' })
  await eye.focus()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  expect(await eye.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await field(page).waitFor()
  await page.mouse.click(5, 400)
  await field(page).waitFor({ state: 'detached' })
})

test('the palette is accessible and fits, dark and narrow, light and wide', async () => {
  const { page, faults } = await open()
  await page.keyboard.press('Control+k')
  const found: string[] = await findVisualFaults(page)
  for (const [typed, isFound] of [
    ['сбер', true],
    ['nothing of this name', false],
  ] as const) {
    await field(page).fill(typed)
    await (
      isFound ? option(page).filter({ hasText: 'SBER@MISX' }).first() : page.getByText('No instrument matches')
    ).waitFor()
    found.push(...(await findVisualFaults(page)))
  }
  expect(await page.getByText(/instruments · updated/).isVisible()).toBe(true)
  expect([found, faults]).toEqual([[], []])
})

test('a question in words is answered by keyboard, and the palette and the sheet of shortcuts are accessible', async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await field(page).fill('what did I buy last month')
  await option(page).filter({ hasText: 'Purchases last month' }).waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/transactions\?kind=buy&period=last-month/)
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
})
