import { m } from '../../shared/messages/messages.js'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Dispatcher } from 'undici'
import { secondMs } from '../../shared/durations.ts'
import type { Clock } from '../time/clock.ts'
import type { PreparedRequest } from './endpoint.ts'
import { linkSignals } from './abortable-wait.ts'
import { asCertificateFailure } from './network/certificates.ts'
import { Connections, type Network } from './network/connections.ts'

/**
 * The response to a request that must not be repeated is lost: it is unknown whether the service executed the request.
 */
export class LostResponseError extends AppError {}

/** The part of an error body in which the message is searched. */
const maxBodyBytes = 64 * 1024

/**
 * Throws an AppError for a response with a status outside 200–299. Its message contains the message of the service
 * without the texts in `sent`.
 */
export function throwFailure(response: HttpResponse, sent: readonly string[]): void {
  if (response.status < 200 || response.status > 299) throw toFailure(response, sent)
}

function toFailure({ status, body }: HttpResponse, sent: readonly string[]): AppError {
  const words = serviceMessage(new TextDecoder().decode(body.subarray(0, maxBodyBytes)), sent)
  const withMessage = (message: () => string) => () => (words === '' ? message() : `${message()}: ${words}`)
  if (status === 401) return new AppError('signed-out', withMessage(m.errors_the_service_does_not_accept_the_session))
  if (status === 404) return new AppError('not-found', withMessage(m.errors_the_service_does_not_know_this))
  if (status === 408 || status >= 500)
    return new AppError(
      'unavailable',
      withMessage(() => m.errors_the_service_has_a_problem_status({ status })),
    )
  if (status === 429) return new AppError('rate-limited', m.errors_the_service_received_too_many_requests)
  if (status < 400)
    return new AppError('protocol', () => m.errors_the_service_redirects_to_another_address_status({ status }))
  return new AppError('invalid', () =>
    words === ''
      ? m.errors_the_service_refuses_this_status({ status })
      : m.errors_the_service_refuses_this_words({ words }),
  )
}

const errorBody = z.object({ message: z.string() })
const maxMessageLength = 300

/**
 * Returns the message of an error body in a form for the user: plain, short and without secrets. Empty without a
 * message.
 */
function serviceMessage(body: string, sent: readonly string[]): string {
  const message = messageOf(body)
  const inner = message === null ? null : (messageOf(message) ?? message)
  // A form feed separates two languages, English first.
  const first = (inner ?? '').split('\f').find((part) => part.trim() !== '') ?? ''
  const clean = sent.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), first)
  const line = clean.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line
}

function messageOf(json: string): string | null {
  try {
    return errorBody.safeParse(JSON.parse(json)).data?.message ?? null
  } catch {
    return null
  }
}

/** A response of any status. */
interface HttpResponse {
  readonly status: number
  readonly body: Uint8Array
}

/** Limits of one request. */
export interface TransportLimits {
  /** For the connection, including the TLS handshake. */
  readonly connectTimeoutMs?: number
  /** For the whole response, from sending to the last byte. */
  readonly responseTimeoutMs?: number
  readonly bodyLimitBytes?: number
  /** Certificates to trust instead of all others, in PEM. */
  readonly ca?: string
}

/** The HTTP client of the app. It follows no redirect, and its errors contain no part of a request or response. */
export interface Transport {
  /**
   * Sends the request once. Throws `offline` (no connection, or it broke before the response), `bad-certificate`,
   * `unavailable` (time-out, or the connection broke within the response), `protocol` (not HTTP, or too long) or
   * `cancelled`.
   */
  send(request: PreparedRequest, bearer: string | null, signal: AbortSignal): Promise<HttpResponse>
  close(): Promise<void>
}

/** Creates a transport for one service. The first request waits for a `baseUrl` that is a promise. */
export function createTransport(
  baseUrl: URL | Promise<URL>,
  clock: Clock,
  limits: TransportLimits = {},
  network: Network = { usesSystem: () => false },
): Transport {
  const {
    connectTimeoutMs = 10 * secondMs,
    responseTimeoutMs = 30 * secondMs,
    bodyLimitBytes = 32 * 1024 * 1024,
    ca,
  } = limits
  const connections = new Connections({ timeoutMs: connectTimeoutMs, ca, network })

  async function exchange(request: PreparedRequest, bearer: string | null, signal: AbortSignal): Promise<HttpResponse> {
    const { origin, pathname } = await baseUrl
    const agent = await connections.open(origin)
    signal.throwIfAborted()
    const response = await agent.request({
      origin,
      path: pathname.replace(/\/+$/, '') + request.target,
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body === null ? {} : { 'content-type': 'application/json' }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: request.body,
      signal,
    })
    return { status: response.statusCode, body: await readBody(response.body, bodyLimitBytes) }
  }

  return {
    async send(request, bearer, signal) {
      const deadline = new AbortController()
      const stopTimer = clock.after(responseTimeoutMs, () => deadline.abort())
      const linked = linkSignals(signal, deadline.signal)
      try {
        return await exchange(request, bearer, linked.signal)
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', m.broker_the_request_was_cancelled)
        if (deadline.signal.aborted)
          throw new AppError('unavailable', () =>
            m.errors_the_service_did_not_respond_within_response({ responseTimeoutMs: responseTimeoutMs / secondMs }),
          )
        throw asTransportFailure(error)
      } finally {
        stopTimer()
        linked.unlink()
      }
    },
    close: () => connections.close(),
  }
}

async function readBody(body: Dispatcher.ResponseData['body'], limitBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      // Leaving the loop destroys the stream and its connection.
      if (size > limitBytes)
        throw new AppError('protocol', () =>
          m.errors_the_service_sent_more_than_limit_bytes({ limitBytes: limitBytes / 1024 / 1024 }),
        )
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unavailable', () =>
      m.errors_the_connection_broke_off_within_the_response({ error: codeOf(error) }),
    )
  }
  return Buffer.concat(chunks)
}

/**
 * Returns the AppError for a failed connection. It contains only the code of the failure: the text of the failure may
 * contain parts of the request.
 */
export function asTransportFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && ['HTTPParserError', 'HeadersOverflowError'].includes(error.name)) {
    return new AppError('protocol', m.errors_the_response_is_not_http)
  }
  const proxyStatus = error instanceof Error ? /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] : undefined
  if (proxyStatus !== undefined)
    return new AppError('offline', () => m.errors_the_proxy_of_this_computer_refuses_the({ proxyStatus }))
  return (
    asCertificateFailure(error) ??
    new AppError('offline', () => m.errors_the_service_cannot_be_reached_error({ error: codeOf(error) }))
  )
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : ''
}
