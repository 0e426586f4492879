import { protocol, session } from 'electron'
import { readRendererFile, contentSecurityPolicy } from '../../host/static-files.ts'

/** The origin of every window. With `file:` a page could read files. */
export const appOrigin = 'app://tidemark'

/** Call before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built renderer, and only that, under `app://tidemark/` with the content security policy. */
export function serveApp(rendererDir: string): void {
  session.defaultSession.protocol.handle('app', async (request) => {
    const { origin, pathname } = splitAppUrl(request.url)
    const path = decodeURIComponent(pathname === '/' ? '/index.html' : pathname)
    // Sent in one piece. A streamed script takes many times longer while this process is busy.
    const file = origin === appOrigin ? await readRendererFile(rendererDir, path) : null
    if (file === null) return new Response('Not found', { status: 404 })
    return new Response(new Uint8Array(file.body), {
      headers: {
        'content-type': file.type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      },
    })
  })
}

/** `URL.origin` is "null" for custom schemes. */
export function splitAppUrl(text: string): { origin: string; pathname: string } {
  const url = new URL(text)
  return { origin: `${url.protocol}//${url.host}`, pathname: url.pathname }
}
