import type { Followed } from '../interest/followed.ts'
import { accountCall, describeCalls, quoteCall } from './describe-calls.ts'
import { nextRefresh, refreshersOf } from './next-refresh.ts'
import { QuoteLedger } from './quote-ledger.ts'
import { planCalls } from './planner/plan.ts'
import { rateLeft, QuotePace } from './rate.ts'
import { QuoteSources, type BoardContext } from './planner-inputs.ts'
import { isQuiet, nextHeartbeat } from '../quiet-hours.ts'
import type { Call, Planner, PlannedCall } from './planner/types.ts'

/** Other rules and other knowledge for the same jobs, used by benches. */
export interface BoardOptions {
  readonly planner?: Planner
  readonly weightOf?: (symbol: string) => number
  /** Relative variance per ms, instead of the learned one. */
  readonly varianceRateOf?: (symbol: string) => number
  /** The maximum age of cash and positions while all markets of an account are closed; `null` for no maximum. */
  readonly accountClosedMs?: number | null
}

/** The job that makes the requests: for quotes on screen, other quotes, or accounts. */
export type Lane = 'visible' | 'hidden' | 'accounts'

/** The plan at one moment. */
interface Plan {
  readonly at: number
  readonly perMinute: number
  readonly planned: readonly PlannedCall[]
  readonly calls: readonly Call[]
  /** It was made without the hours of at least one market, or before an account was read. */
  readonly isUnsure: boolean
  /** The symbols or account ids of each lane, by the id of the call. */
  readonly names: Readonly<Record<Lane, ReadonlyMap<string, string>>>
}

const soonestMs = 250
const quietMs = 60_000
/** The hours of a market or the positions of an account are not known yet: the next response may change the whole plan. */
const unsureMs = 2_000
/** After this time without them the plan counts as settled. */
const maxUnsureMs = 2 * 60_000
/** While a window is visible, the plan stays slightly below the flow of the budget: calls that are due together wait less. */
const plannedShare = 0.99
/** While something on screen trades, there is a request at least this often, even when none is due. */
const maxVisiblePauseMs = 1_500
/** A plan is reused for this long. */
const planKeptMs = 400

/** Shared by the quote and account jobs: what was seen and requested, and the plan that follows from it. */
export class QuoteBoard {
  readonly ledger: QuoteLedger
  readonly #context: BoardContext
  readonly #options: BoardOptions
  readonly #pace = new QuotePace()
  #accountIds: readonly string[] = []
  #plan: Plan | null = null
  readonly #requestedSincePlan = new Set<string>()
  /** Monotonic ms of the last request for a price on screen. */
  #visibleRequestedAt = -Infinity
  /** Since when hours or holdings are unknown, monotonic ms. */
  #unsureSince: number | null = null
  readonly #sources: QuoteSources

  constructor(context: BoardContext, options: BoardOptions = {}) {
    this.ledger = new QuoteLedger(context.clock)
    this.#context = context
    this.#options = options
    this.#sources = new QuoteSources(context, this.ledger, options.weightOf)
  }

  /** Sets the ids of all accounts, read or not. */
  nameAccounts(accountIds: readonly string[]): void {
    this.#accountIds = accountIds
  }

  /**
   * The symbols or account ids that a job should request now, the most urgent first. Those never requested come first, in the
   * order of the screen. Reads the cache; throws what the cache throws.
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

  /** A call before it is due, so that the screen is never long without a request. */
  #listEarly(plan: Plan): readonly string[] {
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

