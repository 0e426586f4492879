import type { Dispatcher } from 'undici'
import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'
import { linkSignals } from './abortable-wait.ts'
import { Connections, type Network } from './network/connections.ts'
import { asTransportFailure } from './transport.ts'

export interface FileLimits {
  /** The maximum wait for the connection, for the head of the response, and between two parts of its body. */
  readonly silenceMs?: number
  /** The maximum time of a whole transfer. */
  readonly wholeMs?: number
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
  /** The announced size; `null` if the service does not state it. */
  readonly bytes: number | null
  /** Throws `offline`, `unavailable`, `protocol` (over the limit) or `cancelled`. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Drops the body. */
  discard(): void
}

/** Downloads files of any size by GET. It follows no redirect and sends a token only if `open` gets one. */
export class FileTransport {
  readonly #clock: Clock
  readonly #silenceMs: number
  readonly #wholeMs: number
  readonly #limitBytes: number
  readonly #connections: Connections

  constructor(clock: Clock, limits: FileLimits = {}, network: Network = { usesSystem: () => false }) {
    const { silenceMs = 30 * secondMs, wholeMs = hourMs, limitBytes = 512 * 1024 * 1024, ca } = limits
    this.#clock = clock
    this.#silenceMs = silenceMs
    this.#wholeMs = wholeMs
    this.#limitBytes = limitBytes
    this.#connections = new Connections({ timeoutMs: silenceMs, ca, network })
  }

  /**
   * Sends the request once and resolves when the head of the response has arrived. Throws the same errors as `chunks`.
   */
  async open(url: URL, bearer: string | null, signal: AbortSignal): Promise<FileResponse> {
    const transfer = new Transfer(this.#clock, { silenceMs: this.#silenceMs, wholeMs: this.#wholeMs }, signal)
    try {
      const headers = { accept: '*/*', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) }
      const { origin } = url
      const agent = await this.#connections.open(origin)
      transfer.signal.throwIfAborted()
      const path = url.pathname + url.search
      const response = await agent.request({ origin, path, method: 'GET', headers, signal: transfer.signal })
      transfer.noteData()
      const discard = (): void => {
        transfer.end()
        response.body.on('error', () => undefined).destroy()
      }
      const bytes = readLength(response.headers['content-length'])
      if (bytes !== null && bytes > this.#limitBytes) {
        discard()
        throw tooLarge(this.#limitBytes)
      }
      return {
        status: response.statusCode,
        location: single(response.headers.location),
        mediaType: single(response.headers['content-type']),
        suggestedName: readName(single(response.headers['content-disposition'])),
        bytes,
        chunks: transfer.read(response.body, this.#limitBytes),
        discard,
      }
    } catch (error) {
      transfer.end()
      throw transfer.explain(error)
    }
  }

  close(): Promise<void> {
    return this.#connections.close()
  }
}

/** One transfer. It ends if the caller aborts it, if no data arrives for too long, or if the whole takes too long. */
class Transfer {
  readonly #clock: Clock
  readonly #limits: Required<Pick<FileLimits, 'silenceMs' | 'wholeMs'>>
  readonly #aborted: AbortSignal
  readonly #expired = new AbortController()
  readonly #linked
  readonly #stopWhole
  #stopSilence = (): void => undefined

  constructor(clock: Clock, limits: Required<Pick<FileLimits, 'silenceMs' | 'wholeMs'>>, aborted: AbortSignal) {
    this.#clock = clock
    this.#limits = limits
    this.#aborted = aborted
    this.#linked = linkSignals(aborted, this.#expired.signal)
    const { wholeMs } = limits
    this.#stopWhole = this.#expireAfter(wholeMs, () =>
      m.errors_the_transfer_took_too_long({ minutes: wholeMs / minuteMs }),
    )
    this.noteData()
  }

  get signal(): AbortSignal {
    return this.#linked.signal
  }

  /** Restarts the time-out after data has arrived. */
  noteData(): void {
    this.#stopSilence()
    const { silenceMs } = this.#limits
    this.#stopSilence = this.#expireAfter(silenceMs, () => m.errors_transfer_stalled({ seconds: silenceMs / secondMs }))
  }

  end(): void {
    this.#stopSilence()
    this.#stopWhole()
    this.#linked.unlink()
  }

  explain(error: unknown): AppError {
    if (this.#aborted.aborted) return new AppError('cancelled', m.errors_the_transfer_was_cancelled)
    const reason: unknown = this.#expired.signal.reason
    return reason instanceof AppError ? reason : asTransportFailure(error)
  }

  #expireAfter(delayMs: number, message: () => string): () => void {
    return this.#clock.after(delayMs, () => this.#expired.abort(new AppError('unavailable', message)))
  }

  async *read(body: Dispatcher.ResponseData['body'], limitBytes: number): AsyncGenerator<Uint8Array> {
    let size = 0
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        this.noteData()
        size += chunk.byteLength
        if (size > limitBytes) throw tooLarge(limitBytes)
        yield chunk
      }
    } catch (error) {
      throw this.explain(error)
    } finally {
      this.end()
    }
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
  new AppError('protocol', () =>
    m.errors_the_file_is_larger_than_limit_bytes({ limitBytes: Math.floor(limitBytes / 1024 / 1024) }),
  )
