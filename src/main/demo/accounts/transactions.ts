import { activityOn } from './activity.ts'
import { plans, type AccountPlan, type DemoSize } from './data/plans.ts'
import { dayAt, type Day } from './day.ts'
import { ledgerOf } from './ledger.ts'
import type { Market } from './market.ts'
import { hashText } from './random.ts'
import { inTimeOrder, type Draft, type Row } from './rows.ts'

/** In what order a list comes; the service promises none. */
export type TransactionOrder = 'newest-first' | 'oldest-first' | 'shuffled'

export interface TransactionQuery {
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly limit: number
}

/** How many made-up days stay in memory. */
const daysKept = 24
/** The ids of a day: this many for its trading, above them those of the ledger. */
const idsOfTrading = 900_000

/** The transactions of all accounts, made a day at a time when asked for. */
export class Transactions {
  readonly #market: Market
  readonly #order: TransactionOrder
  readonly #accounts: ReadonlyMap<string, { readonly plan: AccountPlan; readonly index: number }>
  readonly #ledgers = new Map<string, { readonly rows: readonly Row[]; readonly byDay: ReadonlyMap<Day, Row[]> }>()
  readonly #days = new Map<string, readonly Row[]>()
  readonly #until: Day

  constructor(market: Market, size: DemoSize, order: TransactionOrder) {
    this.#market = market
    this.#order = order
    this.#accounts = new Map(plans[size].map((plan, index) => [plan.id, { plan, index }]))
    // A demo that runs for weeks still pays its coupons.
    this.#until = dayAt(market.now()) + 400
  }

  /** What shapes an account, oldest first, also what is still to come. */
  ledger(accountId: string): readonly Row[] {
    return this.#ledgerOf(accountId).rows
  }

  /** All rows of a UTC day, oldest first, also those still to come today. */
  on(accountId: string, day: Day): readonly Row[] {
    const key = `${accountId} ${day}`
    const kept = this.#days.get(key)
    if (kept !== undefined) return kept
    const rows = inTimeOrder([...this.tradingOn(accountId, day), ...(this.#ledgerOf(accountId).byDay.get(day) ?? [])])
    this.#days.set(key, rows)
    for (const oldest of this.#days.keys()) {
      if (this.#days.size <= daysKept) break
      this.#days.delete(oldest)
    }
    return rows
  }

  /** The rows of a day's trading alone. */
  tradingOn(accountId: string, day: Day): readonly Row[] {
    const { plan, index } = this.#accountOf(accountId)
    return activityOn(this.#market, plan, day).map((draft, place) => ({ ...draft, id: idOf(index, day, place) }))
  }

  /** Rows of an interval that have happened: at most `limit` of them, cut off without a word. */
  list(accountId: string, { from, to, limit }: TransactionQuery): readonly Row[] {
    const { plan } = this.#accountOf(accountId)
    const until = Math.min(to, this.#market.now() + 1)
    const first = Math.max(plan.openedOn, dayAt(from))
    const last = dayAt(until - 1)
    const isForward = this.#order === 'oldest-first'
    const found: Row[] = []
    for (let step = 0; step <= last - first && found.length < limit; step++) {
      const day = isForward ? first + step : last - step
      const rows = this.on(accountId, day).filter(({ at }) => at >= from && at < until)
      found.push(...(isForward ? rows : rows.reverse()))
    }
    const cut = found.slice(0, limit)
    return this.#order === 'shuffled' ? cut.sort((a, b) => hashText(43, a.id) - hashText(43, b.id)) : cut
  }

  #accountOf(accountId: string): { readonly plan: AccountPlan; readonly index: number } {
    const account = this.#accounts.get(accountId)
    if (account === undefined) throw new Error('The demo has no such account')
    return account
  }

  #ledgerOf(accountId: string): { readonly rows: readonly Row[]; readonly byDay: ReadonlyMap<Day, Row[]> } {
    const built = this.#ledgers.get(accountId)
    if (built !== undefined) return built
    const { plan, index } = this.#accountOf(accountId)
    const byDay = new Map<Day, Row[]>()
    const rows = ledgerOf(this.#market, plan, this.#until).map((draft: Draft) => {
      const day = dayAt(draft.at)
      const rowsOfDay = byDay.get(day) ?? []
      byDay.set(day, rowsOfDay)
      const row = { ...draft, id: idOf(index, day, idsOfTrading + rowsOfDay.length) }
      rowsOfDay.push(row)
      return row
    })
    const ledger = { rows, byDay }
    this.#ledgers.set(accountId, ledger)
    return ledger
  }
}

/** Twelve digits, unique and the same after a restart. */
const idOf = (account: number, day: Day, place: number): string =>
  String((account + 1) * 100_000_000_000 + (day - 10_000) * 1_000_000 + place)
