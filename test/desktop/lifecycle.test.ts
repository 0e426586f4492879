import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '../../src/main/demo/server.ts'
import { until } from '../fakes/until.ts'
import { ask } from './ask.ts'
import { startConnected } from './connected.ts'
import { TrayStandIn } from './tray-stand-in.ts'

let broker: DemoBroker
let panel: TrayStandIn
let app: ElectronApplication
let page: Page
let close: () => Promise<void>

beforeAll(async () => {
  // So little an answer that the history is not read through while the tests look.
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true, transactionCap: 3 })
  ;({ standIn: panel, app, page, close } = await startConnected(broker, TrayStandIn))
})
afterAll(async () => {
  await close?.()
  await broker?.close()
})

const isHistory = ({ path }: { readonly path: string }): boolean => path.endsWith('/transactions')
const askedSince = (from: number) => broker.requests().filter(({ at }) => at >= from)
const pass = async (ms: number): Promise<number> => {
  const from = Date.now()
  await until(
    () => Date.now() - from,
    (passed) => passed >= ms,
  )
  return from
}
/** The computer's supply as Electron tells of it. */
const setBattery = (isBattery: boolean) =>
  app.evaluate(({ powerMonitor }, on) => {
    powerMonitor.isOnBatteryPower = () => on
    powerMonitor.emit(on ? 'on-battery' : 'on-ac')
  }, isBattery)

test('on battery the background is read a step at a time, and the meter says so; on mains it goes on at once', async () => {
  const mains = await until(
    async () => askedSince(await pass(4_000)).filter(isHistory).length,
    (count) => count > 8,
  )
  await setBattery(true)
  await until(
    () => ask(page, 'budget.read'),
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
  // The run under way when the supply changed still ends.
  await pass(1_000)
  const battery = askedSince(await pass(4_000)).filter(isHistory).length
  expect(battery).toBeLessThan(mains / 2)
  await setBattery(false)
  await until(
    () => ask(page, 'budget.read'),
    ({ isSavingPower }) => !isSavingPower,
  )
  await until(
    () => page.getByText(/battery/i).count(),
    (count) => count === 0,
  )
  await page.keyboard.press('Escape')
})

test('asleep it asks nothing; awake it catches up calmly', async () => {
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  await pass(2_000)
  expect(askedSince(await pass(6_000))).toEqual([])
  const wokenAt = Date.now()
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
  await until(
    () => askedSince(wokenAt),
    (asked) => asked.some(({ path, status }) => /^\/v1\/accounts\/[^/]+$/.test(path) && status === 200),
  )
  const first = askedSince(wokenAt).filter(({ at }) => at < wokenAt + 1_000)
  expect(first.length).toBeLessThan(40)
  await pass(4_000)
  const asked = askedSince(wokenAt)
  expect(asked.filter(({ path }) => path === '/v1/sessions').length).toBeLessThanOrEqual(1)
  expect(asked.filter(({ status }) => status === 429)).toEqual([])
})

test('windows and the icon follow the colours of the system while they stand', async () => {
  await page.emulateMedia({ colorScheme: null })
  await ask(page, 'settings.write', { theme: 'system' })
  const setColours = (themeSource: 'light' | 'dark') =>
    app.evaluate(({ nativeTheme }, source) => void (nativeTheme.themeSource = source), themeSource)
  const paper = () =>
    page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement)
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) throw new Error('no canvas')
      canvas.fillStyle = backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return canvas.getImageData(0, 0, 1, 1).data[0] ?? -1
    })
  await setColours('light')
  // The icon of closed markets, whichever way the day goes meanwhile.
  await ask(page, 'connection.pause', { paused: true })
  await until(
    () => panel.tooltip(),
    (text) => text.includes('aused'),
  )
  await until(paper, (lightness) => lightness > 200)
  // A light panel wants a dark icon, a dark one a light icon.
  const onLight = await panel.iconLightness()
  await setColours('dark')
  await until(paper, (lightness) => lightness < 60)
  await until(
    () => panel.iconLightness(),
    (lightness) => lightness > onLight + 20,
  )
  await setColours('light')
  await until(paper, (lightness) => lightness > 200)
  await until(
    () => panel.iconLightness(),
    (lightness) => Math.abs(lightness - onLight) < 5,
  )
})
