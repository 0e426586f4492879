import type { ElectronApplication } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { NotificationStandIn } from './rig/notification-stand-in.ts'
import { TrayStandIn } from './rig/tray-stand-in.ts'

let desktop: Desktop
let service: NotificationStandIn
let app: ElectronApplication

beforeAll(async () => {
  desktop = await startDesktop()
  fillWithDemo(desktop.dataDir)
  service = new NotificationStandIn(desktop.busAddress)
  await service.appear()
  // Started hidden, as at login. Without a tray nothing can open the window later, so it opens now.
  app = await desktop.launch({ args: ['--hidden'] })
  await (await app.firstWindow()).getByRole('navigation').first().waitFor()
})
afterAll(async () => {
  await app?.close()
  service?.close()
  await desktop?.stop()
})

const closeWindow = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
/** Without a window manager a window cannot be minimized, so the calls are counted. */
const countMinimizing = () =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    Object.assign(globalThis, { minimized: 0 })
    if (!window) return
    window.minimize = () => {
      ;(globalThis as unknown as { minimized: number }).minimized++
    }
  })
const minimized = () => app.evaluate(() => (globalThis as unknown as { minimized: number }).minimized)
const hasTray = async () => (await call(await app.firstWindow(), 'desktop.read'))?.hasTray

test('the app detects that there is no tray, and the settings say so', async () => {
  await until(hasTray, (known) => known === false)
  const page = await app.firstWindow()
  await page.evaluate(() => void (location.hash = '#/settings'))
  await page.getByText('This desktop does not show tray icons').waitFor()
})

test('closing minimizes the window and shows one notification about it', async () => {
  await countMinimizing()
  await closeWindow()
  const [notification] = await until(
    () => service.shown,
    (shown) => shown.length > 0,
  )
  expect(notification).toMatchObject({ title: 'Tidemark is still running' })
  expect(notification?.body).toContain('This desktop has no tray, so the window is minimized')
  expect(await minimized()).toBe(1)
  await closeWindow()
  expect(await minimized()).toBe(2)
  // A later alert is the second notification, so the second closing showed none.
  await call(await app.firstWindow(), 'alerts.save', {
    id: null,
    draft: {
      condition: {
        ...{ kind: 'account', accountId: '1900001', figure: 'equity', currency: null, direction: 'above' },
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

test('a panel that starts later shows the icon, and from then on closing hides the window', async () => {
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
