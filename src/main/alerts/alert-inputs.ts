import type { ConnectionState } from '../../shared/model/connection.ts'
import type { Quote } from '../../shared/model/market.ts'
import type { Report } from '../../shared/model/report.ts'
import type { MarketState } from '../../shared/model/watchlist.ts'
import type { Cache } from '../cache/cache.ts'
import { summarizeAccount, type DetailsBySymbol, type SummarizedAccount } from '../insight/account-summary.ts'
import { marketAccess, micOf, type MarketAccess } from '../insight/market-data-permission.ts'
import { knownSessions, marketState } from '../insight/market-state.ts'
import { buildPositionRows, type HeldRow } from '../insight/position-rows.ts'
import type { Journal } from '../journal/journal.ts'

type StoredAccounts = ReturnType<Cache['accounts']['list']>

/** A quote with what must be said of it. */
interface SeenQuote extends Pick<MarketAccess, 'delayMinutes' | 'isForbidden'> {
  readonly quote: Quote
  readonly fetchedAt: number
}

/** All that rules are judged by, read when a rule asks for it. `null` is not known. Times in UTC ms. */
export interface AlertWorld {
  readonly now: number
  /** Since when the service is asked without a break: after a pause or a sleep nothing is late yet. */
  readonly askingSince: number
  readonly connection: Pick<ConnectionState, 'phase' | 'since' | 'message'>
  quote(symbol: string): SeenQuote | null
  market(symbol: string): MarketState
  /** Whether one of these trades now, or may. */
  mayTrade(symbols: readonly string[]): boolean
  accounts(): StoredAccounts
  summaries(): readonly SummarizedAccount[]
  /** What one account holds, or all do with `null`. */
  positions(accountId: string | null): readonly HeldRow[]
  orders(accountId: string | null): ReturnType<Cache['orders']['list']>
  events(symbols: readonly string[]): ReturnType<Cache['corporateEvents']['list']>
  /** Whether the coming splits of an instrument were ever read. */
  knowsSplits(symbol: string): boolean
  reports(): readonly Report[]
}

interface Sources {
  readonly cache: Cache
  readonly journal: Pick<Journal, 'reports'>
  readonly now: number
  readonly askingSince: number
  readonly connection: AlertWorld['connection']
}

/** The world as cache and journal know it at one moment; what is read twice is kept for that moment. */
export function readWorld({ cache, journal, now, askingSince, connection }: Sources): AlertWorld {
  let permissions: Parameters<typeof marketAccess>[0] | null = null
  const accounts = once(() => cache.accounts.list())
  const details = once((): DetailsBySymbol => {
    const symbols = accounts().flatMap(({ account }) => account.positions.map(({ symbol }) => symbol))
    const stored = cache.instrumentDetails.getMany([...new Set(symbols)])
    return new Map(stored.map((one) => [one.details.symbol, one.details]))
  })
  const positions = new Map<string | null, readonly HeldRow[]>()
  const readSessions = (symbols: readonly string[]) =>
    new Map(cache.schedules.getMany(symbols).map((schedule) => [schedule.symbol, knownSessions(schedule)]))
  return {
    now,
    askingSince,
    connection,
    quote(symbol) {
      const stored = cache.quotes.get(symbol)
      permissions ??= cache.sessionDetails.get()?.details.permissions ?? []
      const { delayMinutes, isForbidden } = marketAccess(permissions, micOf(symbol))
      return stored && { ...stored, delayMinutes, isForbidden }
    },
    market: (symbol) => marketState(readSessions([symbol]).get(symbol) ?? null, now),
    mayTrade: (symbols) => {
      const stored = readSessions(symbols)
      return symbols.some((symbol) => marketState(stored.get(symbol) ?? null, now).state !== 'closed')
    },
    accounts,
    summaries: once(() => accounts().map(({ account, fetchedAt }) => summarizeAccount(account, fetchedAt, details()))),
    positions(accountId) {
      const chosen = (): StoredAccounts => accounts().filter(({ account }) => (accountId ?? account.id) === account.id)
      const rows = positions.get(accountId) ?? buildPositionRows(chosen(), details())
      positions.set(accountId, rows)
      return rows
    },
    orders: (accountId) => cache.orders.list(accountId),
    events: (symbols) => cache.corporateEvents.list(symbols),
    knowsSplits: (symbol) => cache.corporateEvents.fetchedAt(symbol, 'split') !== null,
    reports: () => journal.reports.list(),
  }
}

function once<T>(read: () => T): () => T {
  let kept: { readonly value: T } | null = null
  return () => (kept ??= { value: read() }).value
}
