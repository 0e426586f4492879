import type { Agent, Dispatcher } from 'undici'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { PreparedRequest } from './endpoint.ts'
import { linkSignals } from './wait.ts'

/** An answer as it came, whatever its status. */
export interface Answer {
  readonly status: number
  readonly body: Uint8Array
}

/** Bounds on what the service may cost us. */
export interface TransportLimits {
  /** For the connection, the TLS handshake included. */
  readonly connectTimeoutMs?: number
  /** For the whole of an answer, from sending to its last byte. */
  readonly answerTimeoutMs?: number
  readonly bodyLimitBytes?: number
}

/** The only HTTP client of the product. It follows no redirect, and says no more of a failure than what kind it is. */
export interface Transport {
  /**
   * Sends once. Throws `offline` (no connection, or it broke before an answer), `unavailable` (time-out, or it broke within
   * the answer), `protocol` (not HTTP, or too long) or `cancelled`.
   */
  send(request: PreparedRequest, bearer: string | null, signal: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

/** The client's code is loaded with the first request: a start answers from the cache before it. */
export function createTransport(baseUrl: URL | Promise<URL>, clock: Clock, limits: TransportLimits = {}): Transport {
  const { connectTimeoutMs = 10_000, answerTimeoutMs = 30_000, bodyLimitBytes = 32 * 1024 * 1024 } = limits
  // The time of the whole answer is watched here: the agent's own two time-outs would cover it only in parts.
  const connections = loadAgent({ connect: { timeout: connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 })

  async function exchange(request: PreparedRequest, bearer: string | null, signal: AbortSignal): Promise<Answer> {
    const [agent, { origin, pathname }] = await Promise.all([connections.open(), baseUrl])
    signal.throwIfAborted()
    const answer = await agent.request({
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
    return { status: answer.statusCode, body: await readBody(answer.body, bodyLimitBytes) }
  }

  return {
    async send(request, bearer, signal) {
      const deadline = new AbortController()
      const stopTimer = clock.after(answerTimeoutMs, () => deadline.abort())
      const either = linkSignals(signal, deadline.signal)
      try {
        return await exchange(request, bearer, either.signal)
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', 'The request was cancelled')
        if (deadline.signal.aborted)
          throw new AppError('unavailable', `The service did not answer within ${answerTimeoutMs / 1000} s`)
        throw asTransportFailure(error)
      } finally {
        stopTimer()
        either.unlink()
      }
    },
    close: connections.close,
  }
}

/** One agent, made when it is first needed. After `close` there is none. */
export function loadAgent(options: Agent.Options) {
  let loading: Promise<Agent> | null = null
  let isClosed = false
  return {
    async open(): Promise<Agent> {
      if (isClosed) throw new AppError('cancelled', 'The connection was closed')
      loading ??= import('undici').then((undici) => new undici.Agent(options))
      return loading
    },
    async close(): Promise<void> {
      isClosed = true
      await (await loading)?.destroy()
    },
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
        throw new AppError('protocol', `The service sent more than ${limitBytes / 1024 / 1024} MB at once`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unavailable', `The connection broke off within the answer${codeOf(error)}`)
  }
  return Buffer.concat(chunks)
}

/** The failure of a connection, as a window may hear it. Only its code is told: its text may hold parts of what was sent. */
export function asTransportFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && ['HTTPParserError', 'HeadersOverflowError'].includes(error.name)) {
    return new AppError('protocol', 'What answered does not speak HTTP')
  }
  return new AppError('offline', `The service cannot be reached${codeOf(error)}`)
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : ''
}