  /** Milliseconds until a job should run again, by the current plan. */
  nextDelayMs(lane: Lane): number {
    const plan = (this.#plan ??= this.#makePlan())
    const waitMs = nextRefresh(this.#plannedOf(lane, plan), plan.at, this.ledger) - this.#context.clock.now()
    const maxMs = plan.isUnsure ? unsureMs : quietMs
    const pauseMs = lane === 'visible' ? this.#untilEarlyMs(plan) : Infinity
    return Math.max(soonestMs, Math.min(maxMs, pauseMs, Math.max(waitMs, this.#waitMs(plan))))
  }

  /** Milliseconds until a price on screen may be requested before it is due. */
  #untilEarlyMs(plan: Plan): number {
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

  /** Notes that a request is sent, and returns when, UTC ms; `end` on the ledger notes its end. */
  begin(callId: string): number {
    this.#pace.note(this.#context.clock.monotonic())
    this.ledger.begin(callId)
    this.#requestedSincePlan.add(callId)
    if (this.#plan?.names.visible.has(callId) === true) this.#visibleRequestedAt = this.#context.clock.monotonic()
    return this.#context.clock.now()
  }

  #recentPlan(): Plan {
    const plan = this.#plan
    if (plan !== null && Math.abs(this.#context.clock.now() - plan.at) < planKeptMs) return plan
    return (this.#plan = this.#makePlan())
  }

  /** The number of calls that may be made now. While a window is visible, the flow of the budget sets the pace. */
  #allowance({ perMinute }: Plan, hasFirstRequests: boolean): number {
    if (this.#context.attention.isWindowVisible) return Infinity
    return this.#pace.allowance(this.#context.clock.monotonic(), perMinute, hasFirstRequests)
  }

  #waitMs({ perMinute }: Plan): number {
    return this.#context.attention.isWindowVisible ? 0 : this.#pace.waitMs(this.#context.clock.monotonic(), perMinute)
  }

  /** Whether an expected response may change the plan. */
  #isUnsure(followed: readonly Followed[], lacksAccounts: boolean): boolean {
    const at = this.#context.clock.monotonic()
    if (!lacksAccounts && followed.every(({ sessions }) => sessions !== null)) this.#unsureSince = null
    else this.#unsureSince ??= at
    return this.#unsureSince !== null && at - this.#unsureSince < maxUnsureMs
  }

  #plannedOf(lane: Lane, { planned, names }: Plan): readonly PlannedCall[] {
    return planned.filter(({ id }) => names[lane].has(id) && !this.ledger.isPending(id))
  }

  #makePlan(): Plan {
    const at = this.#context.clock.now()
    this.#requestedSincePlan.clear()
    const followed = this.#context.readFollowed()
    this.ledger.noteMarkets(followed)
    const { accounts, weightOf } = this.#sources.readAccounts()
    this.#sources.restore(followed)
    const { attention, openedAt, power } = this.#context
    const { isWindowVisible } = attention
    const { ledger } = this
    const { planner = planCalls, accountClosedMs } = this.#options
    const { prices, calls } = describeCalls({
      ...{ followed, accounts, accountIds: this.#accountIds, isWindowVisible, now: at, ledger, weightOf },
      nextHeartbeat: isQuiet(this.#context) ? (requestedAt) => nextHeartbeat(requestedAt, openedAt) : null,
      varianceRateOf: this.#options.varianceRateOf ?? ((symbol) => ledger.varianceRate(symbol)),
      ...(accountClosedMs === undefined ? {} : { accountClosedMs }),
    })
    const ownUsed = this.#pace.recent(this.#context.clock.monotonic())
    const perMinute = rateLeft({
      budget: this.#sources.readBudget(),
      ownUsed,
      isWindowVisible,
      callCount: calls.length,
      isSaving: power.isSaving,
    })
    const quotesOf = (isVisible: boolean): ReadonlyMap<string, string> =>
      new Map(
        followed.flatMap(({ symbol, isVisible: isOnScreen }) =>
          isOnScreen === isVisible ? [[quoteCall(symbol), symbol]] : [],
        ),
      )
    const ids = this.#accountIds.length > 0 ? this.#accountIds : accounts.map(({ id }) => id)
    return {
      at,
      perMinute,
      calls,
      isUnsure: this.#isUnsure(followed, ids.length > accounts.length),
      planned: planner({ prices, calls, now: at, perMinute: perMinute * plannedShare }),
      names: {
        visible: quotesOf(true),
        hidden: quotesOf(false),
        accounts: new Map(ids.map((id) => [accountCall(id), id])),
      },
    }
  }
}
