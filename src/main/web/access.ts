import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'tidemark'

/** Decides who may talk to the local web host: holders of this start's key, from this host's own pages. */
export interface Access {
  /** Random for each start; stands in the printed URL once. */
  readonly key: string
  /** The Host header names this server on loopback, and Origin, where sent, is this server. Stops DNS rebinding and other sites. */
  isOwnOrigin(request: IncomingMessage): boolean
  /** Bears the key as `Authorization: Bearer KEY` or in the cookie. */
  isAllowed(request: IncomingMessage): boolean
  isKey(candidate: string | null): boolean
  /** The cookie that a page gets in exchange for the key in its URL. */
  cookie(): string
}

export function createAccess(port: () => number): Access {
  const key = randomBytes(32).toString('base64url')
  // Digests have one length, so the comparison tells nothing of the candidate's.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const isKey = (candidate: string | null): boolean =>
    candidate !== null && timingSafeEqual(digest(candidate), digest(key))
  const hosts = (): readonly string[] => [`127.0.0.1:${port()}`, `localhost:${port()}`]
  return {
    key,
    isKey,
    isOwnOrigin({ headers }) {
      const { host, origin } = headers
      if (host === undefined || !hosts().includes(host)) return false
      return origin === undefined || origin === `http://${host}`
    },
    isAllowed({ headers }) {
      const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null
      return isKey(bearer) || isKey(readCookie(headers.cookie, `${cookieName}-${port()}`))
    },
    cookie: () => `${cookieName}-${port()}=${key}; HttpOnly; SameSite=Strict; Path=/`,
  }
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [found, value] = pair.trim().split('=', 2)
    if (found === name && value !== undefined) return value
  }
  return null
}
