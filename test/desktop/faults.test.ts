import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import type { ElectronApplication } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { logPath } from '#main/host/log.ts'
import { until } from '../fakes/until.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { makeFolder } from './rig/ordinary-user.ts'

let desktop: Desktop
let dataDir: string
let app: ElectronApplication

beforeAll(async () => {
  desktop = await startDesktop()
})
beforeEach(() => {
  dataDir = makeFolder('data', true)
  fillWithDemo(dataDir)
})
afterEach(async () => {
  await app?.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})
afterAll(async () => {
  await desktop?.stop()
})

async function start(args: readonly string[] = []): Promise<void> {
  app = await desktop.launch({ dataDir, args })
  const page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
  await until(readLog, (log) => log.includes('started'))
}

function readLog(): string {
  try {
    return readFileSync(logPath(dataDir), 'utf8')
  } catch {
    return ''
  }
}

/** The windows, and whether the page of each shows the app. */
const readWindows = () =>
  app.evaluate(async ({ BrowserWindow }) =>
    Promise.all(
      BrowserWindow.getAllWindows().map(async ({ id, webContents }) => ({
        id,
        showsApp:
          !webContents.isCrashed() &&
          !webContents.isLoading() &&
          Boolean(await webContents.executeJavaScript(`document.querySelector('nav') !== null`)),
      })),
    ),
  )
const crash = () =>
  app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const ended = new Promise((resolve) => window?.webContents.once('render-process-gone', resolve))
    window?.webContents.forcefullyCrashRenderer()
    await ended
  })
const isShown = (windows: Awaited<ReturnType<typeof readWindows>>): boolean => windows.some(({ showsApp }) => showsApp)

test('after the process of a window ends, the app is shown again, three times; then the user decides', async () => {
  await start()
  await app.evaluate(({ dialog }) => {
    Object.assign(dialog, {
      showMessageBox({ message }: { readonly message: string }) {
        process.title = message
        return new Promise(() => undefined)
      },
    })
  })
  const [before] = await until(readWindows, isShown)
  for (let count = 0; count < 3; count++) {
    await crash()
    expect(await until(readWindows, isShown)).toEqual([before])
  }
  await crash()
  await until(
    () => app.evaluate(() => process.title),
    (title) => title.includes('stopped several times'),
  )
  expect(readLog().match(/the process of a window ended/g)).toHaveLength(4)
  // Opening from the tray, or a second start, makes a new window and does not show the failed one.
  await app.evaluate(({ app }) => void app.emit('second-instance'))
  const after = await until(readWindows, isShown)
  expect(after).toHaveLength(1)
  expect(after[0]?.id).not.toBe(before?.id)
})

test('a window that does not respond is ended and shows the app again', async () => {
  await start()
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    void window?.webContents.executeJavaScript('for (;;) {}').catch(() => undefined)
    // Chromium reports a hang only after input that waits for 30 s.
    window?.emit('unresponsive')
  })
  await until(readLog, (log) => log.includes('a window does not respond'), 40_000)
  await until(readLog, (log) => log.includes('the process of a window ended'))
  expect(await until(readWindows, isShown)).toHaveLength(1)
})

test('quitting does not wait for a window that does not respond', async () => {
  await start()
  const ended = once(app.process(), 'exit')
  await app.evaluate(({ app, BrowserWindow }) => {
    void BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript('for (;;) {}')
      .catch(() => undefined)
    setImmediate(() => app.quit())
  })
  expect(await ended).toEqual([0, null])
})

test('after an uncaught exception the data is closed and the app restarts once', async () => {
  await start()
  const ended = once(app.process(), 'exit')
  await app.evaluate(
    () =>
      void setTimeout(() => {
        throw new RangeError('S3CRET')
      }),
  )
  await ended
  const log = await until(readLog, (text) => text.match(/started version/g)?.length === 2)
  const pids = [...log.matchAll(/as process (\d+)/g)].map(([, pid]) => Number(pid))
  process.kill(pids[1] ?? 0)
  expect(pids[1]).not.toBe(pids[0])
  expect(log).toMatch(/fault in an uncaught exception: RangeError\n[^]*restarting\n[^]*started version/)
  expect(log).not.toContain('S3CRET')
})

test('a fault while the user quits the app does not start it again', async () => {
  await start()
  const ended = once(app.process(), 'exit')
  await app.evaluate(({ app }) => {
    app.on('before-quit', () => {
      throw new RangeError('S3CRET')
    })
    setImmediate(() => app.quit())
  })
  await ended
  expect(readLog()).toMatch(/fault in an uncaught exception: RangeError/)
  expect(readLog()).not.toMatch(/restarting|S3CRET/)
})

test('SIGUSR1, with which Node opens its debugger, is taken by the app, which goes on', async () => {
  await start()
  const { listeners, pid } = await app.evaluate(() => ({
    listeners: process.listenerCount('SIGUSR1'),
    pid: process.pid,
  }))
  process.kill(pid, 'SIGUSR1')
  expect(listeners).toBe(1)
  expect(await until(readWindows, isShown)).toHaveLength(1)
})

test('a restarted app that fails again closes its data and tells the user what to do', async () => {
  await start(['--restarted-after-fault'])
  let stderr = ''
  app.process().stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(app.process(), 'exit')
  await app.evaluate(({ dialog }) => {
    dialog.showErrorBox = (title, content) => process.stderr.write(`box: ${title}: ${content}\n`)
    setTimeout(() => void Promise.reject(new RangeError('S3CRET')))
  })
  expect(await ended).toEqual([1, null])
  expect(readLog()).toMatch(
    /fault in an unhandled rejection: RangeError\n[^]*stopped: a restarted process failed again/,
  )
  expect(stderr).toMatch(/box: Tidemark has stopped: .*Start Tidemark again.*tidemark\.log/)
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('-wal'))).toEqual([])
  expect(readLog() + stderr).not.toContain('S3CRET')
})
