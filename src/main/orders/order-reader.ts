import type { Purpose } from '#shared/model/app/usage.ts'
import type { Order } from '#shared/model/order/order.ts'
import type { Broker } from '../broker/broker.ts'
import type { Cache } from '../cache/cache.ts'
import { noteMalformed } from '../cache/tables/malformed-rows.ts'
import { compareOrder } from '../insight/orders/order-changes.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../time/clock.ts'

/** All orders of one account as the service listed them. */
export interface OrderReading {
  readonly accountId: string
  readonly orders: readonly Order[]
  /** Every row could be decoded: an order that is missing here is not in the list of the service. */
  readonly isComplete: boolean
  /** Numbers the readings of all accounts in the order of their requests. */
  readonly sequence: number
}

/** The parts of a profile that reading orders needs. */
export interface OrderReaderContext {
  readonly broker: Pick<Broker, 'call'>
  readonly cache: Pick<Cache, 'orders' | 'malformed'>
  readonly journal: Pick<Journal, 'orders'>
  readonly clock: Clock
  readonly publish: (topic: 'orders.changed', payload: { readonly accountId: string }) => void
}

/** Reads order lists, for jobs and for cancels, and stores each: the changes in the journal, then the list in the cache. */
export class OrderReader {
  readonly #context: OrderReaderContext
  readonly #latest = new Map<string, { readonly sequence: number; readonly at: number }>()
  #sequence = 0
  #listener: (reading: OrderReading) => void = () => undefined

  constructor(context: OrderReaderContext) {
    this.#context = context
  }

  /** The sequence of the latest request: a reading with a larger one is requested after now. */
  get sequence(): number {
    return this.#sequence
  }

  /** Monotonic ms of an account's latest reading; `null` when there was none in this run. */
  readAt(accountId: string): number | null {
    return this.#latest.get(accountId)?.at ?? null
  }

  /** Calls the listener for each reading that was stored. */
  onReading(listener: (reading: OrderReading) => void): void {
    this.#listener = listener
  }

  /** Throws what the broker throws. A reading that a later one has overtaken is returned, but not stored. */
  async read(accountId: string, options: { readonly purpose: Purpose; readonly signal: AbortSignal }) {
    const sequence = ++this.#sequence
    const page = await this.#context.broker.call('listOrders', { accountId }, options)
    const reading = { accountId, orders: page.rows, isComplete: page.malformed.length === 0, sequence }
    noteMalformed(this.#context, 'listOrders', page)
    if (sequence > (this.#latest.get(accountId)?.sequence ?? 0)) this.#store(reading)
    return reading
  }

  #store(reading: OrderReading): void {
    const { cache, journal, clock, publish } = this.#context
    const { accountId, orders, isComplete } = reading
    const at = clock.now()
    // The journal first: changes missing there are lost, but a list missing in the cache is read again.
    journal.orders.record({ accountId, orders, isComplete, at }, compareOrder)
    cache.orders.replaceOrders(accountId, orders, at)
    this.#latest.set(accountId, { sequence: reading.sequence, at: clock.monotonic() })
    this.#listener(reading)
    publish('orders.changed', { accountId })
  }
}
