import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityFaults } from '../e2e/rig/browser.ts'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { TrayStandIn } from './rig/tray-stand-in.ts'

let desktop: Desktop
let panel: TrayStandIn
let app: ElectronApplication

beforeAll(async () => {
  desktop = await startDesktop()
  fillWithDemo(desktop.dataDir)
  panel = new TrayStandIn(desktop.busAddress)
  await panel.appear()
  app = await desktop.launch({ args: ['--hidden'] })
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
})
afterAll(async () => {
  await app?.close()
  panel?.close()
  await desktop?.stop()
})

const urls = () =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()))
const glances = async () => (await urls()).filter((url) => url.endsWith('#/glance')).length

/** Clicks the icon. A click just after the glance closed counts as the click that closed it, so it is repeated. */
async function click(clicksLeft = 3): Promise<Page> {
  const nextWindow = app.waitForEvent('window', { timeout: 5_000 })
  try {
    return (await Promise.all([nextWindow, panel.activate()]))[0]
  } catch (error) {
    if (clicksLeft === 0 || (await glances()) > 0) throw error
    return click(clicksLeft - 1)
  }
}

/** Clicks the icon and waits until the glance is in front. Repeated if another window took the focus, which closes the glance. */
async function openGlance(clicksLeft = 2): Promise<Page> {
  const page = await click()
  try {
    await page.getByRole('heading', { name: 'Watchlist' }).waitFor()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
    return page
  } catch (error) {
    if (clicksLeft === 0 || !page.isClosed()) throw error
    return openGlance(clicksLeft - 1)
  }
}
const waitUntilClosed = () => until(glances, (count) => count === 0)

test('a click on the icon opens the glance with total, day and watchlist; it closes when it loses focus', async () => {
  const page = await openGlance()
  await page.getByText(/^(Today|Day’s change)$/).waitFor()
  await page
    .getByRole('region', { name: /^(Movers|Contribution to the day)$/ })
    .getByRole('link')
    .first()
    .waitFor()
  expect(await page.getByRole('region', { name: 'Watchlist' }).getByRole('link').count()).toBeGreaterThan(2)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
  await waitUntilClosed()
})

test('the glance is accessible and fits, light and dark, and Escape closes it', async () => {
  const page = await openGlance()
  await page
    .getByRole('region', { name: /^(Movers|Contribution to the day)$/ })
    .getByRole('link')
    .first()
    .waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.keyboard.press('Escape').catch(() => undefined)
  await waitUntilClosed()
})

test('the glance cannot make the system unlock the app', async () => {
  const page = await openGlance()
  await expect(call(page, 'lock.unlockWithSystem')).rejects.toThrow(/cannot unlock Tidemark/)
  await page.keyboard.press('Escape').catch(() => undefined)
  await waitUntilClosed()
})

test('the glance grows with its content and stays on the screen', async () => {
  const page = await openGlance()
  await page.getByRole('region', { name: 'Working orders' }).waitFor()
  await until(
    () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    (hidden) => hidden <= 0,
  )
  const [bounds, area] = await app.evaluate(({ BrowserWindow, screen }) => [
    BrowserWindow.getAllWindows()[0]?.getBounds(),
    screen.getPrimaryDisplay().workArea,
  ])
  expect(bounds?.height).toBeGreaterThan(400)
  expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(area.y + area.height)
  await page.keyboard.press('Escape').catch(() => undefined)
  await waitUntilClosed()
})

test('a height that the page requests after the glance was closed is ignored', async () => {
  await openGlance()
  const fault = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const contents = window?.webContents
    window?.destroy()
    try {
      contents?.emit('content-bounds-updated', { preventDefault: () => undefined }, { height: 300 })
      return null
    } catch (error) {
      return String(error)
    }
  })
  expect(fault).toBeNull()
  await waitUntilClosed()
})

test('arrow keys move between the lines, and Enter opens the line in the main window', async () => {
  const page = await openGlance()
  const first = page.getByRole('region', { name: 'Watchlist' }).getByRole('link').first()
  const hash = await first.getAttribute('href')
  await until(async () => {
    await page.keyboard.press('ArrowDown')
    return first.evaluate((line) => line === document.activeElement)
  }, Boolean)
  const [main] = await Promise.all([app.waitForEvent('window'), page.keyboard.press('Enter').catch(() => undefined)])
  await main.waitForURL((url) => url.hash === hash)
  await main.getByRole('navigation', { name: 'Screens' }).waitFor()
  await waitUntilClosed()
})
