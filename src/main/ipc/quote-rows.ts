import { m } from '../../shared/messages/messages.js'
import { AppError } from '../../shared/errors.ts'
import type { ResolvedInput, QuoteRow } from '../../shared/model/watchlist.ts'
import { maxListSymbols, parseWatchlistText } from '../../shared/watchlist-text.ts'
import type { Cache } from '../cache/cache.ts'
import { isIsin, matchInput, tickerOf } from '../insight/symbol-matches.ts'
import type { Clock } from '../time/clock.ts'
import { heldQuantities } from '../insight/portfolio/account-summary.ts'
import { marketAccess, micOf } from '../insight/market/market-data-permission.ts'
import { knownSessions, marketState } from '../insight/market/market-state.ts'
import { changePercent } from '../insight/market/quote-change.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import type { OpenProfile } from './context.ts'

/** More names than two full lists are a wrong clipboard. */
const maxInputs = 2 * maxListSymbols

/** The instruments that the names in a text mean, each name once, in their order. Throws `invalid` for more than `maxInputs` names. */
export async function resolveSymbols(
  text: string,
  cache: Pick<Cache, 'instrumentNames' | 'instrumentDetails'>,
): Promise<ResolvedInput[]> {
  const { inputs } = parseWatchlistText(text)
  if (inputs.length > maxInputs)
    throw new AppError('invalid', m.errors_the_text_has_count_names_the_maximum({ count: inputs.length, maxInputs }))
  const tickers = inputs.map(tickerOf)
  const listed = cache.instrumentNames.ofTickers([
    ...new Set([...tickers, ...tickers.map((ticker) => ticker.toUpperCase())]),
  ])
  const isins = inputs.map((input) => input.toUpperCase()).filter(isIsin)
  const byIsin = isins.length > 0 ? await cache.instrumentNames.ofIsins(isins) : []
  // Instruments that were shown or held are known before the list of all instruments has been read.
  const known = cache.instrumentDetails.getMany(inputs).map(({ details }) => ({ ...details, isArchived: false }))
  const candidates = new Map([...known, ...byIsin, ...listed].map((instrument) => [instrument.symbol, instrument]))
  const byKey = groupByNames([...candidates.values()])
  return inputs.map((input) => matchInput(input, byKey.get(input.toLowerCase()) ?? []))
}

/** Instruments by each of their names in lower case, so that a long text is resolved in linear time. */
function groupByNames<T extends { readonly symbol: string; readonly ticker: string; readonly isin: string }>(
  instruments: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const instrument of instruments) {
    const names = [instrument.symbol, instrument.ticker, instrument.isin].map((name) => name.toLowerCase())
    for (const name of new Set(names)) {
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [instrument])
      else group.push(instrument)
    }
  }
  return groups
}

/** Each symbol with its latest quote and the data to display it correctly, in the given order. Times in UTC ms. */
export function readQuoteRows(
  { cache, problems }: Pick<OpenProfile, 'cache' | 'problems'>,
  clock: Clock,
  symbols: readonly string[],
): QuoteRow[] {
  const quotes = new Map(cache.quotes.getMany(symbols).map((stored) => [stored.quote.symbol, stored]))
  const details = new Map(
    cache.instrumentDetails.getMany(symbols).map((stored) => [stored.details.symbol, stored.details]),
  )
  const factsOf = readFacts(cache, symbols)
  const schedules = new Map(
    cache.schedules.getMany(symbols).map((schedule) => [schedule.symbol, knownSessions(schedule)]),
  )
  const session = cache.sessionDetails.get()?.details ?? null
  const permissions = session?.permissions ?? []
  const accounts = cache.accounts.list().map(({ account }) => account)
  const heldOf = heldQuantities(accounts, session?.accountIds ?? [])
  return symbols.map((symbol) => {
    const stored = quotes.get(symbol) ?? null
    return {
      symbol,
      ...factsOf(symbol),
      currency: details.get(symbol)?.quoteCurrency ?? null,
      quote: stored?.quote ?? null,
      fetchedAt: stored?.fetchedAt ?? null,
      changePercent: changePercent(stored?.quote ?? null),
      market: marketState(schedules.get(symbol) ?? null, clock.now()),
      ...marketAccess(permissions, micOf(symbol)),
      problem: problems.get(symbol) ?? null,
      heldQuantity: heldOf(symbol),
    }
  })
}
