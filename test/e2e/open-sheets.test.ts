import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { findAccessibilityFaults } from './rig/browser.ts'

/** What opens over a screen: the screen, the button that opens it, and what it is called. */
const sheets = [
  ['overview', /^Requests in the last minute/, 'Requests'],
  ['transactions', 'Filter', 'Add a filter'],
  ['transactions', 'Views', 'Saved views'],
  ['transactions', 'Export', 'Export transactions'],
  ['performance', 'Choose the first and the last day', 'Choose the days'],
  ['alerts', 'New alert', 'New alert'],
  ['settings', 'Set a PIN…', 'PIN'],
  ['settings', 'Delete cache…', 'Delete the cache'],
] as const

const app = useApp()
const isOpen = (page: Page) => page.evaluate(() => document.querySelector('dialog[open], :popover-open') !== null)

async function look(page: Page): Promise<string[]> {
  await page.locator('dialog[open], :popover-open').first().waitFor()
  return findAccessibilityFaults(page)
}

test('sheets and dialogs are accessible while they are open; Escape closes them and the focus returns', async () => {
  const { page, faults } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.getByText(/^(live|market closed)/).waitFor()
  const found: Record<string, unknown> = {}
  for (const [screen, button, name] of sheets) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)
    const opener =
      typeof button === 'string'
        ? page
            .getByRole('button', { name: button, exact: true })
            .or(page.getByTitle(button, { exact: true }))
            .first()
        : page.getByRole('button', { name: button }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const problems = await look(page)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open], :popover-open').first().waitFor({ state: 'hidden' })
    if (!(await opener.evaluate((element) => element === document.activeElement))) problems.push('the focus is lost')
    if (problems.length > 0) found[`${screen}: ${name}`] = problems
  }
  expect(found).toEqual({})
  expect(faults).toEqual([])
})

test('the palette and the sheet of shortcuts are accessible, and open by keyboard', async () => {
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.getByText(/^(live|market closed)/).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search instruments and commands' }).fill('what did I buy last month')
  await page.getByRole('option', { name: 'Purchases last month' }).waitFor()
  expect(await look(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/transactions\?kind=buy&period=last-month/)
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  expect(await look(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await isOpen(page)).toBe(false)
})

test('a sorted table of income is sorted again after a reload', async () => {
  const { page, faults } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.evaluate(() => void (location.hash = '#/income'))
  const head = page.getByRole('columnheader', { name: 'Instrument' }).last()
  await head.getByRole('button').click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  await page.reload()
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(faults).toEqual([])
})
