import type { Clock } from '../../time/clock.ts'
import { Accounts } from '../accounts/accounts.ts'
import type { DemoSize } from '../data/account-plans.ts'
import { Market } from '../market/market.ts'
import { Orders } from '../orders/orders.ts'
import { RateLimit } from './rate-limit.ts'
import { Reports } from '../accounts/reports.ts'
import { Tokens } from './tokens.ts'
import { Transactions, type TransactionOrder } from '../accounts/transactions.ts'

/** The options that distinguish one demo from another. */
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
}

/** Builds a demo's world. It does nothing on its own: each request computes what it needs. */
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
