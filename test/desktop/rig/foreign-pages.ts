import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ElectronApplication, Page } from 'playwright'

/** A server that no window may reach. `requests` are those it received, as "GET /path". */
export async function startForeignServer() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<h1>foreign</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The preferences that each window really has. */
export const readPreferences = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => ({
      // Electron has this method, and its types do not.
      ...(webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences(),
    })),
  )

/** Opens an address in a new window in the session of the app; returns `loaded` or the reason why it did not load. */
export const loadInWindow = (app: ElectronApplication, url: string) =>
  app.evaluate(async ({ BrowserWindow }, address) => {
    const window = new BrowserWindow({ show: false })
    try {
      await window.loadURL(address)
      return 'loaded'
    } catch (error) {
      return String(error)
    } finally {
      window.destroy()
    }
  }, url)

/** Makes a page add a script and call another server; returns the directives of its policy that refused this. */
export const provokePolicy = (page: Page, foreignUrl: string) =>
  page.evaluate(async (url) => {
    const seen: string[] = []
    const listen = ({ effectiveDirective }: SecurityPolicyViolationEvent) => void seen.push(effectiveDirective)
    document.addEventListener('securitypolicyviolation', listen)
    const script = document.createElement('script')
    script.textContent = 'globalThis.isHacked = true'
    document.body.append(script)
    await fetch(url).catch(() => undefined)
    const image = new Image()
    await new Promise((resolve) => {
      image.onerror = resolve
      image.src = `${url}/image.png`
    })
    document.removeEventListener('securitypolicyviolation', listen)
    script.remove()
    return { seen: seen.toSorted(), isHacked: 'isHacked' in globalThis }
  }, foreignUrl)
