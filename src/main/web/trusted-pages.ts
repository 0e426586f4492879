import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { dayMs } from '#shared/durations.ts'
import { replaceJson } from '../disk/replace-file.ts'
import type { Clock } from '../time/clock.ts'

/** The public half of a key that a page made; the private half never leaves the page. */
export const PublicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(64),
  y: z.string().max(64),
})
export type PublicKey = z.infer<typeof PublicKey>

const Stored = z.object({
  /** The port that the host had last: an open page looks for it there. */
  port: z.int().min(0).max(65_535),
  pages: z.array(z.object({ key: PublicKey, port: z.int(), at: z.number() })),
})
type Stored = z.infer<typeof Stored>

/** Each reload of a page makes a key; the oldest ones belong to pages that are long closed. */
const maxPages = 64
const maxAgeMs = 30 * dayMs
const challengeMs = 60_000
const maxChallenges = 256

/** The text that a page signs: it names the address of the page, so that no other program of the computer can pass it on. */
export const signedText = (origin: string, challenge: string): string => `tidemark page ${origin} ${challenge}`

/**
 * The pages that were let in by an address of this host, in a file of public keys. After a restart such a page signs a
 * challenge and is let in again. A key counts at the port where it was stored only: what another program serves at this port
 * while Tidemark is away is no page of ours, and has no key.
 */
export class TrustedPages {
  readonly #path: string
  readonly #clock: Clock
  /** Unused challenges, with the time at which each expires. */
  readonly #challenges = new Map<string, number>()

  constructor(path: string, clock: Clock) {
    this.#path = path
    this.#clock = clock
  }

  /** Read each time: deleting all data removes the file, and its content must not be written again. */
  get #stored(): Stored {
    return read(this.#path)
  }

  /** The port of the last run; 0 before the first. */
  get port(): number {
    return this.#stored.port
  }

  keepPort(port: number): void {
    if (port !== this.#stored.port) this.#write({ ...this.#stored, port })
  }

  /** Lets the holder of the key in again after a restart at this port. */
  trust(key: PublicKey, port: number): void {
    const now = this.#clock.now()
    const pages = this.#stored.pages.filter(({ at }) => now - at < maxAgeMs).slice(1 - maxPages)
    this.#write({ port, pages: [...pages, { key, port, at: now }] })
  }

  issueChallenge(): string {
    const now = this.#clock.monotonic()
    for (const [old, expiresAt] of this.#challenges)
      if (expiresAt <= now || this.#challenges.size >= maxChallenges) this.#challenges.delete(old)
    const challenge = randomBytes(32).toString('base64url')
    this.#challenges.set(challenge, now + challengeMs)
    return challenge
  }

  /** Whether a trusted page of this port signed a challenge of this run, which is used up by that. */
  accepts(signed: { readonly challenge: string; readonly signature: string }, origin: string, port: number): boolean {
    const expiresAt = this.#challenges.get(signed.challenge)
    this.#challenges.delete(signed.challenge)
    if (expiresAt === undefined || expiresAt <= this.#clock.monotonic()) return false
    const now = this.#clock.now()
    const text = Buffer.from(signedText(origin, signed.challenge))
    const signature = Buffer.from(signed.signature, 'base64url')
    return this.#stored.pages.some(
      (page) => page.port === port && now - page.at < maxAgeMs && isSignedBy(page.key, text, signature),
    )
  }

  #write(next: Stored): void {
    try {
      replaceJson(this.#path, next)
    } catch {
      // A full disk: the page needs a new address after the next start.
    }
  }
}

function isSignedBy(key: PublicKey, text: Buffer, signature: Buffer): boolean {
  try {
    const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' })
    return verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  } catch {
    return false // No point of the curve.
  }
}

/** A missing or damaged file trusts nobody. */
function read(path: string): Stored {
  try {
    return Stored.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { port: 0, pages: [] }
  }
}
