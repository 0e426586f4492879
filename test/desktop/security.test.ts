import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { loadInWindow, provokePolicy, readPreferences, startForeignServer } from './rig/foreign-pages.ts'
import { startDesktop, type Desktop } from './rig/launch.ts'

// One test for each item of Electron's security checklist, in its order; docs/security.md is the table. Item 19, the fuses, is
// tested on the packed app in packed.test.ts.

let desktop: Desktop
let app: ElectronApplication
let page: Page
let foreign: Awaited<ReturnType<typeof startForeignServer>>

beforeAll(async () => {
  foreign = await startForeignServer()
  desktop = await startDesktop()
  // A camera, so that only the permission is missing.
  app = await desktop.launch({ args: ['--use-fake-device-for-media-stream'] })
  page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
})
afterAll(async () => {
  await app?.close()
  await desktop?.stop()
  await foreign?.close()
})

const everyWindow = async (expected: Record<string, unknown>): Promise<void> => {
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

test('2: a page has nothing of Node', async () => {
  await everyWindow({ nodeIntegration: false, nodeIntegrationInSubFrames: false })
  const names = ['process', 'require', 'module', 'Buffer', 'global', '__dirname']
  expect(await page.evaluate((list) => list.filter((name) => name in globalThis), names)).toEqual([])
})

test('3: what a page changes in its own world does not reach the bridge', async () => {
  await everyWindow({ contextIsolation: true })
  const stolen = await page.evaluate(async () => {
    const seen: unknown[] = []
    const { call } = Function.prototype
    const push = Array.prototype.push
    const spy = (...values: unknown[]) => void seen.push(values.length)
    Function.prototype.call = spy as never
    Array.prototype.push = spy as never
    const { tidemark } = globalThis as unknown as { tidemark: { request(method: string): Promise<unknown> } }
    const pending = tidemark.request('app.read')
    Function.prototype.call = call
    Array.prototype.push = push
    await pending
    return seen
  })
  expect(stolen).toEqual([])
})

test.runIf(process.platform === 'linux')('4: the process of a window runs in the sandbox', async ({ skip }) => {
  await everyWindow({ sandbox: true })
  // A system that closes user namespaces has no sandbox; then the tests start Electron without it.
  skip(!desktop.isSandboxed, 'the sandbox cannot run on this computer')
  const pid = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId())
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--no-sandbox')
  // 2 is a filter of system calls, where the kernel has them.
  if (existsSync('/proc/sys/kernel/seccomp')) expect(status).toMatch(/^Seccomp:\s+2$/m)
})

test('5: a page gets no permission but to write text to the clipboard', async () => {
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
  await everyWindow({ webSecurity: true, allowRunningInsecureContent: false })
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

  test('runs no script that the app did not bring, and reaches no server', async () => {
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

test('11: a page has no webview, so none that opens windows', async () => {
  await everyWindow({ webviewTag: false })
  expect(await page.evaluate(() => document.createElement('webview') instanceof HTMLUnknownElement)).toBe(false)
  expect(await page.evaluate(() => 'getWebContentsId' in document.createElement('webview'))).toBe(false)
})

test('12: a webview is refused even in a window that has the tag', async () => {
  const isPrevented = await app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } })
    try {
      await window.loadURL('app://tidemark/index.html')
      const attaching = new Promise<boolean>((resolve) => {
        // After the listener of the app, which was added when the contents were made.
        window.webContents.on('will-attach-webview', (event) => resolve(event.defaultPrevented))
      })
      const add = `const view = document.createElement('webview'); view.src = 'app://tidemark/'; document.body.append(view); 0`
      await window.webContents.executeJavaScript(add)
      return await attaching
    } finally {
      window.destroy()
    }
  })
  expect(isPrevented).toBe(true)
})

test('13: a page cannot leave the app', async () => {
  const before = page.url()
  const prevented = await app.evaluate(
    ({ BrowserWindow }, url) =>
      new Promise<boolean>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('will-navigate', (event) => resolve(event.defaultPrevented))
        void contents?.executeJavaScript(`void (location.href = ${JSON.stringify(url)})`)
      }),
    `${foreign.url}/leave`,
  )
  expect([prevented, page.url(), foreign.requests]).toEqual([true, before, []])
})

test('14: a page opens no window of another origin', async () => {
  const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  const before = await count()
  const opened = await page.evaluate((url) => [window.open(url), window.open('about:blank')].map(String), foreign.url)
  expect(opened).toEqual(['null', 'null'])
  expect(await count()).toBe(before)
  expect(foreign.requests).toEqual([])
})

