import { marketState } from '#main/insight/market/market-state.ts'
import type { Followed } from '#main/sync/interest/followed.ts'
import { createAccountsJob } from '#main/sync/jobs/accounts.ts'
import { createQuoteJobs } from '#main/sync/jobs/quotes.ts'
import type { BoardOptions } from '#main/sync/quotes/board-plan.ts'
import { QuoteBoard } from '#main/sync/quotes/quote-board.ts'
import { JobRunner, type JobOutcome } from '#main/sync/scheduler/job-runner.ts'
import { toNumber } from '#shared/decimal.ts'
import type { Account } from '#shared/model/account.ts'
import type { Quote } from '#shared/model/market.ts'
import { emptyAccount, emptyQuote } from '../../test/fakes/empty-figures.ts'
import { correlateRanks } from './rank-correlation.ts'
import { RequestLog } from './request-log.ts'
import { planRoundRobin } from './round-robin.ts'
import { volatilityAt, type Scenario } from './scenario.ts'
import { SimulatedClock } from './simulated-clock.ts'
import { decimalOf, positionOf } from './simulated-figures.ts'
import { SimulatedMarket } from './simulated-market.ts'
import { createService } from './simulated-service.ts'

/** The rule that the jobs use. */
export type Rule = 'planner' | 'roundRobin' | 'knownVolatility'

interface Outcome {
  /** The root of the time-mean of Σ (weight · (shown − true) / true)². */
  readonly error: number
  /** The same error for prices on screen, during the time on screen. */
  readonly errorOnScreen: number
  readonly maxInAnyMinute: number
  readonly maxVisibleAgeS: number
  readonly closedRequests: number
  readonly requests: number
  /**
   * Spearman's correlation of estimated and true volatility over all instruments after ten minutes; `null` if all values are
   * equal.
   */
  readonly rankCorrelation: number | null
}

const rankedAtMinute = 10
const startAt = Date.UTC(2026, 2, 2, 9)

