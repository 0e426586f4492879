import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { until } from '../fakes/until.ts'
import { startDesktop, type Desktop } from './rig/launch.ts'
import { goTo, goToPositions } from './rig/screens.ts'

let desktop: Desktop
let broker: DemoBroker
let app: ElectronApplication

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  desktop = await startDesktop()
})
afterAll(async () => {
  await app?.close()
  await desktop?.stop()
  await broker?.close()
})

async function start(): Promise<Page> {
  app = await desktop.launch()
  const page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
  return page
}

const secrets = (): string[] => desktop.readKeyring('Tidemark').map(({ password }) => password)

function readAll(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}

// The tests build on each other: each starts where the previous one ended.
test('the first start opens the demo and says so', async () => {
  const page = await start()
  await page.getByText('You are looking at the demo broker').waitFor()
  expect(secrets()).toEqual([])
})

test('connecting through the window shows the positions and keeps the secret in the keyring', async () => {
  const page = await app.firstWindow()
  await goTo(page, 'connect')
  await page.getByLabel('Service address').fill(broker.baseUrl)
  await page.getByLabel('Secret').fill(`${broker.secret}\n`)
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('stored only in the keychain of this computer').waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText(/^(live|market closed)/).waitFor()
  await goToPositions(page)
  expect(secrets()).toEqual([broker.secret])
  const content = await page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
  )
  const forbidden = [broker.secret, ...broker.issuedTokens()]
  expect(forbidden.filter((text) => content.includes(text))).toEqual([])
  await app.close()
  const files = readAll(desktop.dataDir)
  expect(files.length).toBeGreaterThan(5)
  expect(forbidden.filter((text) => files.some((file) => file.includes(text)))).toEqual([])
})

test('the next start reconnects without a dialog', async () => {
  const before = broker.requests().length
  const page = await start()
  await page.getByText(/^(live|market closed)/).waitFor()
  expect(await page.getByText('You are looking at the demo broker').count()).toBe(0)
  await until(
    () => broker.requests().slice(before),
    (seen) => seen.some(({ path, status }) => path.startsWith('/v1/accounts/') && status === 200),
  )
})

test('when the service is unreachable, the cached figures stay and show their age', async () => {
  const page = await app.firstWindow()
  await goToPositions(page)
  await broker.faults.goDown()
  await page
    .getByText(/offline since/)
    .first()
    .waitFor({ timeout: 120_000 })
  await page.getByRole('treegrid', { name: 'Positions' }).locator('tr.holding').first().waitFor()
  await goTo(page, 'overview')
  await page
    .getByText(/Updated (just now|.* ago)/)
    .first()
    .waitFor()
  await broker.faults.comeUp()
  await page.getByText(/^(live|market closed)/).waitFor({ timeout: 90_000 })
})

test('signing out empties the keyring and leaves the data readable', async () => {
  const page = await app.firstWindow()
  await goTo(page, 'settings')
  await page.getByRole('button', { name: 'Sign out…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('signed out', { exact: true }).waitFor()
  await until(secrets, (found) => found.length === 0)
  await goToPositions(page)
})

test('an instrument opens in its own window only once, and links to other screens open in the main window', async () => {
  const page = await app.firstWindow()
  await goTo(page, 'instrument/SBER%40MISX')
  const link = page.getByRole('link', { name: 'Open in its own window' })
  const [own] = await Promise.all([app.waitForEvent('window'), link.click()])
  await own.getByRole('button', { name: 'Copy the symbol' }).filter({ hasText: 'SBER@MISX' }).waitFor()
  expect(await own.getByRole('navigation', { name: 'Screens' }).count()).toBe(0)
  await link.click()
  await own.getByRole('link', { name: 'All transactions' }).click()
  await page.waitForURL(/#\/transactions\?symbol=SBER%40MISX$/)
  expect(app.windows()).toHaveLength(2)
  await own.close()
})

test('the menu goes back to the previous screen, and forward again', async () => {
  const page = await app.firstWindow()
  await goTo(page, 'orders')
  await goTo(page, 'income')
  await page.waitForURL(/#\/income$/)
  const choose = (name: string) =>
    app.evaluate(({ BrowserWindow, Menu }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      items.find((item) => item.label === label)?.click(undefined, BrowserWindow.getAllWindows()[0])
    }, name)
  await choose('Back')
  await page.waitForURL(/#\/orders$/)
  await choose('Forward')
  await page.waitForURL(/#\/income$/)
})

test('a right click offers to edit a field and to copy a selected text, and nothing else', async () => {
  const page = await app.firstWindow()
  await app.evaluate(async ({ clipboard, Menu }) => {
    await clipboard.writeText('text')
    const shown: string[][] = []
    Object.assign(globalThis, { shown })
    Menu.prototype.popup = function (this: Electron.Menu) {
      shown.push(this.items.filter(({ enabled, type }) => enabled && type === 'normal').map(({ label }) => label))
    }
  })
  const shown = () => app.evaluate(() => (globalThis as unknown as { shown: string[][] }).shown)
  await goTo(page, 'connect')
  await page.getByLabel('Secret').fill('typed')
  await page.getByLabel('Secret').click({ button: 'right' })
  await until(shown, ({ length }) => length === 1)
  await page.getByRole('heading', { name: 'Connect your account' }).click({ clickCount: 3 })
  await page.getByRole('heading', { name: 'Connect your account' }).click({ button: 'right' })
  // A secret cannot be copied.
  expect(await until(shown, ({ length }) => length === 2)).toEqual([['Paste', 'Select all'], ['Copy']])
  // The pages show their own menus.
  await goToPositions(page)
  await page.locator('tr.holding').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open the instrument' }).waitFor()
  expect(await shown()).toHaveLength(2)
})
