import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../time/clock.ts'

/** A session token; times in UTC ms. */
export interface Token {
  readonly text: string
  readonly createdAt: number
  readonly expiresAt: number
}

const maxTokens = 1000

/** Issues tokens for the secret and checks them. Secret and tokens are random at each start. */
export class Tokens {
  readonly secret = `demo-${randomBytes(24).toString('base64url')}`
  readonly #clock: Clock
  readonly #lifeMs: number
  readonly #tokens = new Map<string, Token>()

  constructor(clock: Clock, lifeMs: number) {
    this.#clock = clock
    this.#lifeMs = lifeMs
  }

  /** A new token, or null for a wrong secret. */
  create(secret: string): Token | null {
    const actual = Buffer.from(secret)
    const expected = Buffer.from(this.secret)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
    const createdAt = this.#clock.now()
    const token = { text: randomBytes(48).toString('base64url'), createdAt, expiresAt: createdAt + this.#lifeMs }
    this.#tokens.set(token.text, token)
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= maxTokens) break
      this.#tokens.delete(oldest)
    }
    return token
  }

  /** The token with this text; null when unknown or expired. */
  find(text: string): Token | null {
    const token = this.#tokens.get(text)
    if (token === undefined) return null
    if (this.#clock.now() < token.expiresAt) return token
    this.#tokens.delete(text)
    return null
  }

  list(): readonly string[] {
    return [...this.#tokens.keys()]
  }

  revokeAll(): void {
    this.#tokens.clear()
  }
}