/** Runs a scenario with the real jobs, plan and budget. Throws if a job fails, because the simulated service never fails. */
export async function simulate(scenario: Scenario, rule: Rule): Promise<Outcome> {
  const clock = new SimulatedClock(startAt)
  const market = new SimulatedMarket(scenario, startAt)
  const log = new RequestLog(market)
  const { broker, budget } = createService(scenario, market, log, clock)
  const symbols = scenario.symbols.map(({ symbol }) => symbol)
  // A scenario without prices on screen tests prices, not a hidden window.
  const hasNothingVisible = scenario.symbols.every(({ visible }) => visible.length === 0)
  let followed = readFollowed()

  function readFollowed(): Followed[] {
    const now = clock.now()
    return symbols.map((symbol) => {
      const { sessions, isVisible } = market.instrument(symbol).schedule
      return {
        symbol,
        isHeld: true,
        isInWatchlist: false,
        isAwaited: false,
        isRate: false,
        isVisible: isVisible(now),
        sessions,
        market: marketState(sessions, now),
      }
    })
  }

  function show(shown: readonly { readonly symbol: string; readonly price: number }[]): void {
    log.refresh(
      shown.map(({ symbol }) => symbol),
      clock.now(),
      clock.now(),
    )
    for (const { symbol, price } of shown) market.show(symbol, price, clock.now())
  }

  const accounts = new Map(
    scenario.accounts.map(({ id, symbols: held }) => [id, { account: firstAccount(id, held), fetchedAt: startAt }]),
  )
  function firstAccount(id: string, held: readonly string[]): Account {
    return {
      ...emptyAccount,
      id,
      positions: held.map((symbol) => positionOf(symbol, market.price(symbol, startAt))),
    }
  }
  const firstQuote = (symbol: string): Quote => ({
    ...emptyQuote,
    symbol,
    last: decimalOf(market.price(symbol, startAt)),
  })
  const context = {
    clock,
    broker,
    attention: {
      get isWindowVisible() {
        return hasNothingVisible || followed.some(({ isVisible }) => isVisible)
      },
    },
    cache: {
      quotes: {
        getMany: (wanted: readonly string[]) =>
          (scenario.isFresh ? [] : wanted).map((symbol) => ({ quote: firstQuote(symbol), fetchedAt: startAt })),
        put(quote: Quote) {
          if (quote.last !== null) show([{ symbol: quote.symbol, price: toNumber(quote.last) }])
          return true
        },
      },
      accounts: {
        list: () => [...accounts.values()],
        isEmpty: () => false,
        replaceAccount(account: Account) {
          accounts.set(account.id, { account, fetchedAt: clock.now() })
          show(
            account.positions.map(({ symbol, currentPrice }) => ({
              symbol,
              price: currentPrice === null ? NaN : toNumber(currentPrice),
            })),
          )
        },
      },
    },
    journal: { quotes: { record: () => 0 }, equity: { record: () => true }, positions: { record: () => true } },
    openedAt: startAt,
    power: { isSaving: false },
    readFollowed: () => followed,
    readBudget: () => budget.snapshot(),
    publish: () => undefined,
  }
  const board = new QuoteBoard(context, optionsOf(rule, scenario, market, clock))
  const faults: unknown[] = []
  const onOutcome = ({ error }: JobOutcome): void => {
    if (error !== null) faults.push(error.cause ?? error)
  }
  const jobs = [
    ...(scenario.accounts.length > 0 ? [createAccountsJob(context, board)] : []),
    ...createQuoteJobs(context, board, new Map()),
  ]
  const runners = jobs.map(
    (job) => new JobRunner(job, { clock, random: () => 0.5, onOutcome, onChange: () => undefined }),
  )
  for (const runner of runners) runner.start(0)

  const end = startAt + scenario.minutes * 60_000
  let rankCorrelation: number | null = null
  const rankMinute = Math.min(rankedAtMinute, scenario.minutes / 2)
  for (const edge of listEdges(scenario, rankMinute)) {
    // The clock has whole milliseconds. This is the first one after the edge.
    await clock.runUntil(Math.ceil(startAt + edge * 60_000))
    if (edge === rankMinute)
      rankCorrelation = correlateRanks(
        symbols.map((symbol) => board.ledger.expectedVariance(symbol)),
        scenario.symbols.map((symbol) => volatilityAt(symbol, edge)),
      )
    log.noteAges(symbols, clock.now())
    followed = readFollowed()
    for (const runner of runners) if (runner.job.name === 'quotes-visible') runner.wake('schedule')
    if (faults.length > 0) throw faults[0]
  }
  await clock.runUntil(end)
  log.noteAges(symbols, clock.now())
  if (faults.length > 0) throw faults[0]
  // Not awaited: the simulated clock has stopped, so requests in flight never end.
  for (const runner of runners) void runner.stop()
  const { maxInAnyMinute, maxVisibleAgeS, closedRequests, requests } = log
  const { all: error, onScreen: errorOnScreen } = market.error(end)
  return { error, errorOnScreen, maxInAnyMinute, maxVisibleAgeS, closedRequests, requests, rankCorrelation }
}

/** The minutes at which a market opens or closes, or an instrument enters or leaves the screen, and one more minute. */
const listEdges = ({ symbols, minutes }: Scenario, extra: number): readonly number[] =>
  [...new Set([extra, ...symbols.flatMap(({ open, visible }) => [...open, ...visible].flat())])]
    .filter((edge) => edge > 0 && edge < minutes)
    .sort((a, b) => a - b)

function optionsOf(rule: Rule, scenario: Scenario, market: SimulatedMarket, clock: SimulatedClock): BoardOptions {
  const weights = new Map(scenario.symbols.map(({ symbol, weight }) => [symbol, weight]))
  return {
    weightOf: (symbol) => weights.get(symbol) ?? 0,
    // The simulated accounts have only prices.
    accountClosedMs: null,
    ...(rule === 'roundRobin' ? { planner: planRoundRobin } : {}),
    ...(rule === 'knownVolatility'
      ? {
          varianceRateOf: (symbol: string) =>
            volatilityAt(market.instrument(symbol).scenario, market.minuteOf(clock.now())) ** 2 / 60_000,
        }
      : {}),
  }
}
