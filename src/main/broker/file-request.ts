import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { FileResponse } from './file-transport.ts'
import { throwFailure } from './http-failure.ts'

/** A file whose transfer has started, or the origin of a file that the user must allow first. */
export type RequestedFile =
  | ({ readonly kind: 'file' } & Pick<FileResponse, 'mediaType' | 'suggestedName' | 'bytes' | 'chunks'>)
  | { readonly kind: 'foreign'; readonly origin: string }

export interface FileRequest {
  /** The address as the service stated it. A relative address belongs to the service's own origin. */
  readonly url: string
  /** Another origin that the user allowed. It never receives the token. */
  readonly allowedOrigin: string | null
}

interface Parts {
  readonly baseUrl: URL
  /** Sends with the session's token, within the budget. */
  readonly openOwn: (url: URL) => Promise<FileResponse>
  /** Sends without a token. */
  readonly openForeign: (url: URL) => Promise<FileResponse>
}

const maxRedirects = 4

/**
 * Requests a file and follows redirects. The token goes only to the service's own origin; any other origin must be https and
 * allowed by the user. Throws `invalid` or `protocol` for an address that must not be fetched, and the failure of a response.
 */
export async function requestFile({ url, allowedOrigin }: FileRequest, parts: Parts): Promise<RequestedFile> {
  let target = readUrl(url, parts.baseUrl)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const isOwn = target.origin === parts.baseUrl.origin
    if (!isOwn && target.protocol !== 'https:')
      throw new AppError('invalid', () => m.errors_report_not_https({ origin: target.origin }))
    if (!isOwn && target.origin !== allowedOrigin) return { kind: 'foreign', origin: target.origin }
    const response = isOwn ? await parts.openOwn(target) : await parts.openForeign(target)
    if (response.status < 300 || response.status > 399 || response.location === null) return asFile(response, isOwn)
    response.discard()
    target = readUrl(response.location, target)
  }
  throw new AppError('protocol', m.errors_the_address_of_the_file_redirects_too)
}

function readUrl(text: string, base: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('protocol', m.errors_report_address_unusable)
  return url
}

function asFile(response: FileResponse, isOwn: boolean): RequestedFile {
  const { status, mediaType, suggestedName, bytes, chunks } = response
  if (status === 200) return { kind: 'file', mediaType, suggestedName, bytes, chunks }
  response.discard()
  // The error must not contain the body: another program may have written it.
  if (isOwn) throwFailure({ status, body: new Uint8Array() }, [])
  const message = () => m.errors_report_status({ status })
  throw new AppError(status >= 500 || status === 429 ? 'unavailable' : 'invalid', message)
}
