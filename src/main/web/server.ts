import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Dispatch } from '../api/dispatch.ts'
import type { EventBus } from '../api/events.ts'
import { followBrowser } from '../host/language.ts'
import type { Clock } from '../time/clock.ts'
import { Access } from './access.ts'
import { ConnectionGuard } from './connection-guard.ts'
import {
  dispatchRequest,
  openEventStream,
  sendFile,
  sendJson,
  sendReport,
  sendText,
  setHeaders,
  readBody,
} from './responses.ts'
import { type TrustedPages, PublicKey } from './trusted-pages.ts'

/** The responses with data that are not sent completely. */
class Sending {
  readonly #responses = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    this.#responses.add(response)
    response.once('close', () => this.#responses.delete(response))
  }

  /**
   * The app was locked: ends what the browser has not received. A response without headers stays, because the lock decides what
   * it contains, and an event stream without unsent events, because it announces the lock.
   */
  cut(): void {
    for (const response of this.#responses)
      if (response.headersSent && (!isEventStream(response) || response.writableLength > 0)) response.destroy()
  }
}

const isEventStream = (response: ServerResponse): boolean => response.getHeader('content-type') === 'text/event-stream'

const SignedChallenge = z.object({ challenge: z.string().max(128), signature: z.string().max(256) })

/** Answers the requests by which an open page comes back after a restart of the host. */
class PageReturn {
  readonly #pages: TrustedPages
  readonly #access: Pick<Access, 'issueToken'>
  readonly #port: () => number

  constructor(pages: TrustedPages, access: Pick<Access, 'issueToken'>, port: () => number) {
    this.#pages = pages
    this.#access = access
    this.#port = port
  }

