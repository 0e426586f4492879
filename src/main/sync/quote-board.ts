import type { Account } from '../../shared/model/account.ts'
import type { BudgetSnapshot } from '../../shared/model/usage.ts'
import type { Cache } from '../cache/cache.ts'
import type { SyncContext } from './context.ts'
import type { Followed } from './followed.ts'
import { accountCall, describeCalls, quoteCall } from './quote-calls.ts'
import { QuoteLedger } from './quote-ledger.ts'
import { QuotePace } from './quote-pace.ts'
import { planCalls } from './quote-plan.ts'
import { rateLeft } from './quote-rate-left.ts'
import type { Planner, Turn } from './quote-turn.ts'
import { weighPrices } from './quote-weights.ts'

/** What the board reads; a bench brings a market of its own. */
export type BoardContext = Pick<SyncContext, 'clock' | 'readFollowed' | 'readBudget'> & {
  readonly attention: Pick<SyncContext['attention'], 'isWatched'>
  readonly cache: {
    readonly accounts: Pick<Cache['accounts'], 'list'>
    readonly quotes: Pick<Cache['quotes'], 'getMany'>
  }
}

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
  /** What a lane asks, by the id of its call. */
  readonly names: Readonly<Record<Lane, ReadonlyMap<string, string>>>
}

const keptMs = 1_000
const soonestMs = 250
const quietMs = 60_000
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
  readonly #restored = new Set<string>()
  #accountIds: readonly string[] = []
  #plan: Plan | null = null
  #slow: {
    readonly at: number
    readonly accounts: readonly Account[]
    readonly weightOf: (symbol: string) => number
  } | null = null
  #budget: { readonly at: number; readonly snapshot: BudgetSnapshot } | null = null

  constructor(context: BoardContext, options: BoardOptions = {}) {
    this.ledger = new QuoteLedger(context.clock)
    this.#context = context
    this.#options = options
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
      .slice(0, this.#pace.allowance(plan.at, paceOf(lane, plan), hasFirstLooks))
  }

  /** Milliseconds until a job should look again, by the plan of its last look. */
  nextDelayMs(lane: Lane): number {
    const plan = (this.#plan ??= this.#makePlan())
    const now = this.#context.clock.now()
    const times = this.#turnsOf(lane, plan).map(({ id, dueAt, intervalMs }) => {
      const askedAt = this.ledger.askedAt(id)
      return askedAt === null || askedAt < plan.at ? dueAt : askedAt + intervalMs
    })
    const waitMs = times.reduce((first, at) => Math.min(first, at), Infinity) - now
    return Math.max(soonestMs, Math.min(quietMs, Math.max(waitMs, this.#pace.waitMs(now, paceOf(lane, plan)))))
  }

  /** Notes that a request goes out; `end` on the ledger notes that it is over. Answers when that was, UTC ms. */
  begin(callId: string): number {
    const now = this.#context.clock.now()
    this.#pace.note(now)
    this.ledger.begin(callId)
    return now
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
    const { accounts, weightOf } = this.#readAccounts()
    this.#restore(followed)
    const { isWatched } = this.#context.attention
    const { ledger } = this
    const { planner = planCalls, accountClosedMs } = this.#options
    const { prices, calls } = describeCalls({
      ...{ followed, accounts, accountIds: this.#accountIds, isWatched, now: at, ledger, weightOf },
      varianceRateOf: this.#options.varianceRateOf ?? ((symbol) => ledger.varianceRate(symbol)),
      ...(accountClosedMs === undefined ? {} : { accountClosedMs }),
    })
    const ownUsed = this.#pace.recent(at)
    const perMinute = rateLeft({ budget: this.#readBudget(), ownUsed, isWatched, callCount: calls.length })
    const quotesOf = (isVisible: boolean): ReadonlyMap<string, string> =>
      new Map(followed.flatMap((one) => (one.isVisible === isVisible ? [[quoteCall(one.symbol), one.symbol]] : [])))
    const ids = this.#accountIds.length > 0 ? this.#accountIds : accounts.map(({ id }) => id)
    return {
      at,
      perMinute,
      turns: planner({ prices, calls, now: at, perMinute: perMinute * plannedShare }),
      names: {
        visible: quotesOf(true),
        hidden: quotesOf(false),
        accounts: new Map(ids.map((id) => [accountCall(id), id])),
      },
    }
  }

  /** Accounts change seldom and the plan is made several times a second: they are read at most once in a second. */
  #readAccounts() {
    const now = this.#context.clock.monotonic()
    if (this.#slow !== null && now - this.#slow.at < keptMs) return this.#slow
    const stored = this.#context.cache.accounts.list()
    for (const { account, fetchedAt } of stored) this.#restoreAccount(account, fetchedAt)
    const accounts = stored.map(({ account }) => account)
    this.#slow = { at: now, accounts, weightOf: this.#options.weightOf ?? weighPrices(accounts) }
    return this.#slow
  }

  #readBudget(): BudgetSnapshot {
    const now = this.#context.clock.monotonic()
    if (this.#budget === null || now - this.#budget.at >= keptMs)
      this.#budget = { at: now, snapshot: this.#context.readBudget() }
    return this.#budget.snapshot
  }

  /** What was kept from before this start counts as seen and asked then. */
  #restore(followed: readonly Followed[]): void {
    const fresh = followed.map(({ symbol }) => symbol).filter((symbol) => !this.#restored.has(symbol))
    if (fresh.length === 0) return
    for (const symbol of fresh) this.#restored.add(symbol)
    for (const { quote, fetchedAt } of this.#context.cache.quotes.getMany(fresh)) {
      if (this.ledger.askedAt(quoteCall(quote.symbol)) !== null) continue
      this.ledger.restoreAsking(quoteCall(quote.symbol), fetchedAt)
      this.ledger.seeQuote(quote, fetchedAt, fetchedAt)
    }
  }

  #restoreAccount(account: Account, fetchedAt: number): void {
    const id = accountCall(account.id)
    if (this.ledger.askedAt(id) !== null) return
    this.ledger.restoreAsking(id, fetchedAt)
    this.ledger.seeAccount(account, fetchedAt, fetchedAt)
  }
}

const paceOf = (lane: Lane, { perMinute }: Plan): number => (lane === 'hidden' ? perMinute : perMinute * visibleShare)
