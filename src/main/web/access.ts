import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'

/** How long an address can be opened. */
export const launchKeyMs = 60_000

/**
 * Controls access to the local web host: requests must be sent to it by its own pages or by scripts, with a credential
 * in the `Authorization` header. Three credentials exist:
 * - A launch key is part of each address that the host prints or opens. A page exchanges it for a session token, once and within 60 s.
 * - A session token belongs to the pages of one browser and is valid until the host ends. After a restart an open page gets
 *   a new one by a signature (see TrustedPages): a token that would outlive the host could be read by any program
 *   that takes its port.
 * - The script key comes from the file of `--key-file`.
 * No credential is in a cookie: a browser sends the cookies of a host to all of its ports, so to other programs too.
 */
export class Access {
  readonly #clock: Clock
  readonly #port: () => number
  /** Digests, so that the duration of a lookup reveals nothing about a credential. */
  readonly #bearers = new Set<string>()
  /** The digest of each unused launch key, with the time at which it expires. */
  readonly #launchKeys = new Map<string, number>()

  constructor(options: { readonly clock: Clock; readonly port: () => number; readonly scriptKey: string | null }) {
    this.#clock = options.clock
    this.#port = options.port
    if (options.scriptKey !== null) this.#bearers.add(digest(options.scriptKey))
  }

  /** Checks that Host is this server on loopback and Origin, if sent, is this server. Blocks DNS rebinding and other sites. */
  isOwnOrigin({ headers: { host, origin } }: IncomingMessage): boolean {
    if (host !== `127.0.0.1:${this.#port()}` && host !== `localhost:${this.#port()}`) return false
    return origin === undefined || origin === `http://${host}`
  }

  /** Whether the request has a session token or the script key, as `Authorization: Bearer TOKEN`. */
  isAllowed(request: IncomingMessage): boolean {
    const bearer = readBearer(request)
    return bearer !== null && this.#bearers.has(digest(bearer))
  }

  issueLaunchKey(): string {
    const now = this.#clock.monotonic()
    for (const [key, expiresAt] of this.#launchKeys) if (expiresAt <= now) this.#launchKeys.delete(key)
    const key = createRandomKey()
    this.#launchKeys.set(digest(key), now + launchKeyMs)
    return key
  }

  /** A new session token for the launch key of the request; `null` when the key is unknown, used or expired. */
  openSession(request: IncomingMessage): string | null {
    const key = digest(readBearer(request) ?? '')
    const expiresAt = this.#launchKeys.get(key)
    this.#launchKeys.delete(key)
    return expiresAt === undefined || expiresAt <= this.#clock.monotonic() ? null : this.issueToken()
  }

  /** A new session token, for a page that is trusted already. */
  issueToken(): string {
    const token = createRandomKey()
    this.#bearers.add(digest(token))
    return token
  }
}

export const createRandomKey = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

const readBearer = ({ headers }: IncomingMessage): string | null =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null

/**
 * The key for scripts, from a file that only its owner can read; a missing file is created with a new key. Throws
 * AppError `invalid` when the file is open to others, contains no key, or cannot be read or created.
 */
export function readKeyFile(path: string): string {
  try {
    const key = createRandomKey()
    // Exclusive: an existing file, or a link in its place, is never overwritten.
    writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600 })
    return key
  } catch (cause) {
    if (!isExisting(cause)) throw new AppError('invalid', m.web_the_key_file_cannot_be_created({ path }), { cause })
  }
  const key = readExisting(path)
  if (!/^[\w-]{32,}$/.test(key)) throw new AppError('invalid', m.web_the_key_file_contains_no_key({ path }))
  return key
}

function readExisting(path: string): string {
  let mode: number
  let key: string
  try {
    mode = statSync(path).mode
    key = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError('invalid', m.web_the_key_file_cannot_be_read({ path }), { cause })
  }
  // Windows has no such modes: there the folder of the user protects the file.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new AppError('invalid', m.web_other_users_can_read_the_key_file({ path }))
  return key
}

const isExisting = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'