  /** Sends a text to sign; anybody may ask for one. */
  sendChallenge(response: ServerResponse): void {
    sendJson(response, { challenge: this.#pages.issueChallenge() })
  }

  /** Sends a session token to a page that signed the challenge with a trusted key. Returns whether it did. */
  async accept(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const signed = SignedChallenge.safeParse(parse(await readBody(request)))
    // The origin is that of this host, which was checked before. A page always sends it.
    const { origin } = request.headers
    const isAccepted = signed.success && origin !== undefined && this.#pages.accepts(signed.data, origin, this.#port())
    if (isAccepted) sendJson(response, { token: this.#access.issueToken() })
    else sendText(response, 401, m.web_this_page_is_not_known())
    return isAccepted
  }

  /** Keeps the public key of a page that has a session. */
  async trust(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = PublicKey.safeParse(parse(await readBody(request)))
    if (!key.success) return sendText(response, 400, 'The body must be a public key')
    this.#pages.trust(key.data, this.#port())
    response.writeHead(204)
    response.end()
  }
}

function parse(body: string | null): unknown {
  try {
    return parseBoundedJson(body ?? '')
  } catch {
    return undefined
  }
}

export interface WebHostOptions {
  readonly dispatch: Dispatch
  readonly events: Pick<EventBus, 'listen'>
  readonly lock: { readonly isLocked: boolean }
  /** The path of a report's file; throws `not-found`, or `locked`. */
  readonly reportPath: (id: string) => string
  /** The path of the file of an export, in the same way. */
  readonly exportPath: (id: string) => string
  /** The folder of the built renderer. */
  readonly rendererDir: string
  /** 0 selects any free port. */
  readonly port: number
  /** `null` without `--key-file`. */
  readonly scriptKey: string | null
  readonly clock: Clock
  /** The pages that come back after a restart. */
  readonly pages: TrustedPages
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
  readonly #pageReturn: PageReturn
  readonly #guard: ConnectionGuard
  readonly #sending = new Sending()
  readonly #stopListening: () => void
  readonly #server
  #port: number

  constructor(options: WebHostOptions) {
    const { clock, scriptKey, port, pages, limits = defaultLimits } = options
    this.#options = options
    this.#port = port
    const { events, lock } = options
    // This listens before any page does, so that the unsent events are gone when a page reads of the lock.
    this.#stopListening = events.listen((topic) => {
      if (topic === 'lock.changed' && lock.isLocked) this.#sending.cut()
    })
    this.#access = new Access({ clock, port: () => this.#port, scriptKey })
    this.#pageReturn = new PageReturn(pages, this.#access, () => this.#port)
    const timeouts = {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    }
    this.#server = createServer(timeouts, (request, response) => {
      this.#respond(request, response).catch(() => {
        if (response.headersSent) response.destroy()
        else sendText(response, 500, m.web_something_went_wrong())
      })
    })
    this.#server.maxConnections = limits.maxConnections
    this.#guard = new ConnectionGuard(this.#server, limits.maxUnproven)
  }

  async listen(): Promise<void> {
    const { port, pages } = this.#options
    // Without a chosen port that of the last run, where open pages look for the host.
    if (port !== 0 || pages.port === 0) await this.#listenAt(port)
    else await this.#listenAt(pages.port).catch(() => this.#listenAt(0))
    this.#port = (this.#server.address() as AddressInfo).port
    pages.keepPort(this.#port)
  }

  #listenAt(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onerror = (error: Error): void => reject(asStartError(error, port))
      this.#server.once('error', onerror)
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', onerror)
        resolve()
      })
    })
  }

  issueUrl = (): string => `http://127.0.0.1:${this.#port}/?key=${this.#access.issueLaunchKey()}`

  close(): Promise<void> {
    this.#stopListening()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setHeaders(response)
    // Concatenated, not resolved against a base: `//x` is a path here, not another host.
    const { pathname } = new URL(`http://localhost${request.url ?? '/'}`)
    if (!this.#access.isOwnOrigin(request))
      return sendText(response, 403, m.web_requests_from_other_sites_are_refused())
    if (pathname === '/api/session') return this.#openSession(request, response)
    if (pathname === '/api/challenge' || pathname === '/api/return') return this.#readmit(request, response, pathname)
    if (!isPrivate(pathname)) return sendFile(this.#options.rendererDir, request, response, pathname)
    if (!this.#access.isAllowed(request)) {
      return sendText(response, 401, m.web_this_page_has_no_key())
    }
    this.#guard.trust(request.socket)
    return this.#respondPrivately(request, response, pathname)
  }

  async #respondPrivately(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const { dispatch, events, reportPath, exportPath } = this.#options
    this.#sending.add(response)
    followBrowser(request.headers['accept-language'])
    if (pathname === '/api/request') return dispatchRequest(dispatch, request, response)
    if (pathname === '/api/address' || pathname === '/api/trust') {
      if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
      if (pathname === '/api/trust') return this.#pageReturn.trust(request, response)
      return sendJson(response, { url: this.issueUrl() })
    }
    if (request.method !== 'GET') return sendText(response, 405, 'Only GET is allowed')
    if (pathname === '/api/events') return openEventStream(response, events)
    const reportId = reportIdOf(pathname)
    if (reportId !== null) return sendReport(reportPath, reportId, response)
    const exportId = exportIdOf(pathname)
    if (exportId !== null) return sendReport(exportPath, exportId, response)
    sendText(response, 404, m.web_page_not_found())
  }

  async #readmit(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
    if (pathname === '/api/challenge') return this.#pageReturn.sendChallenge(response)
    if (await this.#pageReturn.accept(request, response)) this.#guard.trust(request.socket)
  }

  #openSession(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
    const token = this.#access.openSession(request)
    if (token === null) return sendText(response, 401, m.web_this_address_was_already_used())
    this.#guard.trust(request.socket)
    sendJson(response, { token })
  }
}

/** The id in `/reports/<id>`; `null` for any other path. */
const reportIdOf = (path: string): string | null => /^\/reports\/([\w-]{1,64})$/.exec(path)?.[1] ?? null

/** The id in `/exports/<id>`; `null` for any other path. */
const exportIdOf = (path: string): string | null => /^\/exports\/(\d{1,16})$/.exec(path)?.[1] ?? null

const isPrivate = (path: string): boolean => ['/api/', '/reports/', '/exports/'].some((start) => path.startsWith(start))

const asStartError = (error: Error & { readonly code?: string }, port: number): Error =>
  error.code === 'EADDRINUSE' || error.code === 'EACCES'
    ? new AppError('invalid', m.web_the_port_is_not_available({ port }), {
        cause: error,
      })
    : error
