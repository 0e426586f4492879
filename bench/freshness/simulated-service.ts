import { createBudget } from '../../src/main/broker/budget.ts'
import type { Operation } from '../../src/main/broker/client.ts'
import type { Inputs, Outputs } from '../../src/main/broker/endpoints.ts'
import type { Clock } from '../../src/main/clock.ts'
import type { AccountJobContext } from '../../src/main/sync/jobs/accounts.ts'
import { parseDecimal, type Decimal } from '../../src/shared/decimal.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { Account } from '../../src/shared/model/account.ts'
import type { Quote } from '../../src/shared/model/market.ts'
import { createRandom } from './random.ts'
import type { RequestLog } from './request-log.ts'
import type { Scenario } from './scenario.ts'
import type { SimulatedMarket } from './simulated-market.ts'

/** Each way takes this long, and up to as much again. */
const wayMs = 40

type Answers = { readonly [N in Operation]?: (input: Inputs[N]) => Outputs[N] }

/** The service as the jobs know it: a real budget before it, the simulated market behind it. */
export function createService(scenario: Scenario, market: SimulatedMarket, log: RequestLog, clock: Clock) {
  const budget = createBudget({ clock, limit: scenario.budgetPerMinute })
  const random = createRandom(scenario.seed, 'the ways there and back')
  const travel = (): Promise<void> => new Promise((resolve) => void clock.after(wayMs * (1 + random()), resolve))
  const symbolsOf = (id: string): readonly string[] => scenario.accounts.find((one) => one.id === id)?.symbols ?? []

  const answers: Answers = {
    getQuote({ symbol }) {
      log.arrive(`quote ${symbol}`, [symbol], clock.now())
      const { price, tradedAt } = market.read(symbol, clock.now())
      return { ...emptyQuote, symbol, at: tradedAt, last: decimalOf(price) }
    },
    getAccount({ accountId }) {
      log.arrive(`account ${accountId}`, symbolsOf(accountId), clock.now())
      const positions = symbolsOf(accountId).map((symbol) => positionOf(symbol, market.read(symbol, clock.now()).price))
      return { ...emptyAccount, id: accountId, positions }
    },
  }

  const session = { createdAt: null, expiresAt: null, permissions: [], isReadOnly: true }
  const details = { ...session, accountIds: scenario.accounts.map(({ id }) => id) }
  const call: AccountJobContext['broker']['call'] = async (name, input, { purpose, signal }) => {
    const answer = answers[name]
    if (answer === undefined) throw new AppError('invalid', `The simulated service knows no ${name}`)
    const lease = await budget.acquire(purpose, name, signal)
    try {
      await travel()
      const answered = answer(input)
      await travel()
      return answered
    } finally {
      lease.release()
    }
  }
  const broker: AccountJobContext['broker'] = {
    call,
    session: () => details,
    renewSession: () => Promise.resolve(details),
  }
  return { broker, budget }
}

/** Ten digits: far below what any price moves. */
export function decimalOf(price: number): Decimal {
  const places = Math.min(20, Math.max(0, 9 - Math.floor(Math.log10(price))))
  const decimal = parseDecimal(price.toFixed(places))
  if (decimal === null) throw new Error(`${String(price)} cannot be written as a price`)
  return decimal
}

const one = decimalOf(1)

export const positionOf = (symbol: string, price: number): Account['positions'][number] => ({
  symbol,
  quantity: one,
  averagePrice: null,
  currentPrice: decimalOf(price),
  maintenanceMargin: null,
  dailyPnl: null,
  unrealizedPnl: null,
})

export const emptyAccount: Account = {
  id: '',
  type: 'UNION',
  status: 'ACCOUNT_ACTIVE',
  equity: null,
  unrealizedProfit: null,
  positions: [],
  cash: [],
  portfolio: null,
  openedAt: null,
  firstTradeAt: null,
  firstNonTradeAt: null,
}

export const emptyQuote: Quote = {
  symbol: '',
  at: null,
  atText: null,
  ask: null,
  askSize: null,
  bid: null,
  bidSize: null,
  last: null,
  lastSize: null,
  volume: null,
  turnover: null,
  open: null,
  high: null,
  low: null,
  close: null,
  change: null,
  openInterest: null,
  option: null,
}
