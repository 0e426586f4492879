import type { Account } from '#shared/model/account.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import { lastClose } from '../../insight/market/market-state.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { accountReadMs, areClosed } from '../interest/account-age.ts'
import { isOnlyRate, mayTrade, type Followed } from '../interest/followed.ts'
import type { Call, ShownPrice } from './planner/types.ts'
import { positionKey, type QuoteLedger } from './quote-ledger.ts'

/** The id of the call that requests one quote. */
export const quoteCall = (symbol: string): string => `quote ${symbol}`
/** The id of the call that reads one account. */
export const accountCall = (accountId: string): string => `account ${accountId}`

/** The minimum time between two requests for a quote, and after a refusal. */
const minMs = 1_000
const refusedMs = 300_000
/** An instrument whose price comes with an account still needs its quote, for the figures of the day, bid and ask. */
const figuresVisibleMs = 120_000
const figuresHiddenMs = 900_000
/** For instruments that are neither held nor on screen: often enough for a sparkline. */
const idleQuoteMs = 900_000
/** A rate changes all totals a little: it is not requested as often as a price on screen. */
const rateMs = 60_000

interface Situation {
  readonly followed: readonly Followed[]
  readonly accounts: readonly Account[]
  /** The accounts of the token, including those not read yet; empty while they are unknown. */
  readonly accountIds: readonly string[]
  readonly isWindowVisible: boolean
  /** In quiet hours: when a call requested at this time is due again, UTC ms. Otherwise null. */
  readonly nextHeartbeat: ((requestedAt: number) => number) | null
  /** The maximum age of cash and positions while all markets of an account are closed; `null` for no maximum. */
  readonly accountClosedMs?: number | null
  readonly now: number
  readonly ledger: QuoteLedger
  readonly weightOf: (symbol: string) => number
  readonly varianceRateOf: (symbol: string) => number
}

/**
 * Whether a price is on screen. A rate without a price counts as on screen while a window is visible, because all
 * totals wait for it.
 */
export const isOnScreen = (
  { symbol, isVisible, isRate }: Followed,
  { isWindowVisible, ledger }: Pick<Situation, 'isWindowVisible' | 'ledger'>,
): boolean => isVisible || (isRate && isWindowVisible && ledger.refreshedAt(symbol) === null)

/** The shown prices and the calls that refresh them, as input of the plan. Positions show the account's price, watchlists the quote's. */
export function describeCalls(situation: Situation): { prices: readonly ShownPrice[]; calls: readonly Call[] } {
  const { followed, accounts, accountIds, ledger } = situation
  const covered = new Map(accounts.map((account) => [account.id, pricedSymbols(account)]))
  const held = new Set([...covered.values()].flat())
  const bySymbol = new Map(followed.map((instrument) => [instrument.symbol, instrument]))
  const isBoth = (symbol: string): boolean => held.has(symbol) && bySymbol.get(symbol)?.isInWatchlist === true
  const reading = new Set([...covered].flatMap(([id, symbols]) => (ledger.isPending(accountCall(id)) ? symbols : [])))
  const prices = followed.flatMap((instrument) => {
    const { symbol } = instrument
    const price = describePrice(instrument, situation)
    const quotedAt = ledger.isPending(quoteCall(symbol)) ? situation.now : ledger.refreshedAt(symbol)
    const readAt = reading.has(symbol) ? situation.now : ledger.refreshedAt(positionKey(symbol))
    return isBoth(symbol)
      ? [
          { ...price, refreshedAt: quotedAt },
          { ...price, key: positionKey(symbol), refreshedAt: readAt },
        ]
      : [{ ...price, refreshedAt: latest(quotedAt, readAt) }]
  })
  const isIdle = ({ isHeld, isAwaited, market }: Followed): boolean =>
    !situation.isWindowVisible &&
    !(isHeld && situation.nextHeartbeat === null) &&
    !isAwaited &&
    market.state !== 'closed'
  /** An idle quote in quiet hours is requested at the next heartbeat. */
  const idleMs = (id: string): number => {
    const requestedAt = ledger.requestedAt(id)
    return situation.nextHeartbeat === null || requestedAt === null
      ? idleQuoteMs
      : situation.nextHeartbeat(requestedAt) - requestedAt
  }
  const quotes = followed.map((instrument): Call => {
    const id = quoteCall(instrument.symbol)
    return {
      id,
      refreshes: [instrument.symbol],
      requestedAt: ledger.requestedAt(id),
      minIntervalMs: isIdle(instrument)
        ? idleMs(id)
        : ledger.wasRefused(id)
          ? refusedMs
          : isOnlyRate(instrument)
            ? rateMs
            : minMs,
      maxIntervalMs:
        instrument.market.state === 'closed' || !held.has(instrument.symbol) ? null : figuresMs(instrument),
    }
  })
  const reads = (accountIds.length === 0 ? [...covered.keys()] : accountIds).map((id): Call => {
    const symbols = covered.get(id) ?? []
    const requestedAt = ledger.requestedAt(accountCall(id))
    return {
      id: accountCall(id),
      refreshes: symbols.map((symbol) => (isBoth(symbol) ? positionKey(symbol) : symbol)),
      requestedAt,
      minIntervalMs: minMs,
      maxIntervalMs: accountMs(
        symbols.map((symbol) => bySymbol.get(symbol)?.market.state ?? 'unknown'),
        requestedAt,
        situation,
      ),
    }
  })
  return { prices, calls: [...quotes, ...reads] }
}

const pricedSymbols = (account: Account): string[] => [
  ...new Set(heldPositions(account).flatMap(({ symbol, currentPrice }) => (currentPrice === null ? [] : [symbol]))),
]

const figuresMs = ({ isVisible }: Followed): number => (isVisible ? figuresVisibleMs : figuresHiddenMs)

function accountMs(
  states: readonly MarketState['state'][],
  requestedAt: number | null,
  { followed, isWindowVisible, accountClosedMs, nextHeartbeat }: Situation,
): number | null {
  const isClosed = areClosed(states) || (states.length === 0 && isAllClosed(followed))
  if (isClosed && accountClosedMs !== undefined) return accountClosedMs
  if (nextHeartbeat !== null) return requestedAt === null ? 0 : nextHeartbeat(requestedAt) - requestedAt
  return accountReadMs(isClosed, isWindowVisible)
}

/** No followed instrument trades: then an account without positions counts as closed too. */
const isAllClosed = (followed: readonly Followed[]): boolean => followed.length > 0 && !mayTrade(followed)

function describePrice(instrument: Followed, situation: Situation): Omit<ShownPrice, 'refreshedAt'> {
  const { symbol, market, sessions } = instrument
  const { now, weightOf, varianceRateOf } = situation
  const isClosed = market.state === 'closed'
  return {
    key: symbol,
    weight: weightOf(symbol),
    varianceRate: varianceRateOf(symbol),
    isVisible: isOnScreen(instrument, situation),
    market: market.state,
    closedAt: isClosed ? lastClose(sessions, now) : null,
    opensAt: isClosed ? market.changesAt : null,
  }
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)
