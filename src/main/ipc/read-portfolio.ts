import { m } from '../../shared/messages/messages.js'
import { AppError } from '../../shared/errors.ts'
import type { AccountSummary, Overview, PositionRow } from '../../shared/model/portfolio.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import { readCurrencies, type CurrencyReading, type RateSource } from '../currency/read-rates.ts'
import type { StoredAccount } from '../cache/tables/accounts.ts'
import { convertParts, convertRows } from '../insight/currency/convert.ts'
import { soleCurrency } from '../insight/currency/equity-currency.ts'
import { RateBook } from '../insight/currency/rate-book.ts'
import { findMovers } from '../insight/market/quote-change.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'
import {
  heldPositions,
  summarizeAccount,
  sumAllOrNone,
  type DetailsBySymbol,
} from '../insight/portfolio/account-summary.ts'
import { joinSums, sumByCurrency } from '../insight/portfolio/position-value.ts'
import { buildPositionRows } from '../insight/portfolio/position-rows.ts'
import { readStaleTimes } from './account-stale-times.ts'
import type { OpenProfile } from './context.ts'
import type { ReadPart } from './read-part.ts'

type Cache = OpenProfile['cache']

/** What these functions read, and the time of the question (UTC ms). */
export interface PortfolioSource {
  readonly cache: Cache
  readonly journal: OpenProfile['journal']
  readonly problems: OpenProfile['problems']
  readonly attention: Pick<OpenProfile['attention'], 'isWindowVisible'>
  readonly now: number
}

/** One account, or all with `null`. Throws `not-found` for an account that is not in the cache. */
export function readAccounts({ accounts }: Cache, accountId: string | null): StoredAccount[] {
  if (accountId === null) return accounts.list()
  const account = accounts.get(accountId)
  if (account === null) throw new AppError('not-found', m.errors_this_account_does_not_exist())
  return [account]
}

/** Positions with their names: the list of all instruments has those whose reference data has not been read yet. */
export function readPositions(
  source: PortfolioSource,
  accounts: readonly StoredAccount[],
  { toBase }: Pick<CurrencyReading, 'toBase'>,
): PositionRow[] {
  const plain = buildPositionRows(accounts, readDetails(source.cache, accounts))
  const rows = toBase === null ? plain : convertRows(plain, toBase)
  const symbols = rows.map(({ symbol }) => symbol)
  const factsOf = readFacts(source.cache, symbols)
  const staleAt = staleTimesOf(source, accounts)
  return rows.map((row) => {
    const { name, type } = factsOf(row.symbol)
    return { ...row, name, type: row.type ?? type, staleAt: staleAt(row.accountId, row.fetchedAt) }
  })
}

/** The currencies; where they cannot be read nothing is converted, and the other figures are still sent. */
export const readRates = async (source: RateSource, readPart: ReadPart): Promise<CurrencyReading> =>
  (await readPart(m.errors_the_rates(), () => readCurrencies(source))) ?? noCurrencies

const noCurrencies: CurrencyReading = {
  ...{ base: null, suggested: null, inUse: [], book: null, toBase: null },
  bookTo: (target) =>
    new RateBook({
      ...{ target, instruments: [], choices: new Map(), detailsOf: () => null },
      prices: { priceOf: () => null, isRefused: () => false },
    }),
  equityCurrencyOf: () => null,
}

/** The figures of each account, with the names of instruments whose profit of the day is not known. */
export function summarizeAccounts(
  source: PortfolioSource,
  accounts: readonly StoredAccount[],
  { equityCurrencyOf }: Pick<CurrencyReading, 'equityCurrencyOf'>,
): AccountSummary[] {
  const details = readDetails(source.cache, accounts)
  const summaries = accounts.map(({ account, fetchedAt }) => ({
    ...summarizeAccount(account, fetchedAt, details),
    equityCurrency: equityCurrencyOf(account),
  }))
  const missing = summaries.flatMap(({ dailyPnl }) => dailyPnl.missing)
  const nameOf = readNames(source.cache, missing)
  const staleAt = staleTimesOf(source, accounts)
  return summaries.map((summary) => ({
    ...summary,
    staleAt: staleAt(summary.id, summary.fetchedAt),
    dailyPnl: { ...summary.dailyPnl, missing: summary.dailyPnl.missing.map(nameOf) },
  }))
}

