import { randomUUID } from 'node:crypto'
import { minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { CancelScope, CancelLine, CancelPlan } from '#shared/model/order/cancel.ts'
import type { Order } from '#shared/model/order/order.ts'
import type { Broker } from '../broker/broker.ts'
import type { Cache } from '../cache/cache.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../time/clock.ts'
import { ensureMayTrade, isInProgress, obstacleTo } from './check-cancel.ts'
import { nameScope, symbolOf } from './name-scope.ts'
import type { OrderReader } from './order-reader.ts'

/** Whether "all working orders" includes this one. */
const isInScope = (order: Order, symbol: string | null): boolean =>
  bucketOrder(order.status) === 'working' && (symbol === null || symbolOf(order) === symbol)

/** The parts of a profile that planning a cancel needs. */
export interface CancelPlanContext {
  readonly broker: Pick<Broker, 'session' | 'renewSession' | 'endHold'>
  readonly reader: OrderReader
  readonly cache: Pick<Cache, 'instruments' | 'instrumentDetails'>
  readonly journal: Pick<Journal, 'cancels'>
  readonly clock: Clock
}

/** A plan that waits for its confirmation. */
interface HeldPlan {
  readonly plan: CancelPlan
  /** Attempts with a larger number started after the plan. */
  readonly lastNumber: number
  /** Monotonic. */
  readonly until: number
}

/** A plan shows the state at its reading: after this time it must be read again. */
const lifeMs = minuteMs

/** Reads what a cancel would do, and keeps each plan until it is confirmed once or is too old. */
export class CancelPlans {
  readonly #context: CancelPlanContext
  readonly #held = new Map<string, HeldPlan>()

  constructor(context: CancelPlanContext) {
    this.#context = context
  }

  /** Reads the lists again. Throws `invalid` for a token that may only read, otherwise what the broker throws. */
  async prepare(scope: CancelScope, signal: AbortSignal): Promise<CancelPlan> {
    const { broker, reader, journal, clock } = this.#context
    // The user requests it.
    broker.endHold()
    const accountIds = await ensureMayTrade(broker, signal)
    const lastNumber = journal.cancels.lastNumber()
    const ids = accountsOf(scope, accountIds)
    const readings = await Promise.all(ids.map((id) => reader.read(id, { purpose: 'user', signal })))
    const lines = this.#layOut(
      scope,
      readings.flatMap(({ orders }) => orders),
    )
    const plan: CancelPlan = {
      id: randomUUID(),
      words: nameScope(
        scope,
        lines.flatMap(({ order }) => order ?? []),
        accountIds,
      ),
      lines,
      count: lines.filter(({ obstacle }) => obstacle === null).length,
      readAt: clock.now(),
      expiresAt: clock.now() + lifeMs,
    }
    this.#dropExpired()
    this.#held.set(plan.id, { plan, lastNumber, until: clock.monotonic() + lifeMs })
    return plan
  }

  /** Returns a plan and forgets it. Throws `not-found` for one that was taken before or is too old. */
  take(planId: string): HeldPlan {
    this.#dropExpired()
    const held = this.#held.get(planId)
    this.#held.delete(planId)
    if (held === undefined) throw new AppError('not-found', m.errors_cancel_plan_used)
    return held
  }

  #layOut(scope: CancelScope, orders: readonly Order[]): CancelLine[] {
    const { cache, journal } = this.#context
    const found = new Map(orders.map((order) => [keyOf(order.accountId, order.id), order]))
    const wanted =
      scope.kind === 'orders'
        ? [...new Map(scope.orders.map((ref) => [keyOf(ref.accountId, ref.orderId), ref])).values()]
        : [...found.values()]
            .filter((order) => isInScope(order, scope.symbol))
            .map(({ accountId, id }) => ({ accountId, orderId: id }))
    const label = readFacts(cache, orders.map(symbolOf))
    return wanted.map(({ accountId, orderId }) => {
      const order = found.get(keyOf(accountId, orderId)) ?? null
      const obstacle = obstacleTo(order, isInProgress(journal.cancels.stateOf(accountId, orderId)))
      return { accountId, orderId, order, ...label(order === null ? '' : symbolOf(order)), obstacle }
    })
  }

  #dropExpired(): void {
    const now = this.#context.clock.monotonic()
    for (const [id, { until }] of this.#held) if (until <= now) this.#held.delete(id)
  }
}

const keyOf = (accountId: string, orderId: string): string => JSON.stringify([accountId, orderId])

function accountsOf(scope: CancelScope, accountIds: readonly string[]): readonly string[] {
  if (scope.kind === 'orders') return [...new Set(scope.orders.map(({ accountId }) => accountId))]
  return scope.accountId === null ? accountIds : [scope.accountId]
}
