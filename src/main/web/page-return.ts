import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import { m } from '#shared/messages/messages.js'
import type { Access } from './access.ts'
import { readBody, sendJson, sendText } from './responses.ts'
import { PublicKey, type TrustedPages } from './trusted-pages.ts'

const SignedChallenge = z.object({ challenge: z.string().max(128), signature: z.string().max(256) })

/** Answers the requests by which an open page comes back after a restart of the host. */
export class PageReturn {
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
