import type { Server } from 'node:http'
import { minuteMs } from '#shared/durations.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { TransactionOrder } from './accounts/transactions.ts'
import { suggestSymbols } from './catalog/catalog.ts'
import type { DemoSize } from './data/account-plans.ts'
import type { Market } from './market/market.ts'
import type { Orders } from './orders/orders.ts'
import { answerRequest } from './service/answer-request.ts'
import { type LoggedRequest, AccessLog } from './service/dispatch.ts'
import { Faults } from './service/faults.ts'
import { type AnswerShape, createWorld } from './world/world.ts'

// A static import would load all lazy exports of the module, a whole HTTP client among them.
const { createServer } = process.getBuiltinModule('node:http')

/** Options of a demo; each has a default. */
export interface DemoBrokerOptions {
  readonly size?: DemoSize
  readonly seed?: number
  readonly clock?: Clock
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly requestsPerMinute?: number
  readonly tokenLifeMs?: number
  /** The largest number of transactions in one response. */
  readonly transactionCap?: number
  readonly transactionOrder?: TransactionOrder
  /** Every market trades round the clock. */
  readonly alwaysOpen?: boolean
  readonly readOnly?: boolean
  readonly as?: AnswerShape
  /** Called after each answered request. */
  readonly accessLog?: (request: LoggedRequest) => void
}

/** A running demo broker. */
export interface DemoBroker {
  readonly baseUrl: string
  /** Random at each start. */
  readonly secret: string
  readonly faults: Faults
  readonly market: Market
  readonly orders: Orders
  readonly accounts: Accounts
  /** For the first watchlist. */
  readonly suggestedSymbols: readonly string[]
  /** Every token still stored: tests search for them where they must not appear. */
  issuedTokens(): readonly string[]
  /** The latest requests, oldest first. */
  requests(): readonly LoggedRequest[]
  close(): Promise<void>
}

/** Starts a demo of the service on loopback; see `service/` for its HTTP surface and `world/` for its data. */
export async function startDemoBroker(options: DemoBrokerOptions = {}): Promise<DemoBroker> {
  const world = createWorld({
    size: options.size ?? 'small',
    seed: options.seed ?? 1,
    clock: options.clock ?? systemClock,
    requestsPerMinute: options.requestsPerMinute ?? 200,
    tokenLifeMs: options.tokenLifeMs ?? 15 * minuteMs,
    transactionCap: options.transactionCap ?? 1000,
    transactionOrder: options.transactionOrder ?? 'newest-first',
    alwaysOpen: options.alwaysOpen ?? false,
    readOnly: options.readOnly ?? false,
    as: options.as ?? 'documented',
  })
  const log = new AccessLog(options.accessLog)
  const server = createServer((request, response) => {
    const origin = `http://127.0.0.1:${port}`
    // A connection that broke in between has nobody to answer.
    answerRequest({ world, faults, log, origin }, request, response).catch(() => response.destroy())
  })
  const faults = new Faults({
    goDown: () => stop(server),
    comeUp: async () => {
      if (!server.listening) await listen(server, port)
    },
    revokeTokens: () => world.tokens.revokeAll(),
  })
  const port = await listen(server, options.port ?? 0)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    secret: world.tokens.secret,
    faults,
    market: world.market,
    orders: world.orders,
    accounts: world.accounts,
    suggestedSymbols: suggestSymbols(world.market.catalog, world.clock.now()),
    issuedTokens: () => world.tokens.list(),
    requests: () => log.list(),
    close: () => stop(server),
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve()
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
