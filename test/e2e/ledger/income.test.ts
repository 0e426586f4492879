import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { findVisualFaults } from '../rig/browser.ts'
import {
  countIncomplete,
  enterScreen,
  maxShift,
  observeShifts,
  totalShift,
  untilHistoryIsLoaded,
} from '../rig/layout-shift.ts'

const app = useApp()
const viewport = { width: 1440, height: 900 }
const main = (page: Page) => page.locator('main')

/** Opens the screen and waits until history and events are read: the missing dividend of the demo is found. */
async function open(): Promise<{ page: Page; faults: readonly string[] }> {
  const watched = await app.open({ viewport })
  const { page } = watched
  await page.evaluate(() => void (location.hash = '#/income'))
  await page
    .getByRole('row')
    .filter({ hasText: 'Missing' })
    .filter({ hasText: 'Сбербанк' })
    .first()
    .waitFor({ timeout: 240_000 })
  await page.getByRole('row').filter({ hasText: '24 days late' }).first().waitFor({ timeout: 240_000 })
  await page.getByRole('row').filter({ hasText: 'Announced' }).first().waitFor({ timeout: 240_000 })
  return watched
}

test('the demo shows received, late, missing, announced and projected income, each with its rule and rows', async () => {
  const { page, faults } = await open()
  const missing = page.getByRole('row').filter({ hasText: 'Missing' }).filter({ hasText: 'Сбербанк' })
  expect(await missing.innerText()).toMatch(/4,378\.40\sRUB\s+—\s+—\s+—/)
  await page.getByRole('row').filter({ hasText: 'Projected' }).first().click()
  const details = page.getByRole('complementary', { name: 'Details of the event' })
  await details.getByText(/the amount per piece of/).waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: '24 days late' }).first().click()
  await details.getByText('Paid by one transaction.').waitFor()
  await details.getByRole('link', { name: 'Дивиденды', exact: true }).click()
  expect(page.url()).toContain('#/transactions?account=1900001')
  expect(faults).toEqual([])
})

test('the overview and the list show the next expiry of the demo', async () => {
  const { page } = await open()
  const expiry = page
    .getByRole('grid', { name: 'Coming income' })
    .getByRole('row')
    .filter({ hasText: 'Expiry' })
    .first()
  const words = await expiry.innerText()
  expect(words).toMatch(/SBER \d+ PUT[\s\S]*500\spcs/)
  await page.evaluate(() => void (location.hash = '#/overview'))
  const line = page
    .getByRole('listitem')
    .filter({ hasText: /SBER \d+ PUT/ })
    .filter({ hasText: 'expires' })
    .first()
  expect(await line.innerText()).toMatch(/500\spcs/)
})

test('month, year and yields show the same events, and a filter narrows them', async () => {
  const { page, faults } = await open()
  await page.getByLabel('State').selectOption('missing')
  expect(
    await page
      .getByRole('table', { name: 'Past income' })
      .or(page.getByRole('grid', { name: 'Past income' }))
      .getByRole('row')
      .count(),
  ).toBe(2)
  await page.getByLabel('State').selectOption('all')
  await main(page).getByText('Year', { exact: true }).click()
  const june = page
    .getByRole('list', { name: /^Income in \d{4}$/ })
    .getByRole('listitem')
    .nth(5)
  await june.getByRole('button', { name: /^Сбербанк, Dividend, Missing$/ }).click()
  await page.getByRole('complementary', { name: 'Details of the event' }).getByText('45 days are over').waitFor()
  await june.getByRole('button').first().click()
  await page.getByRole('table', { name: /^Income in June \d{4}$/ }).waitFor()
  await main(page).getByText('Yields', { exact: true }).click()
  const apple = page.getByRole('row').filter({ hasText: 'Apple' })
  expect(await apple.innerText()).toMatch(/USD[\s\S]*%/)
  expect(faults).toEqual([])
})

test('the screen is accessible and fits, and privacy mode hides all amounts', async () => {
  const { page } = await open()
  await page.getByRole('row').filter({ hasText: '24 days late' }).first().click()
  expect(await findVisualFaults(page)).toEqual([])
  await page.setViewportSize(viewport)
  for (const mode of ['Month', 'Year', 'Yields']) {
    await main(page).getByText(mode, { exact: true }).click()
    expect(await findVisualFaults(page)).toEqual([])
    await page.setViewportSize(viewport)
  }
  await page.keyboard.press('Escape')
  await main(page).getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: /hide amounts/i }).click()
  await page.getByRole('row').filter({ hasText: 'Missing' }).first().waitFor()
  expect(await main(page).innerText()).not.toMatch(/\d[\d,]*\.\d\d\s(RUB|USD)/)
  expect(await page.getByRole('button', { name: 'CSV' }).isDisabled()).toBe(true)
})

test('entering the screen moves nothing that was already shown', async () => {
  const { page } = await open()
  await app.host.call('currencies.setBase', { currency: 'RUB' })
  await untilHistoryIsLoaded(app.host)
  await expect.poll(() => countIncomplete(app.host), { timeout: 90_000 }).toBe(0)
  // A line says which events are missing, also those of instruments that are no longer held.
  const readUnread = async () => {
    const { coverage } = await app.host.call('income.summary', { accountId: null, by: 'instrument' })
    return coverage.unreadSymbols
  }
  await expect.poll(readUnread, { timeout: 120_000 }).toEqual([])
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 860 } })
  const observed = await context.newPage()
  await observeShifts(observed)
  await observed.goto(await app.host.issueUrl())
  await page.close()
  await enterScreen(observed, 'connect')
  const shifts = await enterScreen(observed, 'income')
  await observed.getByRole('row').filter({ hasText: 'Projected' }).first().waitFor()
  await context.close()
  expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThan(maxShift)
})
