import type { ConnectionState } from '#shared/model/app/connection.ts'
import type { Quote } from '#shared/model/market.ts'
import type { Report } from '#shared/model/report.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import type { Cache } from '../../cache/cache.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { readCurrencies, type CurrencyReading, type RateSource } from '../../currency/read-rates.ts'
import type { SeenDifference } from '../../insight/ledger/seen-differences.ts'
import type { Stress } from '../../insight/margin/stress-margin.ts'
import { marketAccess, micOf, type MarketAccess } from '../../insight/market/market-data-permission.ts'
import { knownSessions, marketState } from '../../insight/market/market-state.ts'
import {
  summarizeAccount,
  type DetailsBySymbol,
  type SummarizedAccount,
} from '../../insight/portfolio/account-summary.ts'
import { buildPositionRows, type HeldRow } from '../../insight/portfolio/position-rows.ts'
import type { Journal } from '../../journal/journal.ts'
import type { MissingPayment } from '../../ledger/missing-payments.ts'
import { stressAccount } from '../../margin/margin-recorder.ts'

type StoredAccounts = ReturnType<Cache['accounts']['list']>

/** A quote with the market access with which it was read. */
interface QuoteInput extends Pick<MarketAccess, 'delayMinutes' | 'isForbidden'> {
  readonly quote: Quote
  readonly fetchedAt: number
}

/** The data for checking rules. It is read when a rule needs it. `null` means unknown. Times in UTC ms. */
export interface AlertInputs {
  readonly now: number
  /** The last start of syncing. After a start, a pause or a sleep nothing counts as late yet. */
  readonly syncingSince: number
  /** Read again for each language of its message. */
  readonly connection: () => Pick<ConnectionState, 'phase' | 'since' | 'message'>
  /** The name of an instrument; `null` if it is not known. */
  nameOf(symbol: string): string | null
  quote(symbol: string): QuoteInput | null
  market(symbol: string): MarketState
  /** Whether the market of at least one of these instruments is open, or its state is unknown. */
  mayTrade(symbols: readonly string[]): boolean
  accounts(): StoredAccounts
  summaries(): readonly SummarizedAccount[]
  /** The positions of one account; of all accounts with `null`. */
  positions(accountId: string | null): readonly HeldRow[]
  currencies(): AlertCurrencies
  /** The distance of an account to a margin call; `null` for an account that has not been read. */
  stress(accountId: string): Stress | null
  orders(accountId: string | null): ReturnType<Cache['orders']['list']>
  events(symbols: readonly string[]): ReturnType<Cache['corporateEvents']['list']>
  /** Whether the future splits of an instrument have been read at least once. */
  knowsSplits(symbol: string): boolean
  reports(): readonly Report[]
  /** The differences between the stated figures and the transactions. */
  differences(): readonly SeenDifference[]
  /** Payments that were due and did not arrive; `null` while they have not been read. */
  missingPayments(): readonly MissingPayment[] | null
}

/** The currencies of the accounts, and the rates between them. */
export interface AlertCurrencies extends Pick<CurrencyReading, 'base' | 'bookTo'> {
  /** The currency of an account's equity; `null` while it is unknown. */
  currencyOf(accountId: string): string | null
}

interface Sources {
  readonly cache: Cache
  readonly journal: Pick<Journal, 'reports' | 'settings' | 'quotes'>
  readonly problems: RateSource['problems']
  readonly now: number
  readonly syncingSince: number
  readonly connection: AlertInputs['connection']
  readonly differences: readonly SeenDifference[]
  readonly missingPayments: readonly MissingPayment[] | null
}

/** The inputs from cache and journal at one moment. Lists that several rules use are read once. */
export function readAlertInputs(sources: Sources): AlertInputs {
  const { cache, journal, now, syncingSince, connection, differences, missingPayments } = sources
  let permissions: Parameters<typeof marketAccess>[0] | null = null
  const accounts = once(() => cache.accounts.list())
  const details = once((): DetailsBySymbol => {
    const symbols = accounts().flatMap(({ account }) => account.positions.map(({ symbol }) => symbol))
    const stored = cache.instrumentDetails.getMany([...new Set(symbols)])
    return new Map(stored.map(({ details }) => [details.symbol, details]))
  })
  const currencies = once(() => readCurrencies(sources))
  const positions = new Map<string | null, readonly HeldRow[]>()
  const readSessions = (symbols: readonly string[]) =>
    new Map(cache.schedules.getMany(symbols).map((schedule) => [schedule.symbol, knownSessions(schedule)]))
  return {
    now,
    syncingSince,
    connection,
    nameOf: (symbol) => readFacts(cache, [symbol])(symbol).name,
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
    currencies: once(() => {
      const { base, bookTo, equityCurrencyOf } = currencies()
      const byAccount = new Map(accounts().map(({ account }) => [account.id, equityCurrencyOf(account)]))
      return { base, bookTo, currencyOf: (id) => byAccount.get(id)?.currency ?? null }
    }),
    stress(accountId) {
      const stored = accounts().find(({ account }) => account.id === accountId)
      return stored === undefined ? null : stressAccount(stored, buildPositionRows([stored], details()), currencies())
    },
    orders: (accountId) => cache.orders.list(accountId),
    events: (symbols) => cache.corporateEvents.list(symbols),
    knowsSplits: (symbol) => cache.corporateEvents.fetchedAt(symbol, 'split') !== null,
    reports: () => journal.reports.list(),
    differences: () => differences,
    missingPayments: () => missingPayments,
  }
}

function once<T>(read: () => T): () => T {
  let result: { readonly value: T } | null = null
  return () => (result ??= { value: read() }).value
}
