import type { QuoteRow } from '../../../shared/model/watchlist.ts'
import { marketAccess, micOf } from '../../insight/market-data-permission.ts'
import { marketState } from '../../insight/market-state.ts'
import { changePercent } from '../../insight/quote-change.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readFacts } from '../instrument-facts.ts'

type WatchlistHandlers = Pick<Handlers, Extract<keyof Handlers, `watchlists.${string}`>>

/** Watchlists and their quotes. */
export function createWatchlistHandlers({ current, clock, events }: HandlerContext): WatchlistHandlers {
  const lists = () => current().journal.watchlists

  function readQuoteRows(symbols: readonly string[]): QuoteRow[] {
    const { cache, problems } = current()
    const quotes = new Map(cache.quotes.getMany(symbols).map((stored) => [stored.quote.symbol, stored]))
    const details = new Map(
      cache.instrumentDetails.getMany(symbols).map((stored) => [stored.details.symbol, stored.details]),
    )
    const factsOf = readFacts(cache, symbols)
    const schedules = new Map(cache.schedules.getMany(symbols).map((schedule) => [schedule.symbol, schedule.sessions]))
    const permissions = cache.sessionDetails.get()?.details.permissions ?? []
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
      }
    })
  }

  const announce = (): void => events.publish('watchlists.changed')
  return {
    'watchlists.list': () => lists().list(),
    'watchlists.create'({ name }) {
      const list = lists().create(name)
      announce()
      return list
    },
    'watchlists.rename'({ id, name }) {
      lists().rename(id, name)
      announce()
    },
    'watchlists.remove'({ id }) {
      lists().remove(id)
      announce()
    },
    'watchlists.addSymbol'({ id, symbol }) {
      lists().addSymbol(id, symbol)
      announce()
      for (const job of ['reference', 'schedules', 'quotes']) current().scheduler.wake(job, 'schedule')
    },
    'watchlists.removeSymbol'({ id, symbol }) {
      lists().removeSymbol(id, symbol)
      announce()
    },
    'watchlists.moveSymbol'({ id, symbol, index }) {
      lists().moveSymbol(id, symbol, index)
      announce()
    },
    'watchlists.quotes': ({ id }) => readQuoteRows(lists().get(id).symbols),
  }
}
