import { protocol, session } from 'electron'
import { contentSecurityPolicy } from '../content-security-policy.ts'
import { readRendererFile } from '../web/static-files.ts'

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
    // Read whole: handed on in pieces, a script comes through this busy process many times slower.
    const file = origin === appOrigin ? await readRendererFile(rendererDir, path) : null
    if (file === null) return new Response('Not here', { status: 404 })
    return new Response(new Uint8Array(file.body), {
      headers: {
        'content-type': file.type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      },
    })
  })
}

/** `URL.origin` is "null" for schemes of our own. */
export function splitAppUrl(text: string): { origin: string; pathname: string } {
  const url = new URL(text)
  return { origin: `${url.protocol}//${url.host}`, pathname: url.pathname }
}
