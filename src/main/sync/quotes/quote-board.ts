import { minuteMs, secondMs } from '#shared/durations.ts'
import { BoardPlanner, nextRefresh, refreshersOf, type BoardOptions, type BoardPlan, type Lane } from './board-plan.ts'
import { accountCall } from './describe-calls.ts'
import type { BoardContext } from './planner-inputs.ts'
import type { PlannedCall } from './planner/types.ts'
import { QuoteLedger } from './quote-ledger.ts'
import { QuotePace } from './rate.ts'

const soonestMs = 250
const quietMs = minuteMs
/** The hours of a market or the positions of an account are not known yet: the next response may change the whole plan. */
const unsureMs = 2 * secondMs
/** While something on screen trades, there is a request at least this often, even when none is due. */
const maxVisiblePauseMs = 1_500
/** A plan is reused for this long. */
const planFreshMs = 400

/** The state that the quote and account jobs share: prices, requests, and the plan calculated from them. */
export class QuoteBoard {
  readonly ledger: QuoteLedger
  readonly #context: BoardContext
  readonly #pace = new QuotePace()
  #accountIds: readonly string[] = []
  #plan: BoardPlan | null = null
  readonly #requestedSincePlan = new Set<string>()
  /** Monotonic ms of the last request for a price on screen. */
  #visibleRequestedAt = -Infinity
  readonly #planner: BoardPlanner

  constructor(context: BoardContext, options: BoardOptions = {}) {
    this.ledger = new QuoteLedger(context.clock)
    this.#context = context
    this.#planner = new BoardPlanner(context, this.ledger, options)
  }

  /** Sets the ids of all accounts, including those not read yet. */
  nameAccounts(accountIds: readonly string[]): void {
    this.#accountIds = accountIds
  }

  /**
   * The symbols or account ids that a job should request now, the most urgent first. Those never requested are first,
   * in the order of the screen. Reads the cache and throws its errors.
   */
  due(lane: Lane): readonly string[] {
    const plan = this.#recentPlan()
    const names = plan.names[lane]
    const now = this.#context.clock.now()
    const due = this.#plannedOf(lane, plan).filter(({ id, dueAt }) => dueAt <= now && !this.#requestedSincePlan.has(id))
    const isFirst = new Set(due.flatMap(({ id, dueAt }) => (dueAt === -Infinity ? [id] : [])))
    const firsts = [...names].flatMap(([id, name]) => (isFirst.has(id) ? [name] : []))
    const others = due.flatMap(({ id }) => (isFirst.has(id) ? [] : [names.get(id) ?? '']))
    if (lane === 'visible' && due.length === 0) return this.#listEarly(plan)
    return [...firsts, ...others].slice(0, this.#allowance(plan, isFirst.size > 0))
  }

  /** A call that is not due yet, so that there are no long pauses between requests for the screen. */
  #listEarly(plan: BoardPlan): readonly string[] {
    const { clock } = this.#context
    if (clock.monotonic() - this.#visibleRequestedAt < maxVisiblePauseMs) return []
    const early = this.#plannedOf('visible', plan).find(
      ({ id, earliestAt = Infinity }) => earliestAt <= clock.now() && !this.#requestedSincePlan.has(id),
    )
    return early === undefined ? [] : [plan.names.visible.get(early.id) ?? '']
  }

  /** Drops the plan: the next call of `due` makes a new one. */
  refresh(): void {
    this.#plan = null
  }

  /** Whether a price on screen was never requested: bulk work waits for it. */
  get lacksPrices(): boolean {
    return this.#recentPlan().planned.some(
      ({ id, dueAt, isVisible }) => isVisible && dueAt === -Infinity && !this.#requestedSincePlan.has(id),
    )
  }

  /** Whether the reading of an account refreshes a price on screen. */
  isOnScreen(accountId: string): boolean {
    const id = accountCall(accountId)
    return this.#recentPlan().planned.some((call) => call.id === id && call.isVisible)
  }

  /** The longest time between two readings of an account by the current plan, ms; `null` if it has none. */
  readEveryMs(accountId: string): number | null {
    const id = accountCall(accountId)
    return this.#recentPlan().calls.find((call) => call.id === id)?.maxIntervalMs ?? null
  }

  /** Milliseconds until a job should run again, by the current plan. */
  nextDelayMs(lane: Lane): number {
    const plan = (this.#plan ??= this.#makePlan())
    const waitMs = nextRefresh(this.#plannedOf(lane, plan), plan.at, this.ledger) - this.#context.clock.now()
    const maxMs = plan.isUnsure ? unsureMs : quietMs
    const pauseMs = lane === 'visible' ? this.#untilEarlyMs(plan) : Infinity
    return Math.max(soonestMs, Math.min(maxMs, pauseMs, Math.max(waitMs, this.#waitMs(plan))))
  }

  /** Milliseconds until a price on screen may be requested before it is due. */
  #untilEarlyMs(plan: BoardPlan): number {
    const { clock } = this.#context
    const pauseMs = this.#visibleRequestedAt + maxVisiblePauseMs - clock.monotonic()
    return this.#plannedOf('visible', plan).reduce(
      (first, { earliestAt = Infinity }) => Math.min(first, Math.max(pauseMs, earliestAt - clock.now())),
      Infinity,
    )
  }

  /** When the first of these prices is requested next, by the current plan: UTC ms, `null` if none is planned. */
  forecast(symbols: readonly string[]): number | null {
    const plan = (this.#plan ??= this.#makePlan())
    const now = this.#context.clock.now()
    const refreshers = refreshersOf(symbols, plan.calls)
    if (plan.calls.some(({ id }) => refreshers.has(id) && this.ledger.isPending(id))) return now
    const nextAt = nextRefresh(
      plan.planned.filter(({ id }) => refreshers.has(id)),
      plan.at,
      this.ledger,
    )
    return nextAt === Infinity ? null : Math.ceil(Math.max(nextAt, now + this.#waitMs(plan)))
  }

  /** Records that a request is sent, and returns the time (UTC ms). Call `ledger.end` when it ends. */
  begin(callId: string): number {
    this.#pace.note(this.#context.clock.monotonic())
    this.ledger.begin(callId)
    this.#requestedSincePlan.add(callId)
    if (this.#plan?.names.visible.has(callId) === true) this.#visibleRequestedAt = this.#context.clock.monotonic()
    return this.#context.clock.now()
  }

  #recentPlan(): BoardPlan {
    const plan = this.#plan
    if (plan !== null && Math.abs(this.#context.clock.now() - plan.at) < planFreshMs) return plan
    return (this.#plan = this.#makePlan())
  }

  /** The number of calls that may be made now. While a window is visible, the flow of the budget sets the pace. */
  #allowance({ perMinute }: BoardPlan, hasFirstRequests: boolean): number {
    if (this.#context.attention.isWindowVisible) return Infinity
    return this.#pace.allowance(this.#context.clock.monotonic(), perMinute, hasFirstRequests)
  }

  #waitMs({ perMinute }: BoardPlan): number {
    return this.#context.attention.isWindowVisible ? 0 : this.#pace.waitMs(this.#context.clock.monotonic(), perMinute)
  }

  #plannedOf(lane: Lane, { planned, names }: BoardPlan): readonly PlannedCall[] {
    return planned.filter(({ id }) => names[lane].has(id) && !this.ledger.isPending(id))
  }

  #makePlan(): BoardPlan {
    this.#requestedSincePlan.clear()
    return this.#planner.make(this.#accountIds, this.#pace.recent(this.#context.clock.monotonic()))
  }
}
