import { expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { makeDataDir, removeDataDir, startWebHost } from './rig/web-host.ts'

const app = useApp('typical')
const wait = { timeout: 60_000 }

test('Back, a reload and the rail keep sort, filter, scroll position and the focused row', async () => {
  const { page, faults } = await app.open({ viewport: { width: 1280, height: 500 } })
  await page.evaluate(() => void (location.hash = '#/positions'))
  const rows = page.getByRole('grid', { name: 'Positions' }).locator('tbody tr')
  await rows.nth(15).waitFor(wait)
  await page.getByRole('button', { name: 'Instrument' }).first().click()
  await page.getByRole('radio', { name: 'Account' }).check({ force: true })
  const sorted = () => page.locator('th[aria-sort]:not([aria-sort=none])').getAttribute('aria-sort')
  const before = { sort: await sorted(), first: await rows.nth(1).textContent() }
  await rows.nth(12).focus()
  await page.keyboard.press('ArrowDown')
  const top = () => page.locator('main').evaluate((main) => main.scrollTop)
  const [focused, scrolled] = [await page.locator('tr:focus').locator('td').first().textContent(), await top()]
  expect(scrolled).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/instrument/)
  await page.goBack()
  await expect.poll(() => page.locator('tr:focus').locator('td').first().textContent(), wait).toBe(focused)
  await expect.poll(top, wait).toBe(scrolled)
  expect({ sort: await sorted(), first: await rows.nth(1).textContent() }).toEqual(before)
  await page.reload()
  await expect.poll(top, wait).toBe(scrolled)
  expect(await sorted()).toBe(before.sort)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Positions' }).click()
  await expect.poll(sorted, wait).toBe(before.sort)
  await expect.poll(top, wait).toBe(scrolled)
  expect(await page.getByRole('radio', { name: 'Account' }).isChecked()).toBe(true)
  expect(faults).toEqual([])
})

test('an open page finds a restarted host again, and shows what it read last while there is none', async () => {
  const dataDir = await makeDataDir()
  let host = await startWebHost(dataDir, ['--demo', 'small'])
  const { page } = await app.windows.open(await host.issueUrl(), { viewport: { width: 1280, height: 860 } })
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  await page.evaluate(() => void (location.hash = '#/positions'))
  const row = page.getByRole('grid', { name: 'Positions' }).locator('tbody tr').first()
  await row.waitFor(wait)
  await page.evaluate(() => void (location.hash = '#/orders'))
  await page.getByRole('heading', { name: 'Orders' }).waitFor(wait)
  await host.kill()
  await page.getByText('Tidemark has stopped').waitFor(wait)
  await page.evaluate(() => void (location.hash = '#/positions'))
  await row.waitFor(wait)
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
