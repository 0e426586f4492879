import { AppError } from '../../shared/errors.ts'
import { refuseFailure } from './failure.ts'
import type { FileAnswer } from './file-transport.ts'

/** A file that is being sent, or another origin that must be allowed first. */
export type RequestedFile =
  | ({ readonly kind: 'file' } & Pick<FileAnswer, 'mediaType' | 'suggestedName' | 'bytes' | 'chunks'>)
  | { readonly kind: 'elsewhere'; readonly origin: string }

export interface FileRequest {
  /** As the service named it; a relative one belongs to the service's own origin. */
  readonly url: string
  /** An origin besides the service's own that the person allowed; it never gets the bearer. */
  readonly allowedOrigin: string | null
}

interface Parts {
  readonly baseUrl: URL
  /** Sends with the session's token, within the budget. */
  readonly openOwn: (url: URL) => Promise<FileAnswer>
  /** Sends without a token. */
  readonly openElsewhere: (url: URL) => Promise<FileAnswer>
}

const mostRedirects = 4

/**
 * Asks for a file wherever its address leads. The bearer goes to the service's own origin alone, redirects included; any
 * other must be https and allowed by the person. Throws an AppError for an address that is not fetched and for a refusal.
 */
export async function requestFile({ url, allowedOrigin }: FileRequest, parts: Parts): Promise<RequestedFile> {
  let target = readUrl(url, parts.baseUrl)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const isOwn = target.origin === parts.baseUrl.origin
    if (!isOwn && target.protocol !== 'https:')
      throw new AppError('invalid', `The file lies at ${target.origin}, which is not https. It is not fetched.`)
    if (!isOwn && target.origin !== allowedOrigin) return { kind: 'elsewhere', origin: target.origin }
    const answer = isOwn ? await parts.openOwn(target) : await parts.openElsewhere(target)
    if (answer.status < 300 || answer.status > 399 || answer.location === null) return asFile(answer, isOwn)
    answer.discard()
    target = readUrl(answer.location, target)
  }
  throw new AppError('protocol', 'The address of the file leads round in circles')
}

function readUrl(text: string, base: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('protocol', 'The service named an address for the file that cannot be used')
  return url
}

function asFile(answer: FileAnswer, isOwn: boolean): RequestedFile {
  const { status, mediaType, suggestedName, bytes, chunks } = answer
  if (status === 200) return { kind: 'file', mediaType, suggestedName, bytes, chunks }
  answer.discard()
  // Without its body: what another program wrote there is not repeated.
  if (isOwn) refuseFailure({ status, body: new Uint8Array() }, [])
  const message = `The file could not be fetched: the answer was ${status}`
  throw new AppError(status >= 500 || status === 429 ? 'unavailable' : 'invalid', message)
}
