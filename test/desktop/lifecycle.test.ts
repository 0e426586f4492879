import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { startConnected } from './rig/connected.ts'
import { TrayStandIn } from './rig/tray-stand-in.ts'

let broker: DemoBroker
let panel: TrayStandIn
let app: ElectronApplication
let page: Page
let close: () => Promise<void>

beforeAll(async () => {
  // Responses are small, so that reading the history takes longer than the tests.
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true, transactionCap: 3 })
  ;({ standIn: panel, app, page, close } = await startConnected(broker, TrayStandIn))
})
afterAll(async () => {
  await close?.()
  await broker?.close()
})

const isHistory = ({ path }: { readonly path: string }): boolean => path.endsWith('/transactions')
const requestedSince = (from: number) => broker.requests().filter(({ at }) => at >= from)
const waitFor = async (ms: number): Promise<number> => {
  const from = Date.now()
  await until(
    () => Date.now() - from,
    (passed) => passed >= ms,
  )
  return from
}
/** Switches the power source as Electron reports it. */
const setBattery = (isBattery: boolean) =>
  app.evaluate(({ powerMonitor }, onBattery) => {
    powerMonitor.isOnBatteryPower = () => onBattery
    powerMonitor.emit(onBattery ? 'on-battery' : 'on-ac')
  }, isBattery)

test('on battery, background requests are reduced and the request meter shows this; on mains, they resume at once', async () => {
  await until(
    async () => requestedSince(await waitFor(4_000)).filter(isHistory).length,
    (count) => count > 0,
  )
  await setBattery(true)
  await until(
    () => call(page, 'budget.read'),
    ({ isSavingPower }) => isSavingPower,
  )
  await page
    .getByRole('button', { name: /requests/i })
    .first()
    .click()
  await page
    .getByText(/battery/i)
    .first()
    .waitFor()
  // A run that started before the change still finishes.
  await waitFor(1_000)
  // One step of the history every two seconds at most; on a busy computer the first one can arrive late, and the wait be longer.
  const from = await waitFor(6_000)
  const battery = requestedSince(from).filter(isHistory).length
  expect(battery).toBeLessThanOrEqual(Math.floor((Date.now() - from) / 2_000) + 2)
  await setBattery(false)
  await until(
    () => call(page, 'budget.read'),
    ({ isSavingPower }) => !isSavingPower,
  )
  await until(
    () => page.getByText(/battery/i).count(),
    (count) => count === 0,
  )
  await page.keyboard.press('Escape')
})

test('while asleep the app sends no requests; after waking it catches up without a burst', async () => {
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  // Requests that were on their way still arrive, later on a busy computer.
  await until(
    async () => requestedSince(await waitFor(2_000)).length,
    (count) => count === 0,
  )
  expect(requestedSince(await waitFor(6_000))).toEqual([])
  const wokenAt = Date.now()
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
  await until(
    () => requestedSince(wokenAt),
    (requests) => requests.some(({ path, status }) => /^\/v1\/accounts\/[^/]+$/.test(path) && status === 200),
  )
  const first = requestedSince(wokenAt).filter(({ at }) => at < wokenAt + 1_000)
  expect(first.length).toBeLessThan(40)
  await waitFor(4_000)
  const requests = requestedSince(wokenAt)
  expect(requests.filter(({ path }) => path === '/v1/sessions').length).toBeLessThanOrEqual(1)
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
})

test("open windows and the icon follow the system's colour theme", async () => {
  await page.emulateMedia({ colorScheme: null })
  await call(page, 'settings.write', { theme: 'system' })
  const setColours = (themeSource: 'light' | 'dark') =>
    app.evaluate(({ nativeTheme }, source) => void (nativeTheme.themeSource = source), themeSource)
  const lightness = () =>
    page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement)
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) throw new Error('no canvas')
      canvas.fillStyle = backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return canvas.getImageData(0, 0, 1, 1).data[0] ?? -1
    })
  await setColours('light')
  // While paused, the icon does not change with the day's profit.
  await call(page, 'connection.pause', { paused: true })
  await until(
    () => panel.tooltip(),
    (text) => text.includes('aused'),
  )
  await until(lightness, (value) => value > 200)
  // A light panel needs a dark icon, a dark panel a light one.
  const darkIcon = await panel.iconLightness()
  await setColours('dark')
  await until(lightness, (value) => value < 60)
  await until(
    () => panel.iconLightness(),
    (value) => value > darkIcon + 20,
  )
  await setColours('light')
  await until(lightness, (value) => value > 200)
  await until(
    () => panel.iconLightness(),
    (value) => Math.abs(value - darkIcon) < 5,
  )
})
