import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from '../../shared/client.ts'
import { AppError } from '../../shared/errors.ts'
import { contentSecurityPolicy } from '../content-security-policy.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { EventBus } from '../ipc/events.ts'
import { createAccess } from './access.ts'
import { openEventStream } from './event-stream.ts'
import { reportIdOf, sendDownload } from './report-download.ts'
import { readRendererFile } from './static-files.ts'

export interface WebHostOptions {
  readonly dispatch: Dispatch
  readonly events: EventBus
  /** Where a report's file lies; throws `not-found`. */
  readonly reportPath: (id: string) => string
  /** Where the built renderer lies. */
  readonly rendererDir: string
  /** 0 takes any free port. */
  readonly port: number
}

export interface WebHost {
  /** With the key: opening it once sets the cookie. */
  readonly url: string
  close(): Promise<void>
}

const maxRequestBytes = 1024 * 1024

// Imported as a module it would fill all its lazy exports, a whole HTTP client among them.
const { createServer } = process.getBuiltinModule('node:http')

/** Serves the renderer, its requests and its events on 127.0.0.1 to whoever holds this start's key. */
export async function serveWeb(options: WebHostOptions): Promise<WebHost> {
  const { dispatch, events, rendererDir, port } = options
  const access = createAccess(() => boundPort)
  let boundPort = port

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setHeaders(response)
    // Put together, not resolved: `//x` is a path here, not another host.
    const url = new URL(`http://localhost${request.url ?? '/'}`)
    if (!access.isOwnOrigin(request)) return sendText(response, 403, 'This address is not for other sites')
    if (request.method === 'GET' && url.pathname === '/' && access.isKey(url.searchParams.get('key'))) {
      response.writeHead(303, { 'set-cookie': access.cookie(), location: '/' })
      response.end()
      return
    }
    if (!access.isAllowed(request)) {
      return sendText(response, 401, 'Open the address that Tidemark printed when it started: it holds the key')
    }
    if (url.pathname === '/api/request') return answerRequest(request, response)
    if (url.pathname === '/api/events' && request.method === 'GET') return openEventStream(response, events)
    if (request.method !== 'GET') return sendText(response, 405, 'Only GET is served here')
    const reportId = reportIdOf(url.pathname)
    if (reportId !== null) return answerReport(reportId, response)
    const file = await readRendererFile(rendererDir, url.pathname === '/' ? '/index.html' : url.pathname)
    if (file === null) return sendText(response, 404, 'There is no such page')
    response.writeHead(200, { 'content-type': file.type })
    response.end(file.body)
  }

  async function answerReport(id: string, response: ServerResponse): Promise<void> {
    try {
      await sendDownload(response, options.reportPath(id))
    } catch (error) {
      if (!(error instanceof AppError) || response.headersSent) throw error
      sendText(response, 404, error.message)
    }
  }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return sendText(response, 405, 'Requests are sent by POST')
    const asked = parseRequest(await readBody(request))
    const reply: Reply =
      asked === null
        ? { ok: false, code: 'invalid-request', message: 'The body is JSON: {"method", "params"}' }
        : await dispatch(asked.method, asked.params)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'Something went wrong inside Tidemark')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(asStartError(error, port)))
    server.listen(port, '127.0.0.1', () => resolve())
  })
  boundPort = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${boundPort}/?key=${access.key}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const asStartError = (error: Error & { readonly code?: string }, port: number): Error =>
  error.code === 'EADDRINUSE' || error.code === 'EACCES'
    ? new AppError('invalid', `Port ${port} cannot be taken here. Choose another with --port, or leave it out`, {
        cause: error,
      })
    : error

function setHeaders(response: ServerResponse): void {
  response.setHeader('content-security-policy', contentSecurityPolicy)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cache-control', 'no-store')
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${text}\n`)
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxRequestBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseRequest(body: string | null): { method: unknown; params: unknown } | null {
  try {
    const value: unknown = JSON.parse(body ?? '')
    if (typeof value !== 'object' || value === null || !('method' in value)) return null
    return { method: value.method, params: 'params' in value ? value.params : undefined }
  } catch {
    return null
  }
}
