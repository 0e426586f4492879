import { net, protocol, session } from 'electron'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentSecurityPolicy } from '../content-security-policy.ts'

/** The origin of every window: `file:` would give a page the rights of a file. */
export const appOrigin = 'app://tidemark'

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built renderer under `app://tidemark/` with the content security policy, and nothing outside of it. */
export function serveApp(rendererDir: string): void {
  session.defaultSession.protocol.handle('app', async (request) => {
    const { origin, pathname } = splitAppUrl(request.url)
    const path = decodeURIComponent(pathname === '/' ? '/index.html' : pathname)
    if (origin !== appOrigin || path.split('/').includes('..')) return new Response('Not here', { status: 404 })
    const file = await net.fetch(pathToFileURL(join(rendererDir, path)).href).catch(() => null)
    if (file === null) return new Response('Not here', { status: 404 })
    const headers = new Headers(file.headers)
    headers.set('content-security-policy', contentSecurityPolicy)
    headers.set('x-content-type-options', 'nosniff')
    return new Response(file.body, { headers })
  })
}

/** `URL.origin` is "null" for schemes of our own. */
export function splitAppUrl(text: string): { origin: string; pathname: string } {
  const url = new URL(text)
  return { origin: `${url.protocol}//${url.host}`, pathname: url.pathname }
}
