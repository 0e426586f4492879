import type { Dispatcher } from 'undici'
import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'
import { linkSignals } from './abortable-wait.ts'
import { errorBytes, longerThan, type AnswerLimits } from './answer-limits.ts'
import type { PreparedRequest } from './endpoint.ts'
import type { HttpResponse } from './http-failure.ts'
import { asCertificateFailure } from './network/certificates.ts'
import { Connections, type Network } from './network/connections.ts'

/**
 * The response to a request that must not be repeated is lost: it is unknown whether the service executed the request.
 */
export class LostResponseError extends AppError {}

/** Limits of one request. */
export interface TransportLimits {
  /** For the connection, including the TLS handshake. */
  readonly connectTimeoutMs?: number
  /** For each whole response, from sending to the last byte, in place of the limit of its operation. */
  readonly responseTimeoutMs?: number
  /** Certificates to trust instead of all others, in PEM. */
  readonly ca?: string
}

interface SendOptions {
  readonly bearer: string | null
  readonly signal: AbortSignal
  readonly limits: Pick<AnswerLimits, 'bytes' | 'ms'>
}

/** The HTTP client of the app. It follows no redirect, and its errors contain no part of a request or response. */
export interface Transport {
  /**
   * Sends the request once. Throws `offline` (no connection, or it broke before the response), `bad-certificate`,
   * `unavailable` (time-out, or the connection broke within the response), `protocol` (not HTTP), `cancelled`, or an
   * AnswerTooLargeError for an answer beyond its limit of bytes. The body of an error is cut instead.
   */
  send(request: PreparedRequest, options: SendOptions): Promise<HttpResponse>
  close(): Promise<void>
}

const usualTimeoutMs = 30 * secondMs

/** Creates a transport for one service. The first request waits for a `baseUrl` that is a promise. */
export function createTransport(
  baseUrl: URL | Promise<URL>,
  clock: Clock,
  { connectTimeoutMs = 10 * secondMs, responseTimeoutMs, ca }: TransportLimits = {},
  network: Network = { usesSystem: () => false },
): Transport {
  const connections = new Connections({ timeoutMs: connectTimeoutMs, ca, network })

  async function exchange(request: PreparedRequest, options: SendOptions): Promise<HttpResponse> {
    const { bearer, signal, limits } = options
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
    return { status: response.statusCode, body: await readBody(response, limits.bytes) }
  }

  return {
    async send(request, { signal, ...options }) {
      const deadline = new AbortController()
      const timeoutMs = responseTimeoutMs ?? options.limits.ms ?? usualTimeoutMs
      const stopTimer = clock.after(timeoutMs, () => deadline.abort())
      const linked = linkSignals(signal, deadline.signal)
      try {
        return await exchange(request, { ...options, signal: linked.signal })
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', m.broker_the_request_was_cancelled)
        if (deadline.signal.aborted)
          throw new AppError('unavailable', () =>
            m.errors_the_service_did_not_respond_within_response({ responseTimeoutMs: timeoutMs / secondMs }),
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

// The app accepts no content encoding, so the bytes that are counted are those that are read.
async function readBody(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  limitBytes: number,
): Promise<Uint8Array> {
  const isFailure = statusCode < 200 || statusCode > 299
  if (!isFailure && Number(headers['content-length']) > limitBytes) {
    body.on('error', () => undefined).destroy()
    throw longerThan(limitBytes)
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      chunks.push(chunk)
      // Leaving the loop destroys the stream and its connection.
      if (!isFailure && size > limitBytes) throw longerThan(limitBytes)
      if (isFailure && size > errorBytes) break
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
  if (proxyStatus !== undefined) return new AppError('offline', () => m.errors_proxy_refuses({ proxyStatus }))
  return (
    asCertificateFailure(error) ??
    new AppError('offline', () => m.errors_the_service_cannot_be_reached_error({ error: codeOf(error) }))
  )
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : ''
}
