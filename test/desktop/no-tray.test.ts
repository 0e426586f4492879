import type { ElectronApplication } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { ask } from './ask.ts'
import { startDesktop, type Desktop } from './launch.ts'
import { NotificationStandIn } from './notification-stand-in.ts'
import { TrayStandIn } from './tray-stand-in.ts'

let desktop: Desktop
let service: NotificationStandIn
let app: ElectronApplication

beforeAll(async () => {
  desktop = await startDesktop()
  service = new NotificationStandIn(desktop.busAddress)
  await service.appear()
  // Started as the system does: without a tray nothing could show it again, so it shows itself.
  app = await desktop.launch({ args: ['--hidden'] })
  await (await app.firstWindow()).getByRole('navigation').first().waitFor()
})
afterAll(async () => {
  await app?.close()
  service?.close()
  await desktop?.stop()
})

const closeWindow = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
/** Without a window manager nothing is minimized; what the app asks of its window is noted instead. */
const noteMinimizing = () =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    Object.assign(globalThis, { minimized: 0 })
    if (!window) return
    window.minimize = () => {
      ;(globalThis as unknown as { minimized: number }).minimized++
    }
  })
const minimized = () => app.evaluate(() => (globalThis as unknown as { minimized: number }).minimized)
const hasTray = async () => (await ask(await app.firstWindow(), 'desktop.read'))?.hasTray

test('the app notices that there is no tray, and its settings say so', async () => {
  await until(hasTray, (known) => known === false)
  const page = await app.firstWindow()
  await page.evaluate(() => void (location.hash = '#/settings'))
  await page.getByText('This desktop has no place for tray icons').waitFor()
})

test('closing minimizes and says so, once', async () => {
  await noteMinimizing()
  await closeWindow()
  const [told] = await until(
    () => service.shown,
    (shown) => shown.length > 0,
  )
  expect(told).toMatchObject({ title: 'Tidemark keeps running' })
  expect(told?.body).toContain('This desktop has no tray, so the window is minimized')
  expect(await minimized()).toBe(1)
  await closeWindow()
  expect(await minimized()).toBe(2)
  // Told anew it would be by now: an alert that comes after it is shown.
  await ask(await app.firstWindow(), 'alerts.save', {
    id: null,
    draft: {
      condition: {
        ...{ kind: 'account', accountId: null, figure: 'equity', currency: null, direction: 'above' },
        threshold: '1' as never,
      },
      ...{ note: '', isEnabled: true, repeats: false, hysteresis: null, coolDownMinutes: 0, expiresAt: null },
    },
  })
  const [, next, ...others] = await until(
    () => service.shown,
    (shown) => shown.length > 1,
    60_000,
  )
  expect(next?.title).toContain('Equity')
  expect(others).toEqual([])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('a panel that comes later gets the icon, and closing hides', async () => {
  const panel = new TrayStandIn(desktop.busAddress)
  await panel.appear()
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  await until(hasTray, (known) => known === true)
  await closeWindow()
  await until(
    () => app.windows().length,
    (count) => count === 0,
  )
  await panel.press('Open Tidemark')
  await until(
    () => app.windows().length,
    (count) => count === 1,
  )
  panel.close()
})
