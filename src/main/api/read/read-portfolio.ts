import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { AccountSummary, PortfolioWhole, PositionRow } from '#shared/model/portfolio.ts'
import { currencyWords } from '#shared/text/unknown-words.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import { readCurrencies, type CurrencyReading, type RateSource } from '../../currency/read-rates.ts'
import { convertRows } from '../../insight/currency/convert.ts'
import { RateBook } from '../../insight/currency/rate-book.ts'
import { weigh } from '../../insight/currency/weights.ts'
import { summarizeAccount, type DetailsBySymbol } from '../../insight/portfolio/account-summary.ts'
import { buildPositionRows } from '../../insight/portfolio/position-rows.ts'
import { sumByCurrency } from '../../insight/portfolio/position-value.ts'
import { readStaleTimes } from '../account-stale-times.ts'
import type { OpenProfile } from '../context.ts'
import { readMaturities } from './read-maturities.ts'
import type { ReadPart } from './read-part.ts'

type Cache = OpenProfile['cache']

/** The sources of these functions, and the time of the question (UTC ms). */
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

/** The positions, with the total that their weights are shares of. */
export interface WeighedPositions {
  readonly rows: PositionRow[]
  readonly whole: Omit<PortfolioWhole, 'sessions'>
}

/**
 * Positions with their names. The list of all instruments has the names of instruments whose reference data has not been read
 * yet.
 */
export function readPositions(
  source: PortfolioSource,
  accounts: readonly StoredAccount[],
  { toBase }: Pick<CurrencyReading, 'toBase'>,
): WeighedPositions {
  const details = readDetails(source.cache, accounts)
  const held = accounts.flatMap(({ account }) => account.positions.map(({ symbol }) => symbol))
  const plain = buildPositionRows(accounts, details, readMaturities(source, held, details))
  const cash = sumByCurrency(accounts.flatMap(({ account }) => account.cash))
  const { rows, whole } = weigh(toBase === null ? plain : convertRows(plain, toBase), cash, toBase)
  const symbols = rows.map(({ symbol }) => symbol)
  const factsOf = readFacts(source.cache, symbols)
  const staleAt = staleTimesOf(source, accounts)
  const named = rows.map((row) => {
    const { name, type } = factsOf(row.symbol)
    return { ...row, name, type: row.type ?? type, staleAt: staleAt(row.accountId, row.fetchedAt) }
  })
  return { rows: named, whole }
}

/** The currencies. If they cannot be read, nothing is converted, and the other figures are still sent. */
export const readRates = async (source: RateSource, readPart: ReadPart): Promise<CurrencyReading> =>
  (await readPart(m.errors_the_rates(), () => readCurrencies(source))) ?? noCurrencies

const noCurrencies: CurrencyReading = {
  base: null,
  suggested: null,
  inUse: [],
  book: null,
  toBase: null,
  bookTo: (target) =>
    new RateBook({
      target,
      instruments: [],
      choices: new Map(),
      detailsOf: () => null,
      prices: { priceOf: () => null, isRefused: () => false },
    }),
  equityCurrencyOf: () => null,
}

/** The figures of each account, with the names of instruments whose profit of the day is unknown. */
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

/** The name of each symbol; the symbol itself if no name is known. An empty one stands for money of unknown currency. */
export function readNames(cache: Cache, symbols: readonly string[]): (symbol: string) => string {
  const factsOf = readFacts(cache, symbols)
  return (symbol) => (symbol === '' ? currencyWords(symbol) : (factsOf(symbol).name ?? symbol))
}

/** The reference data of these accounts' positions, if it has been read. */
export function readDetails(cache: Cache, accounts: readonly StoredAccount[]): DetailsBySymbol {
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
