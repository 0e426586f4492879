import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from '../../shared/client.ts'
import { AppError } from '../../shared/errors.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { EventBus } from '../ipc/events.ts'
import type { Clock } from '../time/clock.ts'
import { Access } from './access.ts'
import { ConnectionGuard } from './connection-guard.ts'
import { openEventStream } from './event-stream.ts'
import { reportIdOf, sendDownload } from './report-download.ts'
import { readRendererFile, contentSecurityPolicy } from '../host/static-files.ts'

export interface WebHostOptions {
  readonly dispatch: Dispatch
  readonly events: EventBus
  /** The path of a report's file; throws `not-found`. */
  readonly reportPath: (id: string) => string
  /** The folder of the built renderer. */
  readonly rendererDir: string
  /** 0 selects any free port. */
  readonly port: number
  /** `null` without `--key-file`. */
  readonly scriptKey: string | null
  readonly clock: Clock
  readonly limits?: ConnectionLimits
}

export interface ConnectionLimits {
  readonly maxConnections: number
  /** Of connections that have not sent a credential. */
  readonly maxUnproven: number
  /** From the connection, or the previous request, to the end of the headers. */
  readonly headersMs: number
  /** From the connection, or the previous request, to the end of the body. */
  readonly requestMs: number
}

const defaultLimits: ConnectionLimits = { maxConnections: 1024, maxUnproven: 64, headersMs: 5_000, requestMs: 15_000 }

export interface WebHost {
  /** An address that opens the app in one browser, once and within 60 s. */
  issueUrl(): string
  close(): Promise<void>
}

/** How a person gets an address that works. */
const howToOpen =
  'Press Enter in the terminal where Tidemark runs: it prints a new address. Without a terminal, start it again'

const maxRequestBytes = 1024 * 1024

// A static import would load all lazy exports of the module, a whole HTTP client among them.
const { createServer } = process.getBuiltinModule('node:http')

/**
 * Serves the renderer to anyone on 127.0.0.1, and requests, events and reports to holders of a credential (see Access).
 * The renderer's files are the same for every user and contain no data. Throws AppError `invalid` when the port is not
 * available.
 */
export async function serveWeb(options: WebHostOptions): Promise<WebHost> {
  const server = new WebServer(options)
  await server.listen()
  return server
}

class WebServer implements WebHost {
  readonly #options: WebHostOptions
  readonly #access: Access
  readonly #guard: ConnectionGuard
  readonly #server
  #port: number

  constructor(options: WebHostOptions) {
    const { clock, scriptKey, port, limits = defaultLimits } = options
    this.#options = options
    this.#port = port
    this.#access = new Access({ clock, port: () => this.#port, scriptKey })
    const timeouts = {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    }
    this.#server = createServer(timeouts, (request, response) => {
      this.#respond(request, response).catch(() => {
        if (response.headersSent) response.destroy()
        else sendText(response, 500, 'Something went wrong inside Tidemark')
      })
    })
    this.#server.maxConnections = limits.maxConnections
    this.#guard = new ConnectionGuard(this.#server, limits.maxUnproven)
  }

  async listen(): Promise<void> {
    const { port } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(asStartError(error, port)))
      this.#server.listen(port, '127.0.0.1', () => resolve())
    })
    this.#port = (this.#server.address() as AddressInfo).port
  }

  issueUrl = (): string => `http://127.0.0.1:${this.#port}/?key=${this.#access.issueLaunchKey()}`

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setHeaders(response)
    // Concatenated, not resolved against a base: `//x` is a path here, not another host.
    const { pathname } = new URL(`http://localhost${request.url ?? '/'}`)
    if (!this.#access.isOwnOrigin(request)) return sendText(response, 403, 'Requests from other sites are refused')
    if (pathname === '/api/session') return this.#openSession(request, response)
    if (!isPrivate(pathname)) return sendFile(this.#options.rendererDir, request, response, pathname)
    if (!this.#access.isAllowed(request)) {
      return sendText(response, 401, `This page has no key to Tidemark. ${howToOpen}`)
    }
    this.#guard.trust(request.socket)
    return this.#respondPrivately(request, response, pathname)
  }

  async #respondPrivately(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const { dispatch, events, reportPath } = this.#options
    if (pathname === '/api/request') return dispatchRequest(dispatch, request, response)
    if (pathname === '/api/address') {
      if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
      return sendJson(response, { url: this.issueUrl() })
    }
    if (request.method !== 'GET') return sendText(response, 405, 'Only GET is allowed')
    if (pathname === '/api/events') return openEventStream(response, events)
    const reportId = reportIdOf(pathname)
    if (reportId !== null) return sendReport(reportPath, reportId, response)
    sendText(response, 404, 'Page not found')
  }

  #openSession(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
    const token = this.#access.openSession(request)
    if (token === null)
      return sendText(response, 401, `This address was already used, or is older than a minute. ${howToOpen}`)
    this.#guard.trust(request.socket)
    sendJson(response, { token })
  }
}

async function sendFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (request.method !== 'GET') return sendText(response, 405, 'Only GET is allowed')
  const file = await readRendererFile(folder, path === '/' ? '/index.html' : path)
  if (file === null) return sendText(response, 404, 'Page not found')
  response.writeHead(200, { 'content-type': file.type })
  response.end(file.body)
}

async function sendReport(
  reportPath: WebHostOptions['reportPath'],
  id: string,
  response: ServerResponse,
): Promise<void> {
  try {
    await sendDownload(response, reportPath(id))
  } catch (error) {
    if (!(error instanceof AppError) || response.headersSent) throw error
    sendText(response, 404, error.message)
  }
}

async function dispatchRequest(dispatch: Dispatch, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
  const call = parseRequest(await readBody(request))
  const reply: Reply =
    call === null
      ? { ok: false, code: 'invalid-request', message: 'The body must be JSON: {"method", "params"}' }
      : await dispatch(call.method, call.params)
  sendJson(response, reply)
}

const isPrivate = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/reports/')

const asStartError = (error: Error & { readonly code?: string }, port: number): Error =>
  error.code === 'EADDRINUSE' || error.code === 'EACCES'
    ? new AppError('invalid', `Port ${port} is not available. Choose another with --port, or omit it`, {
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

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
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
