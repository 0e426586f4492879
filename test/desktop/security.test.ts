import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadInWindow, provokePolicy, readPreferences, startForeignServer } from './rig/foreign-pages.ts'
import { startDesktop, type Desktop } from './rig/launch.ts'
import * as probes from './rig/security-probes.ts'

// One test for each item of Electron's security checklist, in the order of the list; docs/security.md has the table. Item 19,
// the fuses, is tested on the packed app in packed.proof.ts.

let desktop: Desktop
let app: ElectronApplication
let page: Page
let foreign: Awaited<ReturnType<typeof startForeignServer>>

beforeAll(async () => {
  foreign = await startForeignServer()
  desktop = await startDesktop()
  // With a camera, so that the permission is the only obstacle.
  app = await desktop.launch({ args: ['--use-fake-device-for-media-stream'] })
  page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
})
afterAll(async () => {
  await app?.close()
  await desktop?.stop()
  await foreign?.close()
})

const expectOfEveryWindow = async (expected: Record<string, unknown>): Promise<void> => {
  const windows = await readPreferences(app)
  expect(windows.length).toBeGreaterThan(0)
  for (const window of windows) expect(window).toMatchObject(expected)
}
const load = (url: string) => loadInWindow(app, url)

test('1: a window loads nothing over http or https, only the app itself', async () => {
  expect(await load('app://tidemark/index.html')).toBe('loaded')
  for (const url of [`${foreign.url}/page`, 'https://127.0.0.1:9/'])
    expect(await load(url)).toContain('ERR_BLOCKED_BY_CLIENT')
  expect(foreign.requests).toEqual([])
})

test('2: a page has no access to Node', async () => {
  await expectOfEveryWindow({ nodeIntegration: false, nodeIntegrationInSubFrames: false })
  const names = ['process', 'require', 'module', 'Buffer', 'global', '__dirname']
  expect(await page.evaluate((list) => list.filter((name) => name in globalThis), names)).toEqual([])
})

test('3: a page cannot spy on the bridge by replacing built-in functions', async () => {
  await expectOfEveryWindow({ contextIsolation: true })
  expect(await probes.spyOnBridge(page)).toEqual([])
})

test.runIf(process.platform === 'linux')('4: the process of a window runs in the sandbox', async ({ skip }) => {
  await expectOfEveryWindow({ sandbox: true })
  // Without user namespaces there is no sandbox, and the tests start Electron without it.
  skip(!desktop.isSandboxed, 'the sandbox cannot run on this computer')
  const pid = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId())
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--no-sandbox')
  // 2 means that system calls are filtered, if the kernel supports this.
  if (existsSync('/proc/sys/kernel/seccomp')) expect(status).toMatch(/^Seccomp:\s+2$/m)
})

test('5: the only permission of a page is to write text to the clipboard', async () => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'] as const
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name: name as never })).state))
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
  const failures = await page.evaluate(async () => {
    const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : 'none')
    const camera = navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'granted', nameOf)
    const read = navigator.clipboard.readText().then(() => 'granted', nameOf)
    return Promise.all([camera, read])
  })
  expect(failures).toEqual(['NotAllowedError', 'NotAllowedError'])
})

test('6 and 8: web security is on, and mixed content is not loaded', async () => {
  await expectOfEveryWindow({ webSecurity: true, allowRunningInsecureContent: false })
  expect(await page.evaluate(() => globalThis.isSecureContext)).toBe(true)
  const result = await page.evaluate((url) => fetch(url).then(() => 'read', String), foreign.url)
  expect([result, foreign.requests]).toEqual([expect.stringContaining('TypeError'), []])
})

describe('7: the content security policy', () => {
  test('is sent with every file of the app', async () => {
    const policies = await page.evaluate(async () => {
      const files = ['/index.html', ...[...document.querySelectorAll('script')].map(({ src }) => src)]
      return Promise.all(files.map(async (file) => (await fetch(file)).headers.get('content-security-policy')))
    })
    expect(policies.length).toBeGreaterThan(1)
    for (const policy of policies) expect(policy).toMatch(/default-src 'none'; script-src 'self'/)
  })

  test('runs no script that is not part of the app, and allows no connection to a server', async () => {
    const violated = await provokePolicy(page, foreign.url)
    expect(violated).toEqual({ seen: ['connect-src', 'img-src', 'script-src-elem'], isHacked: false })
    expect(foreign.requests).toEqual([])
  })
})

