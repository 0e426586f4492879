// What Electron loads for `npm run dev`: the built app, whose windows get their files from the server of the renderer.
import { app, session } from 'electron'

const server = process.env['TIDEMARK_DEV_SERVER'] ?? ''
const socket = server.replace('http:', 'ws:')
/** Vite adds styles by script, and says by a socket what changed. The rest is as in src/main/host/static-files.ts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src 'self' ${socket}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** @param {Request} request a page or a file below `app://tidemark/` */
async function readFromServer(request) {
  const { pathname, search } = new URL(request.url)
  // Vite answers a style sheet by what is accepted.
  const accept = request.headers.get('accept') ?? '*/*'
  const { status, headers, body } = await fetch(server + pathname + search, { headers: { accept } })
  const type = pathname === '/' ? 'text/html' : (headers.get('content-type') ?? 'application/octet-stream')
  return new Response(body, { status, headers: { 'content-type': type, 'content-security-policy': policy } })
}

// Runs before the app, which waits for the same event.
void app.whenReady().then(() => {
  const { protocol, webRequest } = session.defaultSession
  const handle = protocol.handle.bind(protocol)
  protocol.handle = (scheme) => handle(scheme, readFromServer)
  const onBeforeRequest = webRequest.onBeforeRequest.bind(webRequest)
  Object.assign(webRequest, {
    /** @param {(details: { url: string }, decide: (response: { cancel?: boolean }) => void) => void} mayLoad */
    onBeforeRequest: (mayLoad) =>
      onBeforeRequest((details, decide) =>
        details.url.startsWith(`${socket}/`) ? decide({}) : mayLoad(details, decide),
      ),
  })
})
// A literal path would make the built code a part of what is checked.
await import(new URL('../../out/main/index.js', import.meta.url).href)
