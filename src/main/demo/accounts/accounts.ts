import { absolute, add, type Decimal, multiply, sign, subtract, sum, zero, compare, divide } from '#shared/decimal.ts'
import { hourMs, dayMs } from '#shared/durations.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { plans, type AccountPlan, type DemoSize } from '../data/account-plans.ts'
import type { Market } from '../market/market.ts'
import { dayAt } from '../values/day.ts'
import { exact, secondsText, wireDecimal, wireMoney } from '../values/wire.ts'
import { roundedMoney, valueFactor, type DemoTransaction } from './transaction-row.ts'
import type { Transactions } from './transactions.ts'

/** Signed pieces and their average price. */
interface Holding {
  readonly quantity: Decimal
  readonly averagePrice: Decimal
}

/** Positions and cash after a list of transactions. */
class Holdings {
  readonly bySymbol = new Map<string, Holding>()
  readonly cash = new Map<string, Decimal>()

  copy(): Holdings {
    const copied = new Holdings()
    for (const [symbol, holding] of this.bySymbol) copied.bySymbol.set(symbol, holding)
    for (const [currency, amount] of this.cash) copied.cash.set(currency, amount)
    return copied
  }

  apply(row: DemoTransaction): void {
    if (row.isUncounted) return
    this.cash.set(row.currency, add(this.cash.get(row.currency) ?? zero, row.amount))
    if (row.symbol === '') return
    const held = this.bySymbol.get(row.symbol) ?? { quantity: zero, averagePrice: zero }
    if (row.quantity === null) {
      // A settlement pays out the profit: the average price becomes the settlement price.
      if (row.costPrice !== null) this.bySymbol.set(row.symbol, { ...held, averagePrice: row.costPrice })
      return
    }
    const price = row.trade?.price ?? row.costPrice ?? held.averagePrice
    this.bySymbol.set(row.symbol, changeHolding(held, row.quantity, price))
  }
}

/** Adding to a position averages the price, reducing it keeps the price, reversing it starts from the new price. */
function changeHolding(held: Holding, change: Decimal, price: Decimal): Holding {
  const quantity = add(held.quantity, change)
  if (sign(quantity) === 0) return { quantity, averagePrice: held.averagePrice }
  if (sign(held.quantity) !== 0 && sign(held.quantity) !== sign(quantity)) return { quantity, averagePrice: price }
  if (compare(absolute(quantity), absolute(held.quantity)) < 0) return { quantity, averagePrice: held.averagePrice }
  const cost = add(multiply(held.quantity, held.averagePrice), multiply(change, price))
  return { quantity, averagePrice: divide(cost, quantity, 4) ?? price }
}

/** One position with its figures; money in the instrument's currency. */
interface PositionFigures {
  readonly instrument: Instrument
  readonly quantity: Decimal
  readonly averagePrice: Decimal
  readonly price: Decimal
  readonly value: Decimal
  readonly unrealized: Decimal
  readonly daily: Decimal
  readonly margin: Decimal
}

/** A futures account has neither average price nor daily profit; a cash account (`mct`) has no margin. */
function positionMessage(figures: PositionFigures, { portfolio }: AccountPlan): object {
  return {
    symbol: figures.instrument.symbol,
    quantity: wireDecimal(figures.quantity),
    ...(portfolio !== 'forts' && { average_price: wireDecimal(figures.averagePrice) }),
    current_price: wireDecimal(figures.price),
    ...(portfolio !== 'mct' && { maintenance_margin: wireDecimal(figures.margin) }),
    ...(portfolio !== 'forts' && { daily_pnl: wireDecimal(figures.daily) }),
    unrealized_pnl: wireDecimal(figures.unrealized),
  }
}

/** The margin of an account; its form depends on the kind of account. */
function portfolioMessage({ portfolio }: AccountPlan, figures: readonly PositionFigures[], cash: Decimal): object {
  const maintenance = figures.reduce((total, { margin }) => add(total, margin), zero)
  const initial = add(maintenance, maintenance)
  if (portfolio === 'mct') return { portfolio_mct: {} }
  const available = roundedMoney(cash)
  if (portfolio === 'mc') {
    return {
      portfolio_mc: {
        available_cash: wireDecimal(available),
        initial_margin: wireDecimal(initial),
        maintenance_margin: wireDecimal(maintenance),
      },
    }
  }
  return {
    portfolio_forts: {
      available_cash: wireDecimal(subtract(available, initial)),
      money_reserved: wireDecimal(initial),
    },
  }
}

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