/** The figures of the overview for one account, or for all with `null`. Movers and orders are null when they cannot be read. */
export async function readOverview(
  source: PortfolioSource,
  accountId: string | null,
  readPart: ReadPart,
): Promise<Overview> {
  const { cache } = source
  const stored = readAccounts(cache, accountId)
  const currencies = await readRates(source, readPart)
  const accounts = summarizeAccounts(source, stored, currencies)
  const equityCurrency = soleCurrency(accounts)
  const mayAdd = accounts.length < 2 || equityCurrency !== null
  const held = [...new Set(stored.flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol)))]
  const [movers, orders] = await Promise.all([
    readPart(m.errors_the_movers(), () => {
      const quotes = cache.quotes.getMany(held).map(({ quote }) => quote)
      return findMovers(quotes, readFacts(cache, held))
    }),
    readPart(m.errors_the_orders(), () => countOrders(cache.orders.list(accountId), stored.length)),
  ])
  return {
    ...{ accounts, movers, orders },
    equity: mayAdd ? sumAllOrNone(accounts.map(({ equity }) => equity)) : null,
    equityCurrency,
    unrealizedProfit: mayAdd ? sumAllOrNone(accounts.map(({ unrealizedProfit }) => unrealizedProfit)) : null,
    ...convertTotals(source, stored, accounts, currencies),
    dailyPnl: joinSums(accounts.map(({ dailyPnl }) => dailyPnl)),
    cash: sumByCurrency(accounts.flatMap(({ cash }) => cash)),
    asOf: oldest(accounts.map(({ fetchedAt }) => fetchedAt)),
    staleAt: oldest(accounts.map(({ staleAt }) => staleAt)),
  }
}

/** Equity by account, and the profit of the positions, in the base currency; `null` without one. */
function convertTotals(
  source: PortfolioSource,
  stored: readonly StoredAccount[],
  accounts: readonly AccountSummary[],
  currencies: CurrencyReading,
): Pick<Overview, 'total' | 'day' | 'unrealized'> {
  const { toBase } = currencies
  if (toBase === null) return { total: null, day: null, unrealized: null }
  const rows = buildPositionRows(stored, readDetails(source.cache, stored))
  const nameOf = readNames(
    source.cache,
    rows.map(({ symbol }) => symbol),
  )
  const named = rows.map((row) => ({ name: nameOf(row.symbol), currency: row.currency, row }))
  return {
    total: convertParts(
      accounts.map(({ id, equity, equityCurrency }) => ({
        name: id,
        amount: equity,
        currency: equityCurrency?.currency ?? null,
      })),
      toBase,
    ),
    day: convertParts(
      named.map(({ row, ...part }) => ({ ...part, amount: row.dailyPnl })),
      toBase,
    ),
    unrealized: convertParts(
      named.map(({ row, ...part }) => ({ ...part, amount: row.unrealizedPnl })),
      toBase,
    ),
  }
}

function countOrders(lists: ReturnType<Cache['orders']['list']>, accountCount: number): Overview['orders'] {
  const buckets = lists.flatMap(({ orders }) => orders.map(({ status }) => bucketOrder(status)))
  return {
    working: buckets.filter((bucket) => bucket === 'working').length,
    needLook: buckets.filter((bucket) => bucket === 'needs-look').length,
    // The counts are known only when the orders of every account have been read.
    fetchedAt: lists.length < accountCount ? null : oldest(lists.map(({ fetchedAt }) => fetchedAt)),
  }
}

/** The name of each symbol; the symbol itself where no name is known. */
export function readNames(cache: Cache, symbols: readonly string[]): (symbol: string) => string {
  const factsOf = readFacts(cache, symbols)
  return (symbol) => factsOf(symbol).name ?? symbol
}

function readDetails(cache: Cache, accounts: readonly StoredAccount[]): DetailsBySymbol {
  const symbols = accounts.flatMap(({ account }) => account.positions.map(({ symbol }) => symbol))
  const stored = cache.instrumentDetails.getMany([...new Set(symbols)])
  return new Map(stored.map(({ details }) => [details.symbol, details]))
}

function staleTimesOf(
  { cache, attention, now }: PortfolioSource,
  accounts: readonly StoredAccount[],
): (accountId: string, readAt: number) => number {
  const times = readStaleTimes(accounts, { cache, isWindowVisible: attention.isWindowVisible, now })
  return (accountId, readAt) => times.get(accountId) ?? readAt
}

const oldest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))
