import { add, compare, type Decimal, decimalOf, divide, zero } from '#shared/decimal.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Market } from '../market/market.ts'
import { dayAt, type Day } from '../values/day.ts'
import { exact } from '../values/wire.ts'
import { ordersPlacedOn } from './daily-orders.ts'
import type { OrderDraft } from './order-draft.ts'

/** An order and its current state; times in UTC ms. */
export interface DemoOrder extends OrderDraft {
  status: string
  executed: Decimal
  changedAt: number
  withdrawnAt: number | null
  /** The price is checked up to this time. */
  checkedTo: number
}

/** The result of a cancel request. */
export type CancelResult =
  | { readonly kind: 'cancelled'; readonly order: DemoOrder }
  | { readonly kind: 'finished' }
  | { readonly kind: 'unknown' }

const finished = new Set([
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'DENIED_BY_BROKER',
  'EXECUTED',
  'SL_EXECUTED',
  'TP_EXECUTED',
])
const keepFinishedMs = 3 * dayMs
/** The interval at which a limit is compared with the price: long, because a whole day is checked at once. */
const checkEveryMs = 5 * minuteMs
/** How long an order stays partially filled before the rest is filled. */
const restFillDelayMs = 30 * minuteMs

/** The orders of all accounts: placed by `daily-orders.ts`, then filled by the market. */
export class Orders {
  readonly #market: Market
  readonly #accountIds: readonly string[]
  readonly #orders = new Map<string, DemoOrder>()
  readonly #scripts = new Map<string, readonly OrderDraft[]>()

  constructor(market: Market, accountIds: readonly string[]) {
    this.#market = market
    this.#accountIds = accountIds
  }

  /** All orders of an account that are working or were placed since yesterday, unsorted. */
  list(accountId: string): readonly DemoOrder[] {
    this.#advance()
    return [...this.#orders.values()].filter((order) => order.accountId === accountId)
  }

  find(orderId: string): DemoOrder | undefined {
    this.#advance()
    return this.#orders.get(orderId)
  }

  cancel(accountId: string, orderId: string): CancelResult {
    const order = this.find(orderId)
    if (order === undefined || order.accountId !== accountId) return { kind: 'unknown' }
    if (finished.has(order.status)) return { kind: 'finished' }
    this.#move(order, 'CANCELED', this.#market.now())
    return { kind: 'cancelled', order }
  }

  /** Fills pieces of an order now, for a test. */
  fill(orderId: string, pieces: string): void {
    const order = this.#require(orderId)
    const executed = add(order.executed, exact(pieces))
    if (compare(executed, order.quantity) > 0) throw new Error('More than the order has left')
    this.#execute(order, executed, this.#market.now())
  }

  /** Sets any status for a test, with or without the prefix `ORDER_STATUS_`. */
  setStatus(orderId: string, status: string): void {
    this.#move(this.#require(orderId), status.replace(/^ORDER_STATUS_/, ''), this.#market.now())
  }

  #require(orderId: string): DemoOrder {
    const order = this.find(orderId)
    if (order === undefined) throw new Error(`The demo has no order ${orderId}`)
    return order
  }

  #advance(): void {
    const now = this.#market.now()
    for (const accountId of this.#accountIds) {
      for (const day of [dayAt(now) - 1, dayAt(now)]) {
        for (const draft of this.#scriptOf(accountId, day)) this.#place(draft, now)
      }
    }
    for (const order of this.#orders.values()) {
      this.#checkPrice(order, now)
      const isOld = finished.has(order.status) && order.changedAt < now - keepFinishedMs
      if (isOld || order.placedAt > now) this.#orders.delete(order.id)
    }
  }

  #scriptOf(accountId: string, day: Day): readonly OrderDraft[] {
    const key = `${accountId} ${day}`
    const script = this.#scripts.get(key) ?? ordersPlacedOn(this.#market, accountId, day)
    // Only two days of each account are ever needed.
    if (this.#scripts.size > 2 * this.#accountIds.length) this.#scripts.clear()
    this.#scripts.set(key, script)
    return script
  }

  #place(draft: OrderDraft, now: number): void {
    if (draft.placedAt > now || this.#orders.has(draft.id)) return
    const { placedAt, startStatus } = draft
    const executed = executedAtStart(draft)
    const withdrawnAt = startStatus === 'CANCELED' ? placedAt + 40_000 : null
    const changedAt = withdrawnAt ?? placedAt
    this.#orders.set(draft.id, { ...draft, status: startStatus, executed, changedAt, withdrawnAt, checkedTo: placedAt })
  }

  /** Compares the limit with the price at each interval since the last check. */
  #checkPrice(order: DemoOrder, now: number): void {
    if (!order.isLive || finished.has(order.status)) return
    const until = Math.min(now, order.expiresAt ?? now)
    for (let at = (Math.floor(order.checkedTo / checkEveryMs) + 1) * checkEveryMs; at <= until; at += checkEveryMs) {
      order.checkedTo = at
      this.#fillIfCrossed(order, at)
      if (finished.has(order.status)) return
    }
    if (this.#market.isPriceSet(order.symbol)) this.#fillIfCrossed(order, until)
    if (!finished.has(order.status) && order.expiresAt !== null && now >= order.expiresAt) {
      this.#move(order, 'EXPIRED', order.expiresAt)
    }
  }

  /** The first crossing fills a third, a later one the rest; a price that a test has fixed fills at once. */
  #fillIfCrossed(order: DemoOrder, at: number): void {
    const instrument = this.#market.catalog.get(order.symbol)
    if (order.limitPrice === null || !this.#market.dayOf(instrument, at).isOpen) return
    const distance = compare(this.#market.lastPrice(instrument, at), order.limitPrice)
    if (order.side === 'SIDE_BUY' ? distance > 0 : distance < 0) return
    const part = divide(order.quantity, decimalOf(3), 0) ?? order.quantity
    const isFirst = compare(order.executed, zero) === 0 && compare(part, zero) > 0
    if (!isFirst && at - order.changedAt < restFillDelayMs && !this.#market.isPriceSet(order.symbol)) return
    this.#execute(order, isFirst ? part : order.quantity, at)
  }

  #execute(order: DemoOrder, executed: Decimal, at: number): void {
    order.executed = executed
    this.#move(order, compare(executed, order.quantity) >= 0 ? 'FILLED' : 'PARTIALLY_FILLED', at)
  }

  #move(order: DemoOrder, status: string, at: number): void {
    order.status = status
    order.changedAt = at
    if (status === 'CANCELED' || status === 'EXPIRED') order.withdrawnAt = at
  }
}

function executedAtStart({ startStatus, quantity }: OrderDraft): Decimal {
  if (startStatus === 'FILLED') return quantity
  return startStatus === 'PARTIALLY_FILLED' ? (divide(quantity, decimalOf(3), 0) ?? zero) : zero
}
