import type { Order } from '../../shared/model/order.ts'
import type { Purpose } from '../../shared/model/usage.ts'
import type { Broker } from '../broker/client.ts'
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../clock.ts'
import { compareOrder } from '../insight/order-changes.ts'
import type { Journal } from '../journal/journal.ts'
import { noteMalformed } from '../sync/set-aside.ts'

/** All orders of one account as the service listed them. */
export interface OrderReading {
  readonly accountId: string
  readonly orders: readonly Order[]
  /** Every row could be read: an order that is not among them is not in the list. */
  readonly isWhole: boolean
  /** Counts the readings of all accounts by when they were asked for. */
  readonly turn: number
}

/** What reading orders needs of the profile. */
export interface OrderReaderContext {
  readonly broker: Pick<Broker, 'call'>
  readonly cache: Pick<Cache, 'orders' | 'malformed'>
  readonly journal: Pick<Journal, 'orders'>
  readonly clock: Clock
  readonly publish: (topic: 'orders.changed', payload: { readonly accountId: string }) => void
}

/** Reads lists of orders, whoever wants them, and keeps each: what changed in the journal, then the list in the cache. */
export class OrderReader {
  readonly #context: OrderReaderContext
  readonly #kept = new Map<string, { readonly turn: number; readonly at: number }>()
  #turn = 0
  #onReading: (reading: OrderReading) => void = () => undefined

  constructor(context: OrderReaderContext) {
    this.#context = context
  }

  /** The turn of the latest reading asked for: one with a larger turn was asked for after now. */
  get turn(): number {
    return this.#turn
  }

  /** Monotonic ms of an account's latest reading; `null` when there was none since the start. */
  readAt(accountId: string): number | null {
    return this.#kept.get(accountId)?.at ?? null
  }

  /** Who is told of each reading that was kept. */
  follow(onReading: (reading: OrderReading) => void): void {
    this.#onReading = onReading
  }

  /** Throws what the broker throws. An answer that a later one has overtaken is given back, and not kept. */
  async read(accountId: string, options: { readonly purpose: Purpose; readonly signal: AbortSignal }) {
    const turn = ++this.#turn
    const answer = await this.#context.broker.call('listOrders', { accountId }, options)
    const reading = { accountId, orders: answer.rows, isWhole: answer.malformed.length === 0, turn }
    noteMalformed(this.#context, 'listOrders', answer)
    if (turn > (this.#kept.get(accountId)?.turn ?? 0)) this.#keep(reading)
    return reading
  }

  #keep(reading: OrderReading): void {
    const { cache, journal, clock, publish } = this.#context
    const { accountId, orders, isWhole } = reading
    const at = clock.now()
    // The journal first: what it misses is lost, what the cache misses is read again.
    journal.orders.record({ accountId, orders, isWhole, at }, compareOrder)
    cache.orders.replaceOrders(accountId, orders, at)
    this.#kept.set(accountId, { turn: reading.turn, at: clock.monotonic() })
    this.#onReading(reading)
    publish('orders.changed', { accountId })
  }
}
