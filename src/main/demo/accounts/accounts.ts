import { absolute, add, type Decimal, multiply, sign, subtract, sum } from '#shared/decimal.ts'
import { hourMs, dayMs } from '#shared/durations.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { plans, type AccountPlan, type DemoSize } from '../data/account-plans.ts'
import type { Market } from '../market/market.ts'
import { dayAt } from '../values/day.ts'
import { exact, secondsText, wireDecimal, wireMoney } from '../values/wire.ts'
import { portfolioMessage, positionMessage, type PositionFigures } from './account-message.ts'
import { Holdings } from './holdings.ts'
import { roundedMoney, valueFactor } from './transaction-row.ts'
import type { Transactions } from './transactions.ts'

/** The initial margin as a fraction of a position's value. */
export function riskRateOf(instrument: Instrument): Decimal {
  if (instrument.type === 'BONDS') return exact('0.2')
  if (instrument.type === 'FUTURES') return exact('0.15')
  return exact(instrument.type === 'FUNDS' ? '0.3' : '0.5')
}

const half = exact('0.5')

/** The accounts: holdings computed from their transactions, valued at market prices. */
export class Accounts {
  readonly #market: Market
  readonly #transactions: Transactions
  readonly #plans: ReadonlyMap<string, AccountPlan>
  readonly #replays = new Map<string, { holdings: Holdings; index: number; at: number }>()
  readonly #positions = new Map<string, { quantity: Decimal; averagePrice: Decimal }>()
  readonly #cash = new Map<string, Decimal>()

  constructor(market: Market, transactions: Transactions, size: DemoSize) {
    this.#market = market
    this.#transactions = transactions
    this.#plans = new Map(plans[size].map((plan) => [plan.id, plan]))
  }

  get ids(): readonly string[] {
    return [...this.#plans.keys()]
  }

  has(accountId: string): boolean {
    return this.#plans.has(accountId)
  }

  /** Sets a position for a test, independent of the transactions. */
  setPosition(accountId: string, symbol: string, quantity: string, averagePrice = '0'): void {
    this.#planOf(accountId)
    const { symbol: known } = this.#market.catalog.get(symbol)
    this.#positions.set(`${accountId} ${known}`, { quantity: exact(quantity), averagePrice: exact(averagePrice) })
  }

  /** Sets the cash in one currency for a test. */
  setCash(accountId: string, currency: string, amount: string): void {
    this.#planOf(accountId)
    this.#cash.set(`${accountId} ${currency}`, exact(amount))
  }

  /** The holdings after all transactions up to now, with what a test has set. */
  holdings(accountId: string): Holdings {
    const now = this.#market.now()
    const holdings = this.#replayPlanned(accountId, now).copy()
    for (const row of this.#transactions.tradingOn(accountId, dayAt(now))) if (row.at <= now) holdings.apply(row)
    for (const [key, holding] of this.#positions) {
      const symbol = key.slice(accountId.length + 1)
      if (key.startsWith(`${accountId} `)) holdings.bySymbol.set(symbol, holding)
    }
    for (const [key, amount] of this.#cash) {
      if (key.startsWith(`${accountId} `)) holdings.cash.set(key.slice(accountId.length + 1), amount)
    }
    return holdings
  }

  /** The Account message. */
  message(accountId: string): object {
    const plan = this.#planOf(accountId)
    const { bySymbol, cash } = this.holdings(accountId)
    const shown = new Set([...plan.holdings.map(([symbol]) => symbol), ...this.#tradedToday(accountId)])
    const figures = [...bySymbol]
      .filter(([symbol, { quantity }]) => sign(quantity) !== 0 || shown.has(symbol))
      .flatMap(([symbol, { quantity, averagePrice }]) => {
        const instrument = this.#market.catalog.find(symbol)
        return instrument === undefined ? [] : [this.#figuresOf(instrument, quantity, averagePrice)]
      })
    const money = [...cash].filter(([, amount]) => sign(amount) !== 0)
    const cashInRoubles = sum(money.map(([currency, amount]) => this.#inRoubles(amount, currency)))
    const values = figures.map(({ instrument, value }) => this.#inRoubles(value, instrument.currency))
    const unrealized = figures.map((each) => this.#inRoubles(each.unrealized, each.instrument.currency))
    const openedAt = plan.openedOn * dayMs + 9 * hourMs
    return {
      account_id: accountId,
      type: 'UNION',
      status: 'ACCOUNT_ACTIVE',
      equity: wireDecimal(roundedMoney(add(cashInRoubles, sum(values)))),
      unrealized_profit: wireDecimal(roundedMoney(sum(unrealized))),
      positions: figures.map((each) => positionMessage(each, plan)),
      cash: money.map(([currency, amount]) => wireMoney(currency, amount)),
      ...portfolioMessage(plan, figures, cashInRoubles),
      open_account_date: secondsText(openedAt),
      first_trade_date: secondsText(openedAt + dayMs),
      first_non_trade_date: secondsText(openedAt),
    }
  }

  #planOf(accountId: string): AccountPlan {
    const plan = this.#plans.get(accountId)
    if (plan === undefined) throw new Error('The demo has no such account')
    return plan
  }

  /** Applies the planned transactions up to now, continuing from the last call. */
  #replayPlanned(accountId: string, now: number): Holdings {
    const rows = this.#transactions.planned(accountId)
    let replay = this.#replays.get(accountId)
    if (replay === undefined || now < replay.at) replay = { holdings: new Holdings(), index: 0, at: now }
    for (let row = rows[replay.index]; row !== undefined && row.at <= now; row = rows[replay.index]) {
      replay.holdings.apply(row)
      replay.index++
    }
    this.#replays.set(accountId, { ...replay, at: now })
    return replay.holdings
  }

  #tradedToday(accountId: string): readonly string[] {
    const now = this.#market.now()
    return this.#transactions
      .tradingOn(accountId, dayAt(now))
      .filter(({ at, quantity }) => at <= now && quantity !== null)
      .map(({ symbol }) => symbol)
  }

  #inRoubles(amount: Decimal, currency: string): Decimal {
    return multiply(amount, this.#market.roubleRate(currency))
  }

  #figuresOf(instrument: Instrument, quantity: Decimal, averagePrice: Decimal): PositionFigures {
    const price = this.#market.lastPrice(instrument)
    const factor = multiply(quantity, valueFactor(instrument, this.#market.now()))
    const unrealized = roundedMoney(multiply(subtract(price, averagePrice), factor))
    // A future has no value of its own, only its profit since the last settlement.
    const value = instrument.future ? unrealized : multiply(price, factor)
    const size = absolute(this.#inRoubles(multiply(price, factor), instrument.currency))
    return {
      instrument,
      quantity,
      averagePrice,
      price,
      value,
      unrealized,
      daily: roundedMoney(multiply(subtract(price, this.#market.closePrice(instrument)), factor)),
      margin: roundedMoney(multiply(size, multiply(riskRateOf(instrument), half))),
    }
  }
}
