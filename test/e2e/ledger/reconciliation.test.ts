import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { findVisualFaults } from '../rig/browser.ts'
import { findLayoutFaults } from '../rig/fit.ts'

const app = useApp()
const viewport = { width: 1440, height: 900 }

/** Opens the screen and waits until the whole history is loaded and compared. */
async function open(): Promise<{ page: Page; faults: readonly string[] }> {
  const watched = await app.open({ viewport })
  await watched.page.evaluate(() => void (location.hash = '#/reconciliation'))
  await watched.page.getByText('2 differences').first().waitFor({ timeout: 120_000 })
  return watched
}
const difference = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Differences' }).getByRole('listitem').filter({ hasText: name }).first()

test('the demo has two differences, each with its true cause first, and everything else agrees', async () => {
  const { page, faults } = await open()
  expect(await difference(page, 'Дома и кварталы').innerText()).toMatch(/Difference\s+\+130\spcs/)
  expect(await difference(page, 'Cash in USD').innerText()).toMatch(/\+12\.40\sUSD[\s\S]*Transaction listed twice/)
  await page.getByText(/^\d+ agree$/).click()
  await page.getByRole('row').filter({ hasText: 'Сбербанк' }).getByText('520 pcs').first().waitFor()
  expect(faults).toEqual([])
})

test('the rows behind a cause open on the screen, and from there in the list of transactions', async () => {
  const { page } = await open()
  const fee = difference(page, 'Cash in USD')
  await fee.getByRole('button', { name: 'Show 2 transactions' }).click()
  const rows = fee.getByRole('row').filter({ hasText: 'Комиссия за хранение' })
  await rows.first().waitFor()
  expect(await rows.count()).toBe(2)
  await rows.first().getByRole('link').click()
  const list = page.locator('main').getByText('Комиссия за хранение иностранных бумаг')
  await list.first().waitFor()
  expect(page.url()).toContain('#/transactions?account=1900001')
})

test('an opening balance closes a difference, is marked as entered by you, and can be removed', async () => {
  const { page } = await open()
  await difference(page, 'Дома и кварталы').getByRole('button', { name: 'Enter opening balance…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Opening balance' })
  expect(await findVisualFaults(page)).toEqual([])
  await page.setViewportSize(viewport)
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 difference', { exact: true }).first().waitFor()
  await page.getByText(/agree, with your opening balance/).click()
  await page.getByRole('button', { name: '130 pcs' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('2 differences').first().waitFor()
})

test('the screen is accessible and fits with open causes, dark and narrow, light and wide', async () => {
  const { page } = await open()
  await difference(page, 'Cash in USD').getByRole('button', { name: 'Show 2 transactions' }).click()
  await page.getByText(/^\d+ agree$/).click()
  await page.getByRole('row').filter({ hasText: 'Комиссия за хранение' }).first().waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  for (const width of [360, 640]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, ...(await findLayoutFaults(page))]).toEqual([width])
  }
})

test('the overview shows the number of differences as a link to them', async () => {
  const { page } = await open()
  await page.evaluate(() => void (location.hash = '#/overview'))
  await page.getByRole('link', { name: '2 differences' }).click()
  await page.getByRole('list', { name: 'Differences' }).waitFor()
})
