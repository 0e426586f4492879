import type { Clock } from '../clock.ts'
import { Accounts } from './accounts.ts'
import type { DemoSize } from './data/plans.ts'
import { Market } from './market.ts'
import { Orders } from './orders.ts'
import { RateLimit } from './rate-limit.ts'
import { Reports } from './reports.ts'
import { Tokens } from './tokens.ts'
import { Transactions, type TransactionOrder } from './transactions.ts'

/** What makes one demo unlike another. */
export interface WorldOptions {
  readonly size: DemoSize
  readonly seed: number
  readonly clock: Clock
  readonly requestsPerMinute: number
  readonly tokenLifeMs: number
  readonly transactionCap: number
  readonly transactionOrder: TransactionOrder
  readonly alwaysOpen: boolean
  readonly readOnly: boolean
}

/** Everything that the demo's endpoints answer from. */
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
}

/** Builds a demo's world; it does nothing until asked. */
export function createWorld(options: WorldOptions): World {
  const { clock, size, transactionCap, readOnly } = options
  const market = new Market(options.seed, clock, options.alwaysOpen)
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
  }
}
