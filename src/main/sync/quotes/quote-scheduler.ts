import type { Followed } from './followed.ts'
import { accountCall, describeCalls, quoteCall } from './quote-calls.ts'
import { nextRefresh, refreshersOf } from './quote-forecast.ts'
import { QuoteLedger } from './quote-ledger.ts'
import { QuotePace } from './quote-pace.ts'
import { planCalls } from './quote-plan.ts'
import { rateLeft } from './quote-rate-left.ts'
import { QuoteSources, type BoardContext } from './quote-sources.ts'
import { isQuiet, nextBeat } from './quiet.ts'
import type { Call, Planner, Turn } from './quote-turn.ts'

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
  readonly turns: readonly Turn[]
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
const mostUnsureMs = 2 * 60_000
/** What is on screen may take this much more than the pace, so that what is not leaves it room. */
const visibleShare = 1.05
/** Planned for the average, so that what falls together need not wait for the pace. */
const plannedShare = 0.95

/** What the quote and account jobs share: what was seen and asked, and the plan that follows from it. */
export class QuoteBoard {
  readonly ledger: QuoteLedger
  readonly #context: BoardContext
  readonly #options: BoardOptions
  readonly #pace = new QuotePace()
  #accountIds: readonly string[] = []
  #plan: Plan | null = null
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

  /** What a job is to ask now, the most urgent first: symbols, or account ids. Reads the cache; throws what that throws. */
  due(lane: Lane): readonly string[] {
    const plan = this.#makePlan()
    this.#plan = plan
    const due = this.#turnsOf(lane, plan).filter(({ dueAt }) => dueAt <= plan.at)
    const hasFirstLooks = due.some(({ dueAt }) => dueAt === -Infinity)
    return due
      .map(({ id }) => plan.names[lane].get(id) ?? '')
      .slice(0, this.#pace.allowance(this.#context.clock.monotonic(), paceOf(lane, plan), hasFirstLooks))
  }

  /** Milliseconds until a job should look again, by the plan of its last look. */
  nextDelayMs(lane: Lane): number {
    const plan = (this.#plan ??= this.#makePlan())
    const waitMs = nextRefresh(this.#turnsOf(lane, plan), plan.at, this.ledger) - this.#context.clock.now()
    const mostMs = plan.isUnsure ? unsureMs : quietMs
    return Math.max(soonestMs, Math.min(mostMs, Math.max(waitMs, this.#waitMs(paceOf(lane, plan)))))
  }

  /** When the first of these prices is asked for next, by the plan of the last look: UTC ms, `null` where none is planned. */
  forecast(symbols: readonly string[]): number | null {
    const plan = (this.#plan ??= this.#makePlan())
    const now = this.#context.clock.now()
    const refreshers = refreshersOf(symbols, plan.calls)
    if (plan.calls.some(({ id }) => refreshers.has(id) && this.ledger.isPending(id))) return now
    const nextAt = nextRefresh(
      plan.turns.filter(({ id }) => refreshers.has(id)),
      plan.at,
      this.ledger,
    )
    return nextAt === Infinity ? null : Math.ceil(Math.max(nextAt, now + this.#waitMs(plan.perMinute)))
  }

  /** Notes that a request goes out; `end` on the ledger notes that it is over. Answers when that was, UTC ms. */
  begin(callId: string): number {
    this.#pace.note(this.#context.clock.monotonic())
    this.ledger.begin(callId)
    return this.#context.clock.now()
  }

  #waitMs(perMinute: number): number {
    return this.#pace.waitMs(this.#context.clock.monotonic(), perMinute)
  }

  /** Whether an answer that is on its way may change the plan. */
  #isUnsure(followed: readonly Followed[], lacksAccounts: boolean): boolean {
    const at = this.#context.clock.monotonic()
    if (!lacksAccounts && followed.every(({ sessions }) => sessions !== null)) this.#unsureSince = null
    else this.#unsureSince ??= at
    return this.#unsureSince !== null && at - this.#unsureSince < mostUnsureMs
  }

  #turnsOf(lane: Lane, { turns, names }: Plan): readonly Turn[] {
    return turns.filter(({ id }) => names[lane].has(id) && !this.ledger.isPending(id))
  }

  #makePlan(): Plan {
    const at = this.#context.clock.now()
    const followed = this.#context.readFollowed()
    this.ledger.noteClosed(
      new Set(followed.flatMap(({ symbol, market }) => (market.state === 'closed' ? [symbol] : []))),
    )
    const { accounts, weightOf } = this.#sources.readAccounts()
    this.#sources.restore(followed)
    const { attention, openedAt, power } = this.#context
    const { isWatched } = attention
    const { ledger } = this
    const { planner = planCalls, accountClosedMs } = this.#options
    const { prices, calls } = describeCalls({
      ...{ followed, accounts, accountIds: this.#accountIds, isWatched, now: at, ledger, weightOf },
      nextBeat: isQuiet(this.#context) ? (askedAt) => nextBeat(askedAt, openedAt) : null,
      varianceRateOf: this.#options.varianceRateOf ?? ((symbol) => ledger.varianceRate(symbol)),
      ...(accountClosedMs === undefined ? {} : { accountClosedMs }),
    })
    const ownUsed = this.#pace.recent(this.#context.clock.monotonic())
    const perMinute = rateLeft({
      budget: this.#sources.readBudget(),
      ownUsed,
      isWatched,
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
      turns: planner({ prices, calls, now: at, perMinute: perMinute * plannedShare }),
      names: {
        visible: quotesOf(true),
        hidden: quotesOf(false),
        accounts: new Map(ids.map((id) => [accountCall(id), id])),
      },
    }
  }
}

const paceOf = (lane: Lane, { perMinute }: Plan): number => (lane === 'hidden' ? perMinute : perMinute * visibleShare)
