import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { findAccessibilityFaults, openPage } from './rig/browser.ts'

const app = useApp()
let page: Page
let faults: readonly string[]

beforeAll(async () => {
  const context = await app.windows.makeContext()
  ;({ page, faults } = await openPage(context, await app.host.issueUrl()))
  await page.getByText(/^(live|market closed)/).waitFor()
  await page.evaluate(() => void (location.hash = '#/reports'))
})

test('a report is requested, arrives, and is downloaded by keyboard alone', async () => {
  await page.getByText('No reports yet').waitFor()
  await page.getByRole('button', { name: 'Last month' }).press('Enter')
  await page.getByRole('button', { name: 'Request', exact: true }).press('Enter')
  const link = page.getByRole('link', { name: /^Download/ })
  await link.waitFor({ timeout: 120_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^report-1900001-full-\d{4}-\d\d-01-[\d-]+\.html$/)
  const [report] = await app.host.call('reports.list')
  expect(report?.file?.bytes).toBeGreaterThan(100)
  expect(await findAccessibilityFaults(page)).toEqual([])
})

test('a range of over 92 days is requested in parts; each part can be searched for, and deleted after a confirmation', async () => {
  await page.getByRole('button', { name: 'Last year' }).press('Enter')
  await page.getByRole('button', { name: 'Request 4 reports' }).press('Enter')
  const rows = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(5)
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('no such')
  await page.getByText('No reports match').waitFor()
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('')
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep report' }).press('Enter')
  expect(await rows.count()).toBe(5)
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(4)
  expect(faults).toEqual([])
})
