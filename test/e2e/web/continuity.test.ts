import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { makeDataDir, removeDataDir, startWebHost } from '../rig/web-host.ts'

const app = useApp('typical')
const wait = { timeout: 120_000 }

test('Back, a reload and the rail keep sort, filter, scroll position and the focused row', async () => {
  const { page, faults } = await app.open({ viewport: { width: 1280, height: 500 } })
  await page.evaluate(() => void (location.hash = '#/positions'))
  const table = page.getByRole('treegrid', { name: 'Positions' })
  await table.locator('tbody tr.line').nth(4).waitFor(wait)
  await page.getByRole('button', { name: 'Quantity' }).click()
  await page.getByLabel('Group by').selectOption('account')
  const sorted = () => page.locator('th[aria-sort]:not([aria-sort=none])').getAttribute('aria-sort')
  const before = await sorted()
  expect(before).not.toBeNull()
  await table.focus()
  for (const key of ['Home', 'PageDown', 'PageDown']) await page.keyboard.press(key)
  /** The symbol of the active row. The name beside it may not be loaded yet. */
  const active = async () => /\S+@\S+/.exec((await table.locator('tr.active td').first().textContent()) ?? '')?.[0]
  const top = () => page.locator('.box:has(> table)').evaluate((box) => box.scrollTop)
  const [row, scrolled] = [await active(), await top()]
  expect(scrolled).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/instrument/)
  await page.goBack()
  await expect.poll(active, wait).toBe(row)
  await expect.poll(top, wait).toBe(scrolled)
  expect(await sorted()).toBe(before)
  await page.reload()
  await expect.poll(top, wait).toBe(scrolled)
  expect(await sorted()).toBe(before)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Positions' }).click()
  await expect.poll(sorted, wait).toBe(before)
  await expect.poll(top, wait).toBe(scrolled)
  expect(await page.getByLabel('Group by').inputValue()).toBe('account')
  expect(faults).toEqual([])
})

test('an open page reconnects to a restarted host, and until then shows the data it read last', async () => {
  const dataDir = await makeDataDir()
  let host = await startWebHost(dataDir, ['--demo', 'small'])
  const { page } = await app.windows.open(await host.issueUrl(), { viewport: { width: 1280, height: 860 } })
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  await page.evaluate(() => void (location.hash = '#/positions'))
  const row = page.getByRole('treegrid', { name: 'Positions' }).locator('tbody tr').first()
  await row.waitFor(wait)
  // The requests of this part contain the current time, so later requests differ.
  const result = page.getByRole('region', { name: 'Since the first transaction' }).getByText('Taxes')
  await page.evaluate(() => void (location.hash = '#/instrument/SBER@MISX'))
  // While a market is open, quotes share the requests with the history.
  await result.waitFor({ timeout: 120_000 })
  await page.evaluate(() => void (location.hash = '#/orders'))
  await page.getByRole('heading', { name: 'Orders' }).waitFor(wait)
  await host.kill()
  await page.getByText('Tidemark has stopped').waitFor(wait)
  await page.evaluate(() => void (location.hash = '#/positions'))
  await row.waitFor(wait)
  expect(await page.getByText('Could not load').count()).toBe(0)
  await page.evaluate(() => void (location.hash = '#/instrument/SBER@MISX'))
  await result.waitFor(wait)
  expect(await page.getByText('Could not load').count()).toBe(0)
  const { origin } = host
  host = await startWebHost(dataDir, ['--demo', 'small'])
  expect(host.origin).toBe(origin)
  await page.getByText('Tidemark has stopped').waitFor({ ...wait, state: 'detached' })
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  // A reload uses the session of the new run.
  await page.reload()
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  await host.stop()
  await removeDataDir(dataDir)
})
