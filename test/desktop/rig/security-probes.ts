import type { ElectronApplication, Page } from 'playwright'
import { until } from '../../fakes/until.ts'

/** Replaces functions that every script calls, sends a request, and returns the calls that the page observed. */
export const spyOnBridge = (page: Page) =>
  page.evaluate(async () => {
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

/** Adds a webview in a window that has the tag; returns whether the app prevents it. */
export const isWebviewPrevented = (app: ElectronApplication) =>
  app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } })
    try {
      await window.loadURL('app://tidemark/index.html')
      const attaching = new Promise<boolean>((resolve) => {
        // This listener runs after the listener of the app, which was added when the contents were created.
        window.webContents.on('will-attach-webview', (event) => resolve(event.defaultPrevented))
      })
      const add = `const view = document.createElement('webview'); view.src = 'app://tidemark/'; document.body.append(view); 0`
      await window.webContents.executeJavaScript(add)
      return await attaching
    } finally {
      window.destroy()
    }
  })

/** Makes the page of the first window navigate; returns whether the app prevents it. */
export const isNavigationPrevented = (app: ElectronApplication, address: string) =>
  app.evaluate(
    ({ BrowserWindow }, url) =>
      new Promise<boolean>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('will-navigate', (event) => resolve(event.defaultPrevented))
        void contents?.executeJavaScript(`void (location.href = ${JSON.stringify(url)})`)
      }),
    address,
  )

/** Opens addresses from the page by script and by link; returns those that the app passed to other programs. */
export async function openInOtherPrograms(
  app: ElectronApplication,
  page: Page,
  addresses: readonly string[],
): Promise<readonly string[]> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    Object.assign(shell, { openExternal: (url: string) => Promise.resolve(void opened.push(url)) })
  })
  await page.evaluate((urls) => {
    for (const url of urls) {
      window.open(url)
      const link = Object.assign(document.createElement('a'), { href: url, target: '_blank' })
      document.body.append(link)
      link.click()
      link.remove()
    }
  }, addresses)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  return app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

/** Sends a request through the bridge from each page, in a window with the app's preload script; returns the replies. */
export const requestFrom = (app: ElectronApplication, addresses: readonly string[]) =>
  app.evaluate(async ({ app: electron, BrowserWindow }, urls) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${electron.getAppPath()}/out/preload/index.cjs` },
    })
    const replies: { readonly ok: boolean; readonly code?: string }[] = []
    for (const url of urls) {
      await window.loadURL(url)
      replies.push(await window.webContents.executeJavaScript(`tidemark.request('app.read')`))
    }
    window.destroy()
    return replies
  }, addresses)

/** The network addresses that WebRTC reveals to the page. */
export const findWebRtcAddresses = (page: Page) =>
  page.evaluate(async () => {
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

/** Downloads a foreign file and a file that the page creates; returns by scheme whether the app prevents it. */
export async function downloadFromPage(app: ElectronApplication): Promise<Record<string, boolean>> {
  await app.evaluate(async ({ BrowserWindow, session }) => {
    const downloads: [string, boolean][] = []
    session.defaultSession.on('will-download', (event, item) => {
      downloads.push([item.getURL().replace(/:.*/s, ''), event.defaultPrevented])
      event.preventDefault()
    })
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const click = (href: string) =>
      contents?.executeJavaScript(
        `{ const link = document.createElement('a'); link.download = 'file'; link.href = ${href}; link.click() } 0`,
      )
    await click(`'data:text/plain,foreign'`)
    await click(`URL.createObjectURL(new Blob(['own']))`)
    Object.assign(globalThis, { downloads })
  })
  const downloads = await until(
    () => app.evaluate(() => (globalThis as unknown as { downloads: [string, boolean][] }).downloads),
    (found) => found.length === 2,
  )
  return Object.fromEntries(downloads)
}
