import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { logPath } from '#main/host/log.ts'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { flatten, TrayStandIn } from './rig/tray-stand-in.ts'

let desktop: Desktop
let panel: TrayStandIn
let app: ElectronApplication

beforeAll(async () => {
  desktop = await startDesktop()
  fillWithDemo(desktop.dataDir)
  panel = new TrayStandIn(desktop.busAddress)
  await panel.appear()
})
afterEach(async () => {
  await app?.close()
  panel?.forget()
})
afterAll(async () => {
  panel?.close()
  await desktop?.stop()
})

async function start(): Promise<Page> {
  app = await desktop.launch()
  const page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
  return page
}

test('a second start opens the window of the first and exits', async () => {
  app = await desktop.launch({ args: ['--hidden'] })
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  expect(app.windows()).toHaveLength(0)
  const second = desktop.spawn()
  second.stderr?.resume()
  const [page] = await Promise.all([app.waitForEvent('window'), once(second, 'exit')])
  await page.getByRole('navigation').first().waitFor()
  expect(second.exitCode).toBe(0)
  expect(panel.items).toHaveLength(1)
})

test('a window saved on a disconnected monitor opens on a connected one', async () => {
  const saved = { x: 6_000, y: 3_000, width: 900, height: 600, isMaximized: false }
  writeFileSync(join(desktop.dataDir, 'window.json'), JSON.stringify(saved))
  await start()
  const [bounds, area] = await app.evaluate(({ BrowserWindow, screen }) => [
    BrowserWindow.getAllWindows()[0]?.getBounds(),
    screen.getPrimaryDisplay().workArea,
  ])
  expect(bounds).toMatchObject({ width: 900, height: 600 })
  expect(bounds?.x).toBeGreaterThanOrEqual(area.x)
  expect((bounds?.x ?? Infinity) + 900).toBeLessThanOrEqual(area.x + area.width)
  expect((bounds?.y ?? Infinity) + 600).toBeLessThanOrEqual(area.y + area.height)
})

test.runIf(process.platform === 'linux')(
  'the process in the tray loads no graphics driver, and processes that it starts do not inherit the variable for this',
  async () => {
    await start()
    const { maps, inherited } = await app.evaluate(() => ({
      maps: process.getBuiltinModule('node:fs').readFileSync('/proc/self/maps', 'utf8'),
      inherited: process.env['GDK_GL'],
    }))
    expect(maps).toMatch(/libgtk-\d/)
    expect(maps).not.toMatch(/libLLVM|_dri\.so|libGLX/)
    expect(inherited).toBe(undefined)
  },
)

test('quitting keeps a change that was made just before', async () => {
  const page = await start()
  const { id } = await call(page, 'watchlists.create', { name: 'At the last moment', symbols: ['SBER@MISX'] })
  const process = app.process()
  const ended = once(process, 'exit')
  await panel.press('Quit Tidemark')
  await ended
  expect(process.exitCode).toBe(0)
  panel.forget()
  const lists = await call(await start(), 'watchlists.list')
  expect(lists.find((list) => list.id === id)).toMatchObject({ symbols: ['SBER@MISX'] })
})

test('a start while the app ends starts it again, with its window', async () => {
  app = await desktop.launch({ args: ['--hidden'] })
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  const ended = once(app.process(), 'exit')
  panel.forget()
  await app.evaluate(({ app: running }) => {
    running.on('will-quit', () => running.emit('second-instance'))
    setImmediate(() => running.quit())
  })
  await ended
  // The new process is not under the control of the test.
  expect(flatten(await panel.menu()).map(({ label }) => label)).toContain('Quit Tidemark')
  const pid = readFileSync(logPath(desktop.dataDir), 'utf8')
    .match(/(?<=as process )\d+/g)
    ?.at(-1)
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--hidden')
  await panel.press('Quit Tidemark')
  await until(
    () => existsSync(`/proc/${pid}`),
    (isRunning) => !isRunning,
  )
})

test('a second request to quit while the data is being closed does not end the app with a fault', async () => {
  await start()
  const process = app.process()
  const ended = once(process, 'exit')
  await app.evaluate(({ app: running }) => {
    running.on('will-quit', () => setInterval(() => running.emit('before-quit'), 1))
    setImmediate(() => running.quit())
  })
  await ended
  expect(process.exitCode).toBe(0)
  const [, ...faults] = readFileSync(logPath(desktop.dataDir), 'utf8').split('fault in ')
  expect(faults).toEqual([])
})