test('15: nothing of a page is opened with another program', async () => {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    const note = (url: string) => Promise.resolve(void opened.push(url))
    Object.assign(shell, { openExternal: note })
  })
  await page.evaluate((url) => {
    for (const target of [url, 'mailto:somebody@example.com', 'file:///etc/passwd', 'smb://server/share']) {
      window.open(target)
      const link = Object.assign(document.createElement('a'), { href: target, target: '_blank' })
      document.body.append(link)
      link.click()
      link.remove()
    }
  }, foreign.url)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual([])
})

test('16: the app is made for one exact version of Electron', async () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')) as {
      readonly version: string
      readonly devDependencies: Record<string, string>
    }
  const wanted = read('package.json').devDependencies['electron']
  expect(wanted).toMatch(/^\d+\.\d+\.\d+$/)
  expect(read('node_modules/electron/package.json').version).toBe(wanted)
})

test('17: only pages of the app are answered', async () => {
  const replies = await app.evaluate(async ({ app: electron, BrowserWindow }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${electron.getAppPath()}/out/preload/index.cjs` },
    })
    const ask = `tidemark.request('app.read')`
    const all: { readonly ok: boolean; readonly code?: string }[] = []
    for (const url of ['data:text/html,<h1>foreign</h1>', 'app://tidemark/index.html']) {
      await window.loadURL(url)
      all.push(await window.webContents.executeJavaScript(ask))
    }
    window.destroy()
    return all
  })
  expect(replies).toMatchObject([{ ok: false, code: 'invalid-request' }, { ok: true }])
})

test('18: pages come over a scheme of the app; no file of the computer can be read', async () => {
  expect(page.url()).toMatch(/^app:\/\/tidemark\//)
  expect(await load('file:///etc/hostname')).toContain('ERR_BLOCKED_BY_CLIENT')
  const paths = ['/..%2f..%2fpackage.json', '/../main/index.js', '/%2e%2e/%2e%2e/package.json', '//etc/hostname']
  const read = await page.evaluate(
    (list) => Promise.all(list.map((path) => fetch(`app://tidemark${path}`).then(({ status }) => status))),
    paths,
  )
  expect(read).toEqual(paths.map(() => 404))
})

test('20: the bridge is one request and one subscription, and hands out nothing of Electron', async () => {
  const bridge = await page.evaluate(() => {
    const { tidemark } = globalThis as unknown as {
      tidemark: Record<string, unknown> & { subscribe(topic: string, run: () => void): () => unknown }
    }
    const stop = tidemark.subscribe('health', () => undefined)
    return { keys: Object.keys(tidemark).toSorted(), stopped: stop() ?? null }
  })
  expect(bridge).toEqual({ keys: ['request', 'subscribe'], stopped: null })
})

describe('besides the list', () => {
  test('WebRTC tells no address of this computer', async () => {
    const candidates = await page.evaluate(async () => {
      const peer = new RTCPeerConnection()
      const found: string[] = []
      peer.addEventListener('icecandidate', ({ candidate }) => candidate && found.push(candidate.candidate))
      peer.createDataChannel('x')
      await peer.setLocalDescription(await peer.createOffer())
      await new Promise<void>((resolve) => {
        peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve())
        if (peer.iceGatheringState === 'complete') resolve()
      })
      peer.close()
      return found.filter((text) => / udp /i.test(text))
    })
    expect(candidates).toEqual([])
  })

  test('only a file that a page of the app made is downloaded', async () => {
    await app.evaluate(async ({ BrowserWindow, session }) => {
      const seen: [string, boolean][] = []
      session.defaultSession.on('will-download', (event, item) => {
        seen.push([item.getURL().replace(/:.*/s, ''), event.defaultPrevented])
        event.preventDefault()
      })
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const click = (href: string) =>
        contents?.executeJavaScript(
          `{ const link = document.createElement('a'); link.download = 'file'; link.href = ${href}; link.click() } 0`,
        )
      await click(`'data:text/plain,foreign'`)
      await click(`URL.createObjectURL(new Blob(['own']))`)
      Object.assign(globalThis, { seen })
    })
    const seen = await until(
      () => app.evaluate(() => (globalThis as unknown as { seen: [string, boolean][] }).seen),
      (found) => found.length === 2,
    )
    expect(Object.fromEntries(seen)).toEqual({ data: true, blob: false })
  })
})
