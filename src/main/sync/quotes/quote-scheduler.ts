import type { Followed } from '../interest/followed.ts'
import { accountCall, describeCalls, quoteCall } from './describe-calls.ts'
import { nextRefresh, refreshersOf } from './next-refresh.ts'
import { QuoteLedger } from './quote-ledger.ts'
import { QuotePace } from './rate-limiter.ts'
import { planCalls } from './planner/plan.ts'
import { rateLeft } from './rate-allowance.ts'
import { QuoteSources, type BoardContext } from './planner-inputs.ts'
import { isQuiet, nextBeat } from '../quiet-hours.ts'
import type { Call, Planner, PlannedCall } from './planner/types.ts'

/** Other rules and other knowledge under the same jobs, for benches. */
export interface BoardOptions {
  readonly planner?: Planner
  readonly weightOf?: (symbol: string) => number
  /** Relative variance per ms, in the place of what was learned. */
  readonly varianceRateOf?: (symbol: string) => number
  /** How old cash and positions may grow while all markets of an account are closed; `null` for as old as they like. */
  readonly accountClosedMs?: number | null
}

/** Whose turn it is: the job for quotes on screen, that for the others, that for accounts. */
export type Lane = 'visible' | 'hidden' | 'accounts'

/** The plan as it stood at a moment. */
interface Plan {
  readonly at: number
  readonly perMinute: number
  readonly planned: readonly PlannedCall[]
  readonly calls: readonly Call[]
  /** It was made without the hours of some market, or before an account was read. */
  readonly isUnsure: boolean
  /** What a lane asks, by the id of its call. */
  readonly names: Readonly<Record<Lane, ReadonlyMap<string, string>>>
}

const soonestMs = 250
const quietMs = 60_000
/** While the hours of a market or what an account holds are not known yet: the next answer may change all. */
const unsureMs = 2_000
/** What was not told by then will not be soon. */
const maxUnsureMs = 2 * 60_000
/** While somebody looks, the plan stays this far below what the budget lets flow: what falls together waits less. */
const plannedShare = 0.99
/** Something on screen that trades is asked at least this often, though nothing is due. */
const maxVisiblePauseMs = 1_500
/** The plan serves so long for one choice after another. */
const planKeptMs = 400

/** What the quote and account jobs share: what was seen and asked, and the plan that follows from it. */
export class QuoteBoard {
  readonly ledger: QuoteLedger
  readonly #context: BoardContext
  readonly #options: BoardOptions
  readonly #pace = new QuotePace()
  #accountIds: readonly string[] = []
  #plan: Plan | null = null
  readonly #askedSincePlan = new Set<string>()
  /** When something on screen was asked last, monotonic. */
  #visibleAskedAt = -Infinity
  /** Since when (monotonic) hours or holdings are awaited. */
  #unsureSince: number | null = null
  readonly #sources: QuoteSources

  constructor(context: BoardContext, options: BoardOptions = {}) {
    this.ledger = new QuoteLedger(context.clock)
    this.#context = context
    this.#options = options
    this.#sources = new QuoteSources(context, this.ledger, options.weightOf)
  }

  /** Tells which accounts there are, read or not. */
  nameAccounts(accountIds: readonly string[]): void {
    this.#accountIds = accountIds
  }

  /**
   * What a job is to ask now, the most urgent first: symbols, or account ids. What was never asked comes in the order of the
   * screen. Reads the cache; throws what that throws.
   */
  due(lane: Lane): readonly string[] {
    const plan = this.#recentPlan()
    const names = plan.names[lane]
    const now = this.#context.clock.now()
    const due = this.#plannedOf(lane, plan).filter(({ id, dueAt }) => dueAt <= now && !this.#askedSincePlan.has(id))
    const isFirst = new Set(due.flatMap(({ id, dueAt }) => (dueAt === -Infinity ? [id] : [])))
    const firsts = [...names].flatMap(([id, name]) => (isFirst.has(id) ? [name] : []))
    const others = due.flatMap(({ id }) => (isFirst.has(id) ? [] : [names.get(id) ?? '']))
    if (lane === 'visible' && due.length === 0) return this.#listEarly(plan)
    return [...firsts, ...others].slice(0, this.#allowance(plan, isFirst.size > 0))
  }

  /** What is asked ahead of its time so that the screen is never long without a request. */
  #listEarly(plan: Plan): readonly string[] {
    const { clock } = this.#context
    if (clock.monotonic() - this.#visibleAskedAt < maxVisiblePauseMs) return []
    const early = this.#plannedOf('visible', plan).find(
      ({ id, earliestAt = Infinity }) => earliestAt <= clock.now() && !this.#askedSincePlan.has(id),
    )
    return early === undefined ? [] : [plan.names.visible.get(early.id) ?? '']
  }

