import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { startDemoBroker } from '#main/demo/server.ts'
import { copyFilledDemo } from '../../fakes/demo/filled-demo.ts'
import { useApp } from '../rig/app.ts'
import { findAccessibilityFaults, findVisualFaults } from '../rig/browser.ts'
import { makeDataDir, removeDataDir, startWebHost } from '../rig/web-host.ts'

const screens = [
  'overview',
  'positions',
  'margin',
  'orders',
  'watchlists',
  'transactions',
  'income',
  'performance',
  'reconciliation',
  'day',
  'day/2026-01-15?from=2025-12-31',
  'reports',
  'alerts',
  'health',
  'settings',
  'connect',
] as const

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
const viewport = { width: 1280, height: 860 }
const open = () => app.open({ viewport })
const share = () => app.windows.share(() => app.host.issueUrl())
const show = async (page: Page, screen: string): Promise<void> => {
  await page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)
  await page.getByRole('main').waitFor()
}
const isSettled = (page: Page) => page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })

test('the first start shows the demo and removes the key from the address', async () => {
  const { page, faults } = await open()
  await page.getByText('You are looking at the demo broker').waitFor()
  await page.getByText(/^(live|market closed)/).waitFor()
  expect(page.url()).not.toContain('key=')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(faults).toEqual([])
})

test('every screen is accessible, fits and works without errors, dark and narrow, light and wide', async () => {
  const { page, faults } = await share()
  await page.getByText(/^(live|market closed)/).waitFor()
  const found: Record<string, unknown> = {}
  for (const screen of screens) {
    await show(page, screen)
    await isSettled(page)
    const problems = await findVisualFaults(page)
    if (problems.length > 0) found[screen] = problems
  }
  expect(found).toEqual({})
  expect(faults).toEqual([])
})

const sheet = (page: Page) => page.locator('dialog[open], :popover-open').first()

test('sheets and dialogs are accessible while they are open; Escape closes them and the focus returns', async () => {
  const { page, faults } = await share()
  await page.getByText(/^(live|market closed)/).waitFor()
  const found: Record<string, unknown> = {}
  for (const [screen, button, name] of sheets) {
    await show(page, screen)
    const opener =
      typeof button === 'string'
        ? page
            .getByRole('button', { name: button, exact: true })
            .or(page.getByTitle(button, { exact: true }))
            .first()
        : page.getByRole('button', { name: button }).first()
    // A PIN can be set as soon as the state of the lock is known. A key reaches only a button that is enabled.
    await expect.poll(() => opener.isEnabled(), { timeout: 120_000 }).toBe(true)
    await opener.press('Enter')
    await sheet(page).waitFor()
    const problems = await findAccessibilityFaults(page)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    if (!(await opener.evaluate((element) => element === document.activeElement))) problems.push('the focus is lost')
    if (problems.length > 0) found[`${screen}: ${name}`] = problems
  }
  expect(found).toEqual({})
  expect(faults).toEqual([])
})

test('the eye button hides and shows all amounts of overview and positions', async () => {
  const { page } = await share()
  await show(page, 'overview')
  const equity = page
    .locator('main')
    .getByText(/^[\d,.]{8,}$/)
    .first()
  await equity.waitFor()
  const amount = (await equity.textContent())?.trim() ?? ''
  await page.keyboard.press('h')
  await page.locator('main').getByText('•••').first().waitFor()
  expect(await page.locator('main').innerText()).not.toContain(amount)
  await show(page, 'positions')
  await page.locator('main').getByText('•••').first().waitFor()
  await page.keyboard.press('h')
  await page.locator('main').getByText('•••').first().waitFor({ state: 'detached' })
})

test('a table of income that is sorted is sorted again after a reload', async () => {
  const { page, faults } = await share()
  await show(page, 'income')
  const head = page.getByRole('columnheader', { name: 'Instrument' }).last()
  await head.getByRole('button').click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  // The browser may only write it a moment later.
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('"sort ')
  await page.reload()
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(faults).toEqual([])
})

test('an instrument is found while typing and added to the watchlist by keyboard', async () => {
  const { page } = await share()
  await show(page, 'watchlists')
  await page.getByPlaceholder('Add a symbol, name or ISIN').fill('Яндекс')
  const first = page.getByRole('listbox').getByRole('option').first()
  await first.waitFor()
  const symbol = /\S+@\S+/.exec((await first.textContent()) ?? '')?.[0] ?? ''
  expect(symbol).not.toBe('')
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: symbol }).waitFor()
})

/** Tests a secret until this text is shown. On a busy computer the keychain or the service may time out, which says so instead. */
async function testUntil(page: Page, secret: string, text: string): Promise<void> {
  for (let triesLeft = 3; ; triesLeft--) {
    await page.getByLabel('Secret').fill(secret)
    await page.getByRole('button', { name: 'Test' }).click()
    try {
      return await page.getByText(text).waitFor({ timeout: 40_000 })
    } catch (cause) {
      if (triesLeft === 1) throw new Error(await page.locator('main').innerText(), { cause })
    }
  }
}

test('without a keychain the secret is kept in memory only after the user agrees', async () => {
  const broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  try {
    const { page } = await open()
    await show(page, 'connect')
    await page.getByLabel('Service address').fill(broker.baseUrl)
    await page.getByLabel('Secret').fill('not the secret')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('The service rejected the secret', { exact: true }).waitFor()
    await testUntil(page, broker.secret, 'No keyring service (Secret Service) is running on this computer')
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    expect(await connect.isDisabled()).toBe(true)
    await page.getByRole('checkbox').check()
    await connect.click()
    await page.getByText('You are looking at the demo broker').waitFor({ state: 'detached' })
    // The app leaves the screen by itself when the account is connected.
    await page.waitForURL(/#\/overview/)
    await show(page, 'settings')
    await page.getByText('in memory, until Tidemark quits').waitFor()
    expect(await page.content()).not.toContain(broker.secret)
  } finally {
    await app.host.call('profiles.open', { id: 'demo-small' })
    await broker.close()
  }
})

test('a page that loses its host shows a message', async () => {
  const hostData = await makeDataDir()
  copyFilledDemo('small', hostData)
  const host = await startWebHost(hostData, ['--demo', 'small'])
  const { page } = await app.windows.open(await host.issueUrl(), { viewport })
  await page.getByText(/^(live|market closed)/).waitFor()
  await host.kill()
  await page.getByText('Tidemark is not responding').first().waitFor({ timeout: 30_000 })
  await removeDataDir(hostData)
})
