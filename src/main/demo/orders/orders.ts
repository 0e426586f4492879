import { add, compare, type Decimal, decimalOf, divide, zero } from '../../shared/decimal.ts'
import { dayAt, dayMs, minuteMs, type Day } from './day.ts'
import type { Market } from './market.ts'
import type { OrderDraft } from './order-draft.ts'
import { orderScript } from './order-script.ts'
import { exact } from './wire.ts'

/** One order and where it stands. */
export interface DemoOrder extends OrderDraft {
  status: string
  executed: Decimal
  changedAt: number
  withdrawnAt: number | null
  /** Up to where the price was looked at. */
  checkedTo: number
}

/** What became of an attempt to cancel. */
export type CancelResult =
  { readonly kind: 'cancelled'; readonly order: DemoOrder } | { readonly kind: 'over' } | { readonly kind: 'unknown' }

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
const keptForMs = 3 * dayMs
/** How far apart the moments lie at which an order meets the price: coarse, for a day of them is looked at in one go. */
const lookMs = 5 * minuteMs
/** How long the rest of an order waits after its first part. */
const restAfterMs = 30 * minuteMs

/** The orders of all accounts: they come by a script, and then the market decides. */
export class Orders {
  readonly #market: Market
  readonly #accountIds: readonly string[]
  readonly #orders = new Map<string, DemoOrder>()
  readonly #scripts = new Map<string, readonly OrderDraft[]>()

  constructor(market: Market, accountIds: readonly string[]) {
    this.#market = market
    this.#accountIds = accountIds
  }

  /** All orders of an account that were placed since yesterday or work still, unsorted. */
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
    if (finished.has(order.status)) return { kind: 'over' }
    this.#move(order, 'CANCELED', this.#market.now())
    return { kind: 'cancelled', order }
  }

  /** Executes pieces of an order now, on a test's word. */
  fill(orderId: string, pieces: string): void {
    const order = this.#known(orderId)
    const executed = add(order.executed, exact(pieces))
    if (compare(executed, order.quantity) > 0) throw new Error('More than the order has left')
    this.#execute(order, executed, this.#market.now())
  }

  /** Gives an order any status, with or without the service's prefix. */
  setStatus(orderId: string, status: string): void {
    this.#move(this.#known(orderId), status.replace(/^ORDER_STATUS_/, ''), this.#market.now())
  }

  #known(orderId: string): DemoOrder {
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
      this.#follow(order, now)
      const isOld = finished.has(order.status) && order.changedAt < now - keptForMs
      if (isOld || order.placedAt > now) this.#orders.delete(order.id)
    }
  }

  #scriptOf(accountId: string, day: Day): readonly OrderDraft[] {
    const key = `${accountId} ${day}`
    const script = this.#scripts.get(key) ?? orderScript(this.#market, accountId, day)
    // Two days of each account are all that is asked for.
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

  /** Looks at the price at each moment since the last look. */
  #follow(order: DemoOrder, now: number): void {
    if (!order.isLive || finished.has(order.status)) return
    const until = Math.min(now, order.expiresAt ?? now)
    for (let at = (Math.floor(order.checkedTo / lookMs) + 1) * lookMs; at <= until; at += lookMs) {
      order.checkedTo = at
      this.#meet(order, at)
      if (finished.has(order.status)) return
    }
    if (this.#market.isPriceSet(order.symbol)) this.#meet(order, until)
    if (!finished.has(order.status) && order.expiresAt !== null && now >= order.expiresAt) {
      this.#move(order, 'EXPIRED', order.expiresAt)
    }
  }

  /** A first crossing executes a part, a later one the rest; a price that a test set is met at once. */
  #meet(order: DemoOrder, at: number): void {
    const instrument = this.#market.catalog.get(order.symbol)
    if (order.limitPrice === null || !this.#market.dayOf(instrument, at).isOpen) return
    const distance = compare(this.#market.lastPrice(instrument, at), order.limitPrice)
    if (order.side === 'SIDE_BUY' ? distance > 0 : distance < 0) return
    const part = divide(order.quantity, decimalOf(3), 0) ?? order.quantity
    const isFirst = compare(order.executed, zero) === 0 && compare(part, zero) > 0
    if (!isFirst && at - order.changedAt < restAfterMs && !this.#market.isPriceSet(order.symbol)) return
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