  /** Has the next choice rest on what is on screen and known now. */
  refresh(): void {
    this.#plan = null
  }

  /** Whether something on screen was never asked for its price: what nobody waits for comes after it. */
  get lacksPrices(): boolean {
    return this.#recentPlan().planned.some(
      ({ id, dueAt, isVisible }) => isVisible && dueAt === -Infinity && !this.#askedSincePlan.has(id),
    )
  }

  /** Whether the reading of an account refreshes a price on screen. */
  isOnScreen(accountId: string): boolean {
    const id = accountCall(accountId)
    return this.#recentPlan().planned.some((one) => one.id === id && one.isVisible)
  }

  /** Milliseconds until a job should look again, by the plan of its last look. */
  nextDelayMs(lane: Lane): number {
    const plan = (this.#plan ??= this.#makePlan())
    const waitMs = nextRefresh(this.#plannedOf(lane, plan), plan.at, this.ledger) - this.#context.clock.now()
    const maxMs = plan.isUnsure ? unsureMs : quietMs
    const pauseMs = lane === 'visible' ? this.#untilEarlyMs(plan) : Infinity
    return Math.max(soonestMs, Math.min(maxMs, pauseMs, Math.max(waitMs, this.#waitMs(plan))))
  }

  /** Milliseconds until something on screen may be asked ahead of its time. */
  #untilEarlyMs(plan: Plan): number {
    const { clock } = this.#context
    const pauseMs = this.#visibleAskedAt + maxVisiblePauseMs - clock.monotonic()
    return this.#plannedOf('visible', plan).reduce(
      (first, { earliestAt = Infinity }) => Math.min(first, Math.max(pauseMs, earliestAt - clock.now())),
      Infinity,
    )
  }

  /** When the first of these prices is asked for next, by the plan of the last look: UTC ms, `null` where none is planned. */
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

  /** Notes that a request goes out; `end` on the ledger notes that it is over. Answers when that was, UTC ms. */
  begin(callId: string): number {
    this.#pace.note(this.#context.clock.monotonic())
    this.ledger.begin(callId)
    this.#askedSincePlan.add(callId)
    if (this.#plan?.names.visible.has(callId) === true) this.#visibleAskedAt = this.#context.clock.monotonic()
    return this.#context.clock.now()
  }

  #recentPlan(): Plan {
    const plan = this.#plan
    if (plan !== null && Math.abs(this.#context.clock.now() - plan.at) < planKeptMs) return plan
    return (this.#plan = this.#makePlan())
  }

  /** How many may be asked now. While somebody looks, the flow of the budget is the pace. */
  #allowance({ perMinute }: Plan, hasFirstLooks: boolean): number {
    if (this.#context.attention.isWindowVisible) return Infinity
    return this.#pace.allowance(this.#context.clock.monotonic(), perMinute, hasFirstLooks)
  }

  #waitMs({ perMinute }: Plan): number {
    return this.#context.attention.isWindowVisible ? 0 : this.#pace.waitMs(this.#context.clock.monotonic(), perMinute)
  }

  /** Whether an answer that is on its way may change the plan. */
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
    this.#askedSincePlan.clear()
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
      nextBeat: isQuiet(this.#context) ? (askedAt) => nextBeat(askedAt, openedAt) : null,
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
      new Map(followed.flatMap((one) => (one.isVisible === isVisible ? [[quoteCall(one.symbol), one.symbol]] : [])))
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
