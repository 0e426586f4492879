import type { Account } from '#shared/model/account.ts'
import { Settings } from '#shared/model/app/settings.ts'
import type { EquityCurrency } from '#shared/model/currency.ts'
import type { Cache } from '../cache/cache.ts'
import { equityParts, inferCurrency, currenciesInUse } from '../insight/currency/equity-currency.ts'
import { RateBook, type RateInputs } from '../insight/currency/rate-book.ts'
import { type Prices, hubs } from '../insight/currency/rate.ts'
import type { DetailsBySymbol } from '../insight/portfolio/account-summary.ts'
import type { Journal } from '../journal/journal.ts'
import { readBase, readChoices } from './rate-settings.ts'

/** The sources of the rates. `problems`: the reason for which the service refused an instrument, by symbol. */
export interface RateSource {
  readonly cache: Pick<Cache, 'accounts' | 'instruments' | 'instrumentDetails' | 'quotes'>
  readonly journal: Pick<Journal, 'settings' | 'quotes'>
  readonly problems: ReadonlyMap<string, string>
}

/** The currencies of a profile and the current rates between them. */
export interface CurrencyReading {
  /** `null` until the user chooses one. */
  readonly base: string | null
  /** The currency with the most positions and cash balances. */
  readonly suggested: string | null
  readonly inUse: readonly string[]
  /** The rates to the suggested currency, used to infer the currency of equity; `null` if no currency is in use yet. */
  readonly book: RateBook | null
  /** The sources of the rates for equity and profit in the base currency; `null` without a base currency. */
  readonly toBase: RateBook | null
  /** The rates to a currency: for the base currency those that the user chose, otherwise the proposed ones. */
  bookTo(currency: string): RateBook
  equityCurrencyOf(account: Account): EquityCurrency | null
}

/**
 * Reads accounts, reference data, rate instruments and their latest quotes. `also`: currencies to include although they
 * are no longer in use.
 */
export function readCurrencies(source: RateSource, also: readonly string[] = []): CurrencyReading {
  const { cache, journal } = source
  const accounts = cache.accounts.list().map(({ account }) => account)
  const details = readDetails(cache, accounts)
  const chosen = journal.settings.get('accountCurrency', Settings.shape.accountCurrency)
  const base = readBase(journal.settings)
  const held = currenciesInUse(accounts, details)
  const inUse = [...new Set([...held, ...(chosen === null ? [] : [chosen])])]
  const suggested = inUse[0] ?? null
  const instruments = readInstruments(source, [...inUse, ...(base === null ? [] : [base]), ...also])
  const toBase = base === null ? null : new RateBook({ ...instruments, target: base })
  // The user chooses rates to the base currency. They do not apply to the equity in another currency.
  const unchosen = { ...instruments, choices: new Map() }
  const book =
    base === suggested ? toBase : suggested === null ? null : new RateBook({ ...unchosen, target: suggested })
  const candidates = [...new Set([...inUse, ...(base === null ? [] : [base])])]
  return {
    base,
    suggested,
    inUse,
    book,
    toBase,
    bookTo(currency) {
      if (toBase?.currency === currency) return toBase
      return book?.currency === currency ? book : new RateBook({ ...unchosen, target: currency })
    },
    equityCurrencyOf(account) {
      if (chosen !== null) return { currency: chosen, inferred: false }
      const found = inferCurrency(account.equity, equityParts(account, details), candidates, book)
      const currency = recall(cache, account.id, found)
      return currency === null ? null : { currency, inferred: true }
    },
  }
}

/** The instruments whose prices are needed for the rates of all currencies in use. */
export function readRateSymbols(source: RateSource): string[] {
  const { book, toBase, inUse } = readCurrencies(source)
  return [...new Set([toBase, book].flatMap((rates) => inUse.flatMap((currency) => rates?.symbolsOf(currency) ?? [])))]
}

/**
 * Whether the rate of a currency in use is not known yet: amounts in it are in no total. Before an account is read, any
 * currency may be in use.
 */
export function lacksRate(source: RateSource): boolean {
  if (source.cache.accounts.isEmpty()) return true
  const { book, toBase, inUse } = readCurrencies(source)
  return [toBase, book].some(
    (rates) =>
      rates !== null && inUse.some((currency) => currency !== rates.currency && 'problem' in rates.rateOf(currency)),
  )
}

/**
 * The last inferred currency of each account, while its cache is open. Rates and equity are read at different times. If
 * they do not match for a while, the currency of an account must not change.
 */
const inferences = new WeakMap<RateSource['cache'], Map<string, string>>()

function recall(cache: RateSource['cache'], accountId: string, found: string | null): string | null {
  const known = inferences.get(cache) ?? new Map<string, string>()
  inferences.set(cache, known)
  if (found !== null) known.set(accountId, found)
  return known.get(accountId) ?? null
}

/** The instruments that can give the rates of these currencies, with their known data. */
function readInstruments(
  { cache, journal, problems }: RateSource,
  codes: readonly string[],
): Omit<RateInputs, 'target'> {
  // No currency is in use yet, so no rate is needed.
  const instruments = codes.length === 0 ? [] : cache.instruments.listCurrencies([...new Set([...codes, ...hubs])])
  const symbols = instruments.map(({ symbol }) => symbol)
  const details = new Map(
    cache.instrumentDetails.getMany(symbols).map((stored) => [stored.details.symbol, stored.details]),
  )
  return {
    instruments,
    detailsOf: (symbol) => details.get(symbol) ?? null,
    choices: readChoices(journal.settings),
    prices: latestPrices(cache, symbols, problems),
  }
}

/** The last prices with the time of the trade, or with the time of reading if the service states none. */
function latestPrices(
  { quotes }: RateSource['cache'],
  symbols: readonly string[],
  problems: RateSource['problems'],
): Prices {
  const stored = new Map(
    (symbols.length === 0 ? [] : quotes.getMany(symbols)).map(({ quote, fetchedAt }) => [
      quote.symbol,
      { price: quote.last, at: quote.at ?? fetchedAt },
    ]),
  )
  return { priceOf: (symbol) => stored.get(symbol) ?? null, isRefused: (symbol) => problems.has(symbol) }
}

/** The recorded prices at a past time (UTC ms): each the last one at or before that time. */
export function recordedPrices({ quotes }: Pick<Journal, 'quotes'>, at: number): Prices {
  return {
    priceOf(symbol) {
      const recorded = quotes.lastAt(symbol, at)
      return recorded === null ? null : { price: recorded.last, at: recorded.at }
    },
    isRefused: () => false,
    isPast: true,
  }
}

function readDetails(cache: RateSource['cache'], accounts: readonly Account[]): DetailsBySymbol {
  const symbols = accounts.flatMap(({ positions }) => positions.map(({ symbol }) => symbol))
  const stored = cache.instrumentDetails.getMany([...new Set(symbols)])
  return new Map(stored.map(({ details }) => [details.symbol, details]))
}
