import type { Account } from '../../../shared/model/account.ts'
import type { MarketState } from '../../../shared/model/watchlist.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { lastClose } from '../../insight/market/market-state.ts'
import { accountReadMs, areClosed } from '../interest/account-freshness.ts'
import { isOnlyRate, mayTrade, type Followed } from '../interest/followed.ts'
import { positionKey, type QuoteLedger } from './quote-ledger.ts'
import type { Call, ShownPrice } from './planner/types.ts'

/** The id of the call that asks for one quote. */
export const quoteCall = (symbol: string): string => `quote ${symbol}`
/** The id of the call that reads one account. */
export const accountCall = (accountId: string): string => `account ${accountId}`

/** No quote is asked more often than this; one that the service refused, much less. */
const minMs = 1_000
const refusedMs = 300_000
/** A quote whose price comes with an account is still wanted for its day's figures, bid and ask. */
const figuresVisibleMs = 120_000
const figuresHiddenMs = 900_000
/** What is neither held nor seen by anybody: enough for its sparkline. */
const idleQuoteMs = 900_000
/** A rate moves all totals a little: it is not asked for like a price that somebody watches. */
const rateMs = 60_000

interface Situation {
  readonly followed: readonly Followed[]
  readonly accounts: readonly Account[]
  /** Those that the token names, read or not; empty while that is not known. */
  readonly accountIds: readonly string[]
  readonly isWindowVisible: boolean
  /** Nothing trades and nobody looks: when what was asked at this time is wanted again, UTC ms. */
  readonly nextBeat: ((askedAt: number) => number) | null
  /** How old cash and positions may grow while all markets of an account are closed; `null` for as old as they like. */
  readonly accountClosedMs?: number | null
  readonly now: number
  readonly ledger: QuoteLedger
  readonly weightOf: (symbol: string) => number
  readonly varianceRateOf: (symbol: string) => number
}

/** What is shown, and the calls that refresh it, for the plan. Positions show the account's price, watchlists the quote's. */
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
    !situation.isWindowVisible && !(isHeld && situation.nextBeat === null) && !isAwaited && market.state !== 'closed'
  /** What nobody knows to be closed is looked at with all the rest that is quiet. */
  const idleMs = (id: string): number => {
    const askedAt = ledger.askedAt(id)
    return situation.nextBeat === null || askedAt === null ? idleQuoteMs : situation.nextBeat(askedAt) - askedAt
  }
  const quotes = followed.map((instrument): Call => {
    const id = quoteCall(instrument.symbol)
    return {
      id,
      refreshes: [instrument.symbol],
      askedAt: ledger.askedAt(id),
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
    const askedAt = ledger.askedAt(accountCall(id))
    return {
      id: accountCall(id),
      refreshes: symbols.map((symbol) => (isBoth(symbol) ? positionKey(symbol) : symbol)),
      askedAt,
      minIntervalMs: minMs,
      maxIntervalMs: accountMs(
        symbols.map((symbol) => bySymbol.get(symbol)?.market.state ?? 'unknown'),
        askedAt,
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
  askedAt: number | null,
  { followed, isWindowVisible, accountClosedMs, nextBeat }: Situation,
): number | null {
  const isClosed = areClosed(states) || (states.length === 0 && isAllClosed(followed))
  if (isClosed && accountClosedMs !== undefined) return accountClosedMs
  if (nextBeat !== null) return askedAt === null ? 0 : nextBeat(askedAt) - askedAt
  return accountReadMs(isClosed, isWindowVisible)
}

/** Nothing that anybody cares about trades: then an account without positions rests as well. */
const isAllClosed = (followed: readonly Followed[]): boolean => followed.length > 0 && !mayTrade(followed)

function describePrice(
  { symbol, isVisible, market, sessions }: Followed,
  situation: Situation,
): Omit<ShownPrice, 'refreshedAt'> {
  const { now, weightOf, varianceRateOf } = situation
  const isClosed = market.state === 'closed'
  return {
    key: symbol,
    weight: weightOf(symbol),
    varianceRate: varianceRateOf(symbol),
    isVisible,
    market: market.state,
    closedAt: isClosed ? lastClose(sessions, now) : null,
    opensAt: isClosed ? market.changesAt : null,
  }
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)
