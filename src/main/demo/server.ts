import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../clock.ts'
import type { Accounts } from './accounts.ts'
import type { DemoSize } from './data/plans.ts'
import { jsonReply, perform, readBody, splitPath, type Reply } from './dispatch.ts'
import { Faults } from './faults.ts'
import { errorBody, Refusal } from './http.ts'
import type { Market } from './market.ts'
import type { Orders } from './orders.ts'
import { type LoggedRequest, RequestLog } from './request-log.ts'
import { type FinalFault, send, sendFault } from './reply.ts'
import { suggestSymbols } from './suggested.ts'
import type { TransactionOrder } from './transactions.ts'
import { createWorld, type World } from './world.ts'

// Imported as a module it would fill all its lazy exports, a whole HTTP client among them.
const { createServer } = process.getBuiltinModule('node:http')

/** How a demo is to be; all of it may be left out. */
export interface DemoBrokerOptions {
  readonly size?: DemoSize
  readonly seed?: number
  readonly clock?: Clock
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly requestsPerMinute?: number
  readonly tokenLifeMs?: number
  /** The most transactions in one answer. */
  readonly transactionCap?: number
  readonly transactionOrder?: TransactionOrder
  /** Lets every market trade round the clock. */
  readonly alwaysOpen?: boolean
  readonly readOnly?: boolean
  /** Told of each answered request. */
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
  /** For a first watchlist. */
  readonly suggestedSymbols: readonly string[]
  /** Every token that is kept, for tests that look for them where they must not be. */
  issuedTokens(): readonly string[]
  /** The latest requests, oldest first. */
  requests(): readonly LoggedRequest[]
  close(): Promise<void>
}

/** Starts a demo of the service on loopback. */
export async function startDemoBroker(options: DemoBrokerOptions = {}): Promise<DemoBroker> {
  const world = createWorld({
    size: options.size ?? 'small',
    seed: options.seed ?? 1,
    clock: options.clock ?? systemClock,
    requestsPerMinute: options.requestsPerMinute ?? 200,
    tokenLifeMs: options.tokenLifeMs ?? 15 * 60_000,
    transactionCap: options.transactionCap ?? 1000,
    transactionOrder: options.transactionOrder ?? 'newest-first',
    alwaysOpen: options.alwaysOpen ?? false,
    readOnly: options.readOnly ?? false,
  })
  const log = new RequestLog(options.accessLog)
  const server = createServer((request, response) => {
    // A connection that broke meanwhile has nobody to be told.
    answer(world, faults, log, `http://127.0.0.1:${port}`, request, response).catch(() => response.destroy())
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
    suggestedSymbols: suggestSymbols({ catalog: world.market.catalog, now: world.clock.now() }),
    issuedTokens: () => world.tokens.list(),
    requests: () => log.list(),
    close: () => stop(server),
  }
}

async function answer(
  world: World,
  faults: Faults,
  log: RequestLog,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = request
  const [rawPath = '/', search = ''] = url.split(/\?(.*)/s)
  const segments = splitPath(rawPath)
  const path = segments === null ? rawPath : `/${segments.join('/')}`
  const { authorization } = headers
  const note = log.add({
    at: world.clock.now(),
    method,
    path,
    query: search,
    hadAuthorization: authorization !== undefined,
  })
  const reply = (full: Reply): void => {
    note(full.status)
    send(response, full)
  }
  if (!world.rateLimit.admit()) return reply(jsonReply(429, errorBody(429, 'Too Many Requests')))
  const bodyText = await readBody(request).catch((error: unknown) => error)
  const fault = await undergo(world, faults, method, path)
  if (segments === null) return reply(jsonReply(400, errorBody(400, 'The path cannot be decoded')))
  if (bodyText instanceof Refusal) return reply(jsonReply(400, errorBody(400, bodyText.message)))
  if (typeof bodyText !== 'string') return (response.destroy(), undefined)
  const carryOut = () =>
    perform(world, { method, segments, query: new URLSearchParams(search), authorization, bodyText, origin })
  if (fault === null) return reply(carryOut())
  const status = await sendFault(response, fault, carryOut)
  if (status !== null) note(status)
}

/** Goes through the faults that hit a request; returns the one that answers it, if any. */
async function undergo(world: World, faults: Faults, method: string, path: string): Promise<FinalFault | null> {
  for (const fault of faults.take(method, path)) {
    if (fault.kind === 'delay') await new Promise<void>((resolve) => world.clock.after(fault.ms, resolve))
    else if (fault.kind === 'revoke-tokens') world.tokens.revokeAll()
    else return fault
  }
  return null
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
