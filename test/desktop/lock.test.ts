import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { multiply, type Decimal } from '#shared/decimal.ts'
import { until } from '../fakes/until.ts'
import { call, connectTo } from './rig/call.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { NotificationStandIn } from './rig/notification-stand-in.ts'
import { ScreenSaverStandIn } from './rig/screen-saver-stand-in.ts'
import { flatten, TrayStandIn } from './rig/tray-stand-in.ts'

const pin = '2580'
let broker: DemoBroker
let desktop: Desktop
let panel: TrayStandIn
let service: NotificationStandIn
let app: ElectronApplication
let page: Page
let symbol: string

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  symbol = broker.suggestedSymbols[1]!
  desktop = await startDesktop()
  fillWithDemo(desktop.dataDir)
  panel = new TrayStandIn(desktop.busAddress)
  service = new NotificationStandIn(desktop.busAddress)
  await Promise.all([panel.appear(), service.appear()])
  app = await desktop.launch()
  page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
  await connectTo(page, broker)
  await page.getByText(/^live/).first().waitFor()
})
afterAll(async () => {
  await app?.close()
  panel?.close()
  service?.close()
  await desktop?.stop()
  await broker?.close()
})

const times = (factor: string) => multiply(broker.market.price(symbol) as Decimal, factor as Decimal)
const labels = async () => flatten(await panel.menu()).map(({ label }) => label)
const lockScreen = (window: Page) => window.getByRole('heading', { name: 'Tidemark is locked' })
const filesWith = (text: string): string[] =>
  readdirSync(desktop.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(desktop.dataDir, name)
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path, 'latin1').includes(text)
  })

test('sleep locks the app: windows, glance, tray and notifications show no data, and alerts continue', async () => {
  await call(page, 'lock.setPin', { pin, current: null })
  await until(labels, (lines) => lines.includes('Lock') && lines.some((line) => line.startsWith('Total')))
  broker.market.setPrice(symbol, times('1'))
  const condition = { kind: 'price', symbol, direction: 'above', threshold: times('1.05') } as const
  const rest = { note: 'R&D', isEnabled: true, repeats: false, hysteresis: null, coolDownMinutes: 0, expiresAt: null }
  await call(page, 'alerts.save', { id: null, draft: { condition, ...rest } })
  await call(page, 'attention.set', { viewId: 'test', symbols: [symbol], isVisible: true })
  await until(
    () => call(page, 'alerts.list'),
    ([row]) => row?.reading?.isBeyond === false,
  )
  await panel.activate()
  await until(
    () => app.windows().length,
    (count) => count === 2,
  )
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'))
  await lockScreen(page).waitFor()
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/\d/)
  await until(
    () => app.windows().length,
    (count) => count === 1,
  )
  await until(labels, (lines) => lines.includes('Tidemark is locked'))
  expect((await labels()).filter(Boolean)).toEqual(['Tidemark is locked', 'Open Tidemark', 'Quit Tidemark'])
  expect((await panel.tooltip()).trim()).toMatch(/^Tidemark is locked/)
  expect(await panel.tooltip()).not.toMatch(/\d/)
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  broker.market.setPrice(symbol, times('1.2'))
  const [shown] = await until(
    () => service.shown,
    ({ length }) => length > 0,
    60_000,
  )
  expect(shown).toMatchObject({
    title: 'Alert while locked',
    body: 'Open Tidemark to read more.',
    actions: ['default', 'Open'],
  })
  await expect(call(page, 'overview.read', { accountId: null })).rejects.toThrow(/locked/)
})

async function closeWindow(): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await until(
    () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
    (count) => count === 0,
  )
}

test('the icon, a notification and a second start open only the lock screen', async () => {
  const notification = async (): Promise<void> => service.invoke(1, 'default')
  const secondStart = async (): Promise<unknown> => desktop.spawn()
  for (const open of [() => panel.activate(), notification, secondStart]) {
    await closeWindow()
    const opened = app.waitForEvent('window')
    await open()
    page = await opened
    await lockScreen(page).waitFor()
  }
})

test('the app starts locked, and after the PIN everything is shown again', async () => {
  await app.close()
  panel.forget()
  app = await desktop.launch()
  page = await app.firstWindow()
  await lockScreen(page).waitFor()
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  await until(labels, (lines) => lines.includes('Tidemark is locked'))
  await page.getByLabel('PIN').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  await until(labels, (lines) => lines.some((line) => line.startsWith('Total')))
})

test('the app locks with the screen, and unlocking the screen does not unlock the app', async () => {
  const screenSaver = new ScreenSaverStandIn(desktop.busAddress)
  await screenSaver.appear()
  screenSaver.announce(true)
  await lockScreen(page).waitFor()
  screenSaver.announce(false)
  await page.getByLabel('PIN').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  screenSaver.close()
})

test('deleting everything removes all data of the connection, also from the storage of the windows', async () => {
  const { profile } = await call(page, 'connection.read')
  const [key, text] = [`recent instruments ${profile.id}`, 'A symbol to search for'] as const
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, text] as const)
  // Chromium writes the storage some seconds later.
  await until(
    () => filesWith(text),
    (found) => found.length > 0,
    60_000,
  )
  await call(page, 'data.deleteProfile', { id: profile.id, name: profile.baseUrl ?? '' })
  await page.getByRole('heading', { name: /^Deleted: / }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Tidemark' }).or(page.getByLabel('Service address')).first().waitFor()
  await app.close()
  expect([text, profile.id].map(filesWith)).toEqual([[], []])
})
