import { plans, type AccountPlan, type DemoSize } from '../data/account-plans.ts'
import type { Market } from '../market/market.ts'
import { dayAt, type Day } from '../values/day.ts'
import { hashText } from '../values/random.ts'
import { tradingDrafts } from './daily-trading.ts'
import { plannedDrafts } from './planned-drafts.ts'
import { inTimeOrder, type TransactionDraft, type DemoTransaction } from './transaction-row.ts'

/** The order of a response; the service promises none. */
export type TransactionOrder = 'newest-first' | 'oldest-first' | 'shuffled'

export interface TransactionQuery {
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly limit: number
}

/** How many generated days stay in memory. */
const maxDays = 24
/** The ids of a day: up to this number for its trading, from it on for the planned transactions. */
const firstPlannedId = 900_000

/** The transactions of all accounts, generated one day at a time on request. */
export class Transactions {
  readonly #market: Market
  readonly #order: TransactionOrder
  readonly #accounts: ReadonlyMap<string, { readonly plan: AccountPlan; readonly index: number }>
  readonly #planned = new Map<
    string,
    { readonly rows: readonly DemoTransaction[]; readonly byDay: ReadonlyMap<Day, DemoTransaction[]> }
  >()
  readonly #days = new Map<string, readonly DemoTransaction[]>()
  readonly #until: Day

  constructor(market: Market, size: DemoSize, order: TransactionOrder) {
    this.#market = market
    this.#order = order
    this.#accounts = new Map(plans[size].map((plan, index) => [plan.id, { plan, index }]))
    // A demo that runs for weeks still receives its coupons.
    this.#until = dayAt(market.now()) + 400
  }

  /** Purchases, income and fees of an account, oldest first, including future ones and unlisted ones. */
  planned(accountId: string): readonly DemoTransaction[] {
    return this.#plannedOf(accountId).rows
  }

  /** All rows of a UTC day, oldest first, including those later today. */
  on(accountId: string, day: Day): readonly DemoTransaction[] {
    const key = `${accountId} ${day}`
    const cached = this.#days.get(key)
    if (cached !== undefined) return cached
    const rows = inTimeOrder([...this.tradingOn(accountId, day), ...(this.#plannedOf(accountId).byDay.get(day) ?? [])])
    this.#days.set(key, rows)
    for (const oldest of this.#days.keys()) {
      if (this.#days.size <= maxDays) break
      this.#days.delete(oldest)
    }
    return rows
  }

  /** The rows of a day's trading only. */
  tradingOn(accountId: string, day: Day): readonly DemoTransaction[] {
    const { plan, index } = this.#accountOf(accountId)
    return tradingDrafts(this.#market, plan, day).map((draft, place) => ({ ...draft, id: idOf(index, day, place) }))
  }

  /** The rows of an interval up to now, silently truncated at `limit`, as the service does. */
  list(accountId: string, { from, to, limit }: TransactionQuery): readonly DemoTransaction[] {
    const { plan } = this.#accountOf(accountId)
    const until = Math.min(to, this.#market.now() + 1)
    const first = Math.max(plan.openedOn, dayAt(from))
    const last = dayAt(until - 1)
    const isForward = this.#order === 'oldest-first'
    const found: DemoTransaction[] = []
    for (let step = 0; step <= last - first && found.length < limit; step++) {
      const day = isForward ? first + step : last - step
      const rows = this.on(accountId, day).filter(({ at }) => at >= from && at < until)
      found.push(...(isForward ? rows : rows.reverse()))
    }
    const truncated = found.slice(0, limit)
    return this.#order === 'shuffled' ? truncated.sort((a, b) => hashText(43, a.id) - hashText(43, b.id)) : truncated
  }

  #accountOf(accountId: string): { readonly plan: AccountPlan; readonly index: number } {
    const account = this.#accounts.get(accountId)
    if (account === undefined) throw new Error('The demo has no such account')
    return account
  }

  #plannedOf(accountId: string): {
    readonly rows: readonly DemoTransaction[]
    readonly byDay: ReadonlyMap<Day, DemoTransaction[]>
  } {
    const built = this.#planned.get(accountId)
    if (built !== undefined) return built
    const { plan, index } = this.#accountOf(accountId)
    const byDay = new Map<Day, DemoTransaction[]>()
    const rows = plannedDrafts(this.#market, plan, this.#until).map((draft: TransactionDraft) => {
      const day = dayAt(draft.at)
      const rowsOfDay = byDay.get(day) ?? []
      byDay.set(day, rowsOfDay)
      const row = { ...draft, id: idOf(index, day, firstPlannedId + rowsOfDay.length) }
      if (!row.isUnlisted) rowsOfDay.push(row)
      return row
    })
    const planned = { rows, byDay }
    this.#planned.set(accountId, planned)
    return planned
  }
}

/** Twelve digits, unique and the same after a restart. */
const idOf = (account: number, day: Day, place: number): string =>
  String((account + 1) * 100_000_000_000 + (day - 10_000) * 1_000_000 + place)
