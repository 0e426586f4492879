import { m } from '../../shared/messages/messages.js'
import type { CancelScope, CancelState, CancelLine, CancelPlan } from '../../shared/model/order/cancel.ts'
import type { Order } from '../../shared/model/order/order.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'
import { randomUUID } from 'node:crypto'
import { minuteMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import type { Broker } from '../broker/client.ts'
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../time/clock.ts'
import type { Journal } from '../journal/journal.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import type { OrderReader } from './order-reader.ts'

/** The instrument of an order; empty for an order of legs alone. */
export const symbolOf = ({ body, stopLossTakeProfit }: Order): string => (body ?? stopLossTakeProfit)?.symbol ?? ''

/** Why an order cannot be cancelled; `null` when it can. */
function obstacleTo(order: Order | null, isInProgress: boolean): string | null {
  if (isInProgress) return m.errors_its_cancellation_is_in_progress()
  if (order === null) return m.errors_it_is_no_longer_in_the_list()
  if (order.status === 'ORDER_STATUS_PENDING_CANCEL') return m.errors_the_service_is_already_cancelling_it()
  const bucket = bucketOrder(order.status)
  if (bucket === 'filled') return m.errors_it_has_been_executed()
  if (bucket === 'refused') return m.errors_it_was_refused()
  return bucket === 'ended' ? m.errors_it_has_ended() : null
}

/** Whether "all working orders" includes this one. */
const isInScope = (order: Order, symbol: string | null): boolean =>
  bucketOrder(order.status) === 'working' && (symbol === null || symbolOf(order) === symbol)

/** Describes what is to be cancelled, such as "all 4 working orders of account …8211 on SBER@MISX". */
function nameScope(scope: CancelScope, orders: readonly Order[], accountIds: readonly string[]): string {
  const short = (id: string): string => shortAccount(id, accountIds)
  if (scope.kind === 'all') {
    const market = scope.symbol === null ? '' : ` on ${scope.symbol}`
    const owner = scope.accountId === null ? m.errors_all_accounts() : `account ${short(scope.accountId)}`
    return m.errors_all_count_working_orders_of_owner_market({ count: orders.length, owner, market })
  }
  const accounts = [...new Set(scope.orders.map(({ accountId }) => accountId))]
  const [first] = orders
  const owner = m.errors_count_accounts({ count: accounts.length, accounts: short(accounts[0] ?? '') })
  if (scope.orders.length > 1) return m.errors_count_chosen_orders_of_owner({ count: scope.orders.length, owner })
  const symbol = first === undefined ? '' : symbolOf(first)
  return m.errors_the_order_order_id_value_of_owner({
    orderId: scope.orders[0]?.orderId ?? '',
    value: symbol === '' ? '' : ` on ${symbol}`,
    owner,
  })
}

/** The last four characters of an account's id, unless another account ends with the same. */
function shortAccount(id: string, accountIds: readonly string[]): string {
  const end = id.slice(-4)
  return id.length <= 5 || accountIds.some((accountId) => accountId !== id && accountId.endsWith(end)) ? id : `…${end}`
}

/** Whether an attempt is in progress. */
const isInProgress = (state: CancelState | null): boolean =>
  state === 'asked' || state === 'sent' || state === 'checking' || state === 'unknown'

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
    const accountIds = await this.ensureMayTrade(signal)
    const lastNumber = journal.cancels.lastNumber()
    const ids = accountsOf(scope, accountIds)
    const readings = await Promise.all(ids.map((id) => reader.read(id, { purpose: 'person', signal })))
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
    if (held === undefined) throw new AppError('not-found', m.errors_this_plan_was_confirmed_already_or_is)
    return held
  }

  /** The accounts of the token, read from the service when they are unknown. Throws `invalid` for a read-only token. */
  async ensureMayTrade(signal: AbortSignal): Promise<readonly string[]> {
    const { broker } = this.#context
    const session = broker.session() ?? (await broker.renewSession({ purpose: 'person', signal }))
    if (session.isReadOnly) throw new AppError('invalid', m.errors_this_token_is_read_only_it_cannot)
    return session.accountIds
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
