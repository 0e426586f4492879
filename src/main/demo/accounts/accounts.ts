import { absolute, add, type Decimal, multiply, sign, subtract, sum, zero } from '../../shared/decimal.ts'
import { plans, type AccountPlan, type DemoSize } from './data/plans.ts'
import { dayAt, dayMs } from './day.ts'
import { Holdings } from './holdings.ts'
import type { Instrument } from './instruments.ts'
import type { Market } from './market.ts'
import { roundedMoney, valueFactor } from './rows.ts'
import type { Transactions } from './transactions.ts'
import { exact, secondsText, wireDecimal, wireMoney } from './wire.ts'

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

/** The share of a position's value that its broker wants as initial margin. */
export function riskRateOf(instrument: Instrument): Decimal {
  if (instrument.type === 'BONDS') return exact('0.2')
  if (instrument.type === 'FUTURES') return exact('0.15')
  return exact(instrument.type === 'FUNDS' ? '0.3' : '0.5')
}

const half = exact('0.5')

/** The accounts: what their transactions left behind, at the market's prices. */
export class Accounts {
  readonly #market: Market
  readonly #transactions: Transactions
  readonly #plans: ReadonlyMap<string, AccountPlan>
  readonly #folds = new Map<string, { holdings: Holdings; index: number; at: number }>()
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

  /** Puts a position where a test wants it, whatever the transactions say. */
  setPosition(accountId: string, symbol: string, quantity: string, averagePrice = '0'): void {
    this.#planOf(accountId)
    const { symbol: known } = this.#market.catalog.get(symbol)
    this.#positions.set(`${accountId} ${known}`, { quantity: exact(quantity), averagePrice: exact(averagePrice) })
  }

  /** Puts the cash in one currency where a test wants it. */
  setCash(accountId: string, currency: string, amount: string): void {
    this.#planOf(accountId)
    this.#cash.set(`${accountId} ${currency}`, exact(amount))
  }

  /** What the account's transactions up to now leave behind, and what a test put there. */
  holdings(accountId: string): Holdings {
    const now = this.#market.now()
    const holdings = this.#folded(accountId, now).copy()
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
    const worth = figures.map(({ instrument, value }) => this.#inRoubles(value, instrument.currency))
    const unrealized = figures.map((each) => this.#inRoubles(each.unrealized, each.instrument.currency))
    const openedAt = plan.openedOn * dayMs + 9 * 3_600_000
    return {
      account_id: accountId,
      type: 'UNION',
      status: 'ACCOUNT_ACTIVE',
      equity: wireDecimal(roundedMoney(add(cashInRoubles, sum(worth)))),
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

  /** The ledger up to now, carried on from the last time. */
  #folded(accountId: string, now: number): Holdings {
    const rows = this.#transactions.ledger(accountId)
    let fold = this.#folds.get(accountId)
    if (fold === undefined || now < fold.at) fold = { holdings: new Holdings(), index: 0, at: now }
    for (let row = rows[fold.index]; row !== undefined && row.at <= now; row = rows[fold.index]) {
      fold.holdings.apply(row)
      fold.index++
    }
    this.#folds.set(accountId, { ...fold, at: now })
    return fold.holdings
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
    // A future has no worth of its own: what it gained since it was settled is all there is.
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

/** A futures account states neither average price nor the day's profit; a plain one no margin. */
function positionMessage(figures: PositionFigures, { kind }: AccountPlan): object {
  return {
    symbol: figures.instrument.symbol,
    quantity: wireDecimal(figures.quantity),
    ...(kind !== 'forts' && { average_price: wireDecimal(figures.averagePrice) }),
    current_price: wireDecimal(figures.price),
    ...(kind !== 'mct' && { maintenance_margin: wireDecimal(figures.margin) }),
    ...(kind !== 'forts' && { daily_pnl: wireDecimal(figures.daily) }),
    unrealized_pnl: wireDecimal(figures.unrealized),
  }
}

function portfolioMessage({ kind }: AccountPlan, figures: readonly PositionFigures[], cash: Decimal): object {
  const maintenance = figures.reduce((total, { margin }) => add(total, margin), zero)
  const initial = add(maintenance, maintenance)
  if (kind === 'mct') return { portfolio_mct: {} }
  const available = roundedMoney(cash)
  if (kind === 'mc') {
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
