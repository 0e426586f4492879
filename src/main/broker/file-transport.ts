import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import { asTransportFailure, loadAgent } from './transport.ts'
import { linkSignals } from './wait.ts'

export interface FileLimits {
  /** For the connection, for the head of the answer, and for each pause within its body. */
  readonly silenceMs?: number
  readonly limitBytes?: number
  /** Certificates to trust besides the system's, in PEM. */
  readonly ca?: string
}

/** The head of an answer, and its body to be read at most once. */
export interface FileAnswer {
  readonly status: number
  readonly location: string | null
  readonly mediaType: string | null
  /** The file name of Content-Disposition, as sent. */
  readonly suggestedName: string | null
  /** As announced; `null` when the service does not say. */
  readonly bytes: number | null
  /** Throws `offline`, `unavailable`, `protocol` (over the limit) or `cancelled`. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Gives the body up. */
  discard(): void
}

/** GETs a file of any size. Follows no redirect; sends the bearer only where it is given one. */
export function createFileTransport(clock: Clock, limits: FileLimits = {}) {
  const { silenceMs = 30_000, limitBytes = 512 * 1024 * 1024, ca } = limits
  const connect = { timeout: silenceMs, ...(ca === undefined ? {} : { ca }) }
  const connections = loadAgent({ connect, headersTimeout: 0, bodyTimeout: 0 })

  return {
    /** Sends once, and answers when the head of the answer is here; throws as `chunks` does. */
    async open(url: URL, bearer: string | null, signal: AbortSignal): Promise<FileAnswer> {
      const silence = new AbortController()
      let stopTimer = (): void => undefined
      const hear = (): void => {
        stopTimer()
        stopTimer = clock.after(silenceMs, () => silence.abort())
      }
      const either = linkSignals(signal, silence.signal)
      const end = (): void => {
        stopTimer()
        either.unlink()
      }
      const explain = (error: unknown): AppError => {
        if (signal.aborted) return new AppError('cancelled', 'The transfer was cancelled')
        if (silence.signal.aborted)
          return new AppError('unavailable', `Nothing came for ${silenceMs / 1000} s, so the transfer was ended`)
        return asTransportFailure(error)
      }
      async function* read(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
        let size = 0
        try {
          for await (const chunk of body as AsyncIterable<Buffer>) {
            hear()
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
      hear()
      try {
        const headers = { accept: '*/*', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) }
        const path = url.pathname + url.search
        const agent = await connections.open()
        either.signal.throwIfAborted()
        const answer = await agent.request({ origin: url.origin, path, method: 'GET', headers, signal: either.signal })
        hear()
        const discard = (): void => {
          end()
          answer.body.on('error', () => undefined).destroy()
        }
        const bytes = readLength(answer.headers['content-length'])
        if (bytes !== null && bytes > limitBytes) {
          discard()
          throw tooLarge(limitBytes)
        }
        return {
          status: answer.statusCode,
          location: single(answer.headers.location),
          mediaType: single(answer.headers['content-type']),
          suggestedName: readName(single(answer.headers['content-disposition'])),
          bytes,
          chunks: read(answer.body),
          discard,
        }
      } catch (error) {
        end()
        throw explain(error)
      }
    },
    close: connections.close,
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
  new AppError('protocol', `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB, so it was not taken`)
