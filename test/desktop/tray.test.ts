import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { flatten, TrayStandIn } from './rig/tray-stand-in.ts'

let desktop: Desktop
let panel: TrayStandIn
let app: ElectronApplication

beforeAll(async () => {
  desktop = await startDesktop()
  fillWithDemo(desktop.dataDir)
  panel = new TrayStandIn(desktop.busAddress)
})
afterEach(async () => {
  await app?.close()
  panel?.forget()
})
afterAll(async () => {
  panel?.close()
  await desktop?.stop()
})

const windowCount = () => app.windows().length
const labels = async () => flatten(await panel.menu()).map(({ label }) => label)

test('with a panel the icon shows the figures, and closing the window ends its process', async () => {
  await panel.appear()
  app = await desktop.launch()
  const page = await app.firstWindow()
  await page.getByText(/^(live|market closed)/).waitFor()
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  await until(
    () => panel.tooltip(),
    (text) => /live|market closed/.test(text),
  )
  expect(await panel.tooltip()).toContain('Tidemark')
  const lines = await labels()
  for (const line of ['Open Tidemark', 'Glance', 'Accounts', 'Pause', 'For 1 hour', 'Hide amounts', 'Quit Tidemark'])
    expect(lines).toContain(line)
  expect(lines.some((line) => line.startsWith('Total'))).toBe(true)

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await until(windowCount, (count) => count === 0)
  const processTypes = (): Promise<string[]> =>
    app.evaluate(({ app: running }) => running.getAppMetrics().map(({ type }) => type))
  await until(processTypes, (types) => !types.includes('Tab'))
  await panel.press('Open Tidemark')
  await until(windowCount, (count) => count === 1)
})

test('hiding amounts and pausing from the menu change the tray at once', async () => {
  app = await desktop.launch()
  await until(
    () => panel.items.length,
    (count) => count >= 1,
  )
  // The total is known after reference data and rates are loaded, which give the currency of each account.
  await until(labels, (lines) => lines.some((line) => /^Total {2}.*\d/.test(line)), 100_000)
  const icon = await panel.icon()
  await panel.press('Hide amounts')
  await until(labels, (lines) => lines.includes('Total  •••'))
  expect(await panel.tooltip()).not.toMatch(/\d{3}/)
  await panel.press('For 1 hour')
  await until(labels, (lines) => lines.some((line) => /^Paused until .*\d/.test(line)) && lines.includes('Resume now'))
  expect(await panel.icon()).not.toBe('')
  await panel.press('Resume now')
  await until(labels, (lines) => lines.includes('For 1 hour'))
  await panel.press('Hide amounts')
  await until(labels, (lines) => lines.some((line) => /^Total {2}.*\d/.test(line)))
  expect(icon).not.toBe('')
})

test('a click on the icon opens the glance, and Escape closes it', async () => {
  app = await desktop.launch({ args: ['--hidden'] })
  await until(
    () => panel.items.length,
    (count) => count >= 1,
  )
  expect(windowCount()).toBe(0)
  await panel.activate()
  const page = await app.firstWindow()
  await page.getByRole('heading', { name: 'Tidemark at a glance' }).waitFor({ state: 'attached' })
  await page.getByText(/^(Today|Day’s change)$/).waitFor()
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize()[0])).toBe(360)
  // The window may be closed before the key is released.
  await page.keyboard.press('Escape').catch(() => undefined)
  await until(windowCount, (count) => count === 0)
})

test('without a panel closing minimizes the window, and a hidden start shows it', async () => {
  await panel.disappear()
  app = await desktop.launch({ args: ['--hidden'] })
  const page = await app.firstWindow()
  await page.getByText(/^(live|market closed)/).waitFor()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await until(
    () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized())),
    (states) => states.length === 1,
  )
  expect(windowCount()).toBe(1)
})

test('the position and size of the window are saved', async () => {
  app = await desktop.launch()
  await app.firstWindow()
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 900, height: 600 }),
  )
  await app.close()
  const path = join(desktop.dataDir, 'window.json')
  expect(existsSync(path)).toBe(true)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ width: 900, height: 600 })
})
