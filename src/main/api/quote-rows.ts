import type { QuoteRow } from '#shared/model/watchlist.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import { marketAccess, micOf } from '../insight/market/market-data-permission.ts'
import { knownSessions, marketState } from '../insight/market/market-state.ts'
import { changePercent } from '../insight/market/quote-change.ts'
import { heldQuantities } from '../insight/portfolio/account-summary.ts'
import type { Clock } from '../time/clock.ts'
import type { OpenProfile } from './context.ts'

/** Each symbol with its latest quote and the data to display it, in the given order. Times in UTC ms. */
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
