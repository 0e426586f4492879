import { randomBytes, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'
import { Accounts } from '../accounts/accounts.ts'
import { Reports } from '../accounts/reports.ts'
import { Transactions, type TransactionOrder } from '../accounts/transactions.ts'
import type { DemoSize } from '../data/account-plans.ts'
import { Market } from '../market/market.ts'
import { Orders } from '../orders/orders.ts'

const windowMs = minuteMs

/** Admits at most `limit` requests in any sliding minute. Refused requests do not count. */
class RateLimit {
  readonly limit: number
  readonly #clock: Clock
  #admitted: number[] = []

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.limit = limit
  }

  admit(): boolean {
    if (this.remaining() === 0) return false
    this.#admitted.push(this.#clock.monotonic())
    return true
  }

  remaining(): number {
    const now = this.#clock.monotonic()
    this.#admitted = this.#admitted.filter((at) => at > now - windowMs)
    return Math.max(0, this.limit - this.#admitted.length)
  }

  /** UTC ms when the whole limit is available again, if nothing more is sent. */
  resetAt(): number {
    const latest = this.#admitted.at(-1)
    return this.#clock.now() + (latest === undefined ? 0 : latest + windowMs - this.#clock.monotonic())
  }
}

/** A session token; times in UTC ms. */
export interface Token {
  readonly text: string
  readonly createdAt: number
  readonly expiresAt: number
}

const maxTokens = 1000

/** Issues tokens for the secret and checks them. Secret and tokens are random at each start. */
class Tokens {
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

/** Whether the demo answers as the service's contract says, or as the service was recorded to answer. */
export type AnswerShape = 'documented' | 'recorded'

/** The options that distinguish one demo from another. */
interface WorldOptions {
  readonly size: DemoSize
  readonly seed: number
  readonly clock: Clock
  readonly requestsPerMinute: number
  readonly tokenLifeMs: number
  readonly transactionCap: number
  readonly transactionOrder: TransactionOrder
  readonly alwaysOpen: boolean
  readonly readOnly: boolean
  /** By default `documented`. */
  readonly as?: AnswerShape
}

/** All state that the demo's endpoints read and change. */
export interface World {
  readonly clock: Clock
  readonly market: Market
  readonly transactions: Transactions
  readonly accounts: Accounts
  readonly orders: Orders
  readonly reports: Reports
  readonly tokens: Tokens
  readonly rateLimit: RateLimit
  readonly transactionCap: number
  readonly readOnly: boolean
  readonly as: AnswerShape
}

/** Builds a demo's world. It does nothing on its own: each request computes what it needs. */
export function createWorld(options: WorldOptions): World {
  const { clock, size, transactionCap, readOnly, as = 'documented' } = options
  const market = new Market(options.seed, clock, options.alwaysOpen, as === 'recorded')
  const transactions = new Transactions(market, size, options.transactionOrder)
  const accounts = new Accounts(market, transactions, size)
  return {
    clock,
    market,
    transactions,
    accounts,
    orders: new Orders(market, accounts.ids),
    reports: new Reports(market, accounts, transactions),
    tokens: new Tokens(clock, options.tokenLifeMs),
    rateLimit: new RateLimit(clock, options.requestsPerMinute),
    transactionCap,
    readOnly,
    as,
  }
}
