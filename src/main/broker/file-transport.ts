import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors.ts'
import { secondMs } from '../../shared/durations.ts'
import type { Clock } from '../time/clock.ts'
import { Connections, type Network } from './network/connections.ts'
import { asTransportFailure } from './transport.ts'
import { linkSignals } from './abortable-wait.ts'

export interface FileLimits {
  /** The maximum wait for the connection, for the head of the response, and between two parts of its body. */
  readonly silenceMs?: number
  readonly limitBytes?: number
  /** Certificates to trust instead of all others, in PEM. */
  readonly ca?: string
}

/** The head of a response, and its body, which can be read once. */
export interface FileResponse {
  readonly status: number
  readonly location: string | null
  readonly mediaType: string | null
  /** The file name of Content-Disposition, as sent. */
  readonly suggestedName: string | null
  /** As announced; `null` when the service does not state it. */
  readonly bytes: number | null
  /** Throws `offline`, `unavailable`, `protocol` (over the limit) or `cancelled`. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Drops the body. */
  discard(): void
}

/** GETs a file of any size. Follows no redirect; sends a token only when it gets one. */
export function createFileTransport(
  clock: Clock,
  limits: FileLimits = {},
  network: Network = { usesSystem: () => false },
) {
  const { silenceMs = 30 * secondMs, limitBytes = 512 * 1024 * 1024, ca } = limits
  const connections = new Connections({ timeoutMs: silenceMs, ca, network })

  return {
    /** Sends once and resolves when the head of the response has arrived; throws what `chunks` throws. */
    async open(url: URL, bearer: string | null, signal: AbortSignal): Promise<FileResponse> {
      const silence = new AbortController()
      let stopTimer = (): void => undefined
      const restartTimer = (): void => {
        stopTimer()
        stopTimer = clock.after(silenceMs, () => silence.abort())
      }
      const linked = linkSignals(signal, silence.signal)
      const end = (): void => {
        stopTimer()
        linked.unlink()
      }
      const explain = (error: unknown): AppError => {
        if (signal.aborted) return new AppError('cancelled', 'The transfer was cancelled')
        if (silence.signal.aborted)
          return new AppError('unavailable', `No data arrived for ${silenceMs / secondMs} s, so the transfer was ended`)
        return asTransportFailure(error)
      }
      async function* read(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
        let size = 0
        try {
          for await (const chunk of body as AsyncIterable<Buffer>) {
            restartTimer()
            size += chunk.byteLength
            if (size > limitBytes) throw tooLarge(limitBytes)
            yield chunk
          }
        } catch (error) {
          throw explain(error)
        } finally {
          end()
        }
      }
      restartTimer()
      try {
        const headers = { accept: '*/*', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) }
        const path = url.pathname + url.search
        const agent = await connections.open(url.origin)
        linked.signal.throwIfAborted()
        const response = await agent.request({
          origin: url.origin,
          path,
          method: 'GET',
          headers,
          signal: linked.signal,
        })
        restartTimer()
        const discard = (): void => {
          end()
          response.body.on('error', () => undefined).destroy()
        }
        const bytes = readLength(response.headers['content-length'])
        if (bytes !== null && bytes > limitBytes) {
          discard()
          throw tooLarge(limitBytes)
        }
        return {
          status: response.statusCode,
          location: single(response.headers.location),
          mediaType: single(response.headers['content-type']),
          suggestedName: readName(single(response.headers['content-disposition'])),
          bytes,
          chunks: read(response.body),
          discard,
        }
      } catch (error) {
        end()
        throw explain(error)
      }
    },
    close: () => connections.close(),
  }
}

const single = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null

const readLength = (header: string | string[] | undefined): number | null => {
  const value = single(header)
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
}

const readName = (disposition: string | null): string | null =>
  /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim() ?? null

const tooLarge = (limitBytes: number): AppError =>
  new AppError(
    'protocol',
    `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB, so it was not downloaded`,
  )
