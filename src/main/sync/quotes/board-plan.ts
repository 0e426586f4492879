import { minuteMs } from '#shared/durations.ts'
import type { Followed } from '../interest/followed.ts'
import { isQuiet, nextHeartbeat } from '../quiet-hours.ts'
import { accountCall, describeCalls, isOnScreen, quoteCall } from './describe-calls.ts'
import { QuoteSources, type BoardContext } from './planner-inputs.ts'
import { planCalls } from './planner/plan.ts'
import type { Call, PlannedCall, Planner } from './planner/types.ts'
import { positionKey, type QuoteLedger } from './quote-ledger.ts'
import { rateLeft } from './rate.ts'

/** Other rules and data for the same jobs. Only benches use them. */
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
export interface BoardPlan {
  readonly at: number
  readonly perMinute: number
  readonly planned: readonly PlannedCall[]
  readonly calls: readonly Call[]
  /** Whether the hours of a market or the holdings of an account were unknown when the plan was made. */
  readonly isUnsure: boolean
  /** The symbols or account ids of each lane, by the id of the call. */
  readonly names: Readonly<Record<Lane, ReadonlyMap<string, string>>>
}

/** After this time without known hours or holdings the plan counts as settled. */
const maxUnsureMs = 2 * minuteMs
/** While a window is visible, the plan stays slightly below the flow of the budget: calls that are due together wait less. */
const plannedShare = 0.99

/** Makes the plan from the followed instruments, the accounts and the budget. */
export class BoardPlanner {
  readonly #context: BoardContext
  readonly #ledger: QuoteLedger
  readonly #options: BoardOptions
  readonly #sources: QuoteSources
  /** Since when hours or holdings are unknown, monotonic ms. */
  #unsureSince: number | null = null

  constructor(context: BoardContext, ledger: QuoteLedger, options: BoardOptions) {
    this.#context = context
    this.#ledger = ledger
    this.#options = options
    this.#sources = new QuoteSources(context, ledger, options.weightOf)
  }

  /** Reads the cache and throws its errors. `ownUsed`: requests for prices in the last minute. */
  make(accountIds: readonly string[], ownUsed: number): BoardPlan {
    const at = this.#context.clock.now()
    const followed = this.#context.readFollowed()
    this.#ledger.noteMarkets(followed)
    const { accounts, weightOf } = this.#sources.readAccounts()
    this.#sources.restore(followed)
    const { attention, openedAt, power } = this.#context
    const { isWindowVisible } = attention
    const ledger = this.#ledger
    const { planner = planCalls, accountClosedMs } = this.#options
    const { prices, calls } = describeCalls({
      followed,
      accounts,
      accountIds,
      isWindowVisible,
      now: at,
      ledger,
      weightOf,
      nextHeartbeat: isQuiet(this.#context) ? (requestedAt) => nextHeartbeat(requestedAt, openedAt) : null,
      varianceRateOf: this.#options.varianceRateOf ?? ((symbol) => ledger.varianceRate(symbol)),
      ...(accountClosedMs === undefined ? {} : { accountClosedMs }),
    })
    const perMinute = rateLeft({
      budget: this.#sources.readBudget(),
      ownUsed,
      isWindowVisible,
      callCount: calls.length,
      isSaving: power.isSaving,
    })
    const quotesOf = (isVisible: boolean): ReadonlyMap<string, string> =>
      new Map(
        followed.flatMap((instrument) =>
          isOnScreen(instrument, { isWindowVisible, ledger }) === isVisible
            ? [[quoteCall(instrument.symbol), instrument.symbol]]
            : [],
        ),
      )
    const ids = accountIds.length > 0 ? accountIds : accounts.map(({ id }) => id)
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

  /** Whether an expected response may change the plan. */
  #isUnsure(followed: readonly Followed[], lacksAccounts: boolean): boolean {
    const at = this.#context.clock.monotonic()
    if (!lacksAccounts && followed.every(({ sessions }) => sessions !== null)) this.#unsureSince = null
    else this.#unsureSince ??= at
    return this.#unsureSince !== null && at - this.#unsureSince < maxUnsureMs
  }
}

/** The ids of the calls that refresh a price of one of these symbols: its quote, or an account that holds it. */
export function refreshersOf(symbols: readonly string[], calls: readonly Call[]): ReadonlySet<string> {
  const keys = new Set(symbols.flatMap((symbol) => [symbol, positionKey(symbol)]))
  return new Set(calls.flatMap(({ id, refreshes }) => (refreshes.some((key) => keys.has(key)) ? [id] : [])))
}

/**
 * When the first of these calls is due, by a plan made at `plannedAt`: UTC ms; infinite if there is none. A call that
 * was requested after `plannedAt` waits for its interval.
 */
export function nextRefresh(
  planned: readonly PlannedCall[],
  plannedAt: number,
  ledger: Pick<QuoteLedger, 'requestedAt'>,
): number {
  return planned.reduce((first, { id, dueAt, intervalMs }) => {
    const requestedAt = ledger.requestedAt(id)
    return Math.min(first, requestedAt === null || requestedAt < plannedAt ? dueAt : requestedAt + intervalMs)
  }, Infinity)
}