test('9 and 10: no experimental feature of Chromium is on', async () => {
  for (const window of await readPreferences(app)) {
    expect(window['experimentalFeatures'] ?? false).toBe(false)
    expect(window['enableBlinkFeatures'] ?? '').toBe('')
  }
  const switches = await app.evaluate(({ app: electron }) =>
    ['enable-blink-features', 'enable-experimental-web-platform-features', 'disable-web-security'].filter((name) =>
      electron.commandLine.hasSwitch(name),
    ),
  )
  expect(switches).toEqual([])
})

test('11: a page has no webview, so no webview can open windows', async () => {
  await expectOfEveryWindow({ webviewTag: false })
  expect(await page.evaluate(() => document.createElement('webview') instanceof HTMLUnknownElement)).toBe(false)
  expect(await page.evaluate(() => 'getWebContentsId' in document.createElement('webview'))).toBe(false)
})

test('12: a webview is refused even in a window that has the tag', async () => {
  expect(await probes.isWebviewPrevented(app)).toBe(true)
})

test('13: a page cannot leave the app', async () => {
  const before = page.url()
  const prevented = await probes.isNavigationPrevented(app, `${foreign.url}/leave`)
  expect([prevented, page.url(), foreign.requests]).toEqual([true, before, []])
})

test('14: a page cannot open a window of another origin', async () => {
  const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  const before = await count()
  const opened = await page.evaluate((url) => [window.open(url), window.open('about:blank')].map(String), foreign.url)
  expect(opened).toEqual(['null', 'null'])
  expect(await count()).toBe(before)
  expect(foreign.requests).toEqual([])
})

test('15: a page cannot open an address in another program', async () => {
  const addresses = [foreign.url, 'mailto:somebody@example.com', 'file:///etc/passwd', 'smb://server/share']
  expect(await probes.openInOtherPrograms(app, page, addresses)).toEqual([])
})

test('16: the app requires one exact version of Electron', async () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')) as {
      readonly version: string
      readonly devDependencies: Record<string, string>
    }
  const wanted = read('package.json').devDependencies['electron']
  expect(wanted).toMatch(/^\d+\.\d+\.\d+$/)
  expect(read('node_modules/electron/package.json').version).toBe(wanted)
})

test('17: only pages of the app can send requests', async () => {
  const replies = await probes.requestFrom(app, ['data:text/html,<h1>foreign</h1>', 'app://tidemark/index.html'])
  expect(replies).toMatchObject([{ ok: false, code: 'invalid-request' }, { ok: true }])
})

test('18: pages are loaded through a scheme of the app, and cannot read files of the computer', async () => {
  expect(page.url()).toMatch(/^app:\/\/tidemark\//)
  expect(await load('file:///etc/hostname')).toContain('ERR_BLOCKED_BY_CLIENT')
  const paths = ['/..%2f..%2fpackage.json', '/../main/index.js', '/%2e%2e/%2e%2e/package.json', '//etc/hostname']
  const read = await page.evaluate(
    (list) => Promise.all(list.map((path) => fetch(`app://tidemark${path}`).then(({ status }) => status))),
    paths,
  )
  expect(read).toEqual(paths.map(() => 404))
})

test('20: the bridge has one request and one subscription, and exposes no part of Electron', async () => {
  const bridge = await page.evaluate(() => {
    const { tidemark } = globalThis as unknown as {
      tidemark: Record<string, unknown> & { subscribe(topic: string, run: () => void): () => unknown }
    }
    const stop = tidemark.subscribe('health', () => undefined)
    return { keys: Object.keys(tidemark).toSorted(), stopped: stop() ?? null }
  })
  expect(bridge).toEqual({ keys: ['request', 'subscribe'], stopped: null })
})

describe('beyond the checklist', () => {
  test('WebRTC reveals no address of this computer', async () => {
    expect(await probes.findWebRtcAddresses(page)).toEqual([])
  })

  test('a download is prevented unless a page of the app created the file', async () => {
    expect(await probes.downloadFromPage(app)).toEqual({ data: true, blob: false })
  })
})
