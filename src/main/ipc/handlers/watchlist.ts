import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readQuoteRows } from '../quote-rows.ts'

type WatchlistHandlers = Pick<Handlers, Extract<keyof Handlers, `watchlists.${string}`> | 'instruments.search'>

/** Watchlists, their quotes, and the search that fills them. */
export function createWatchlistHandlers({ current, clock, events }: HandlerContext): WatchlistHandlers {
  const lists = () => current().journal.watchlists

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
    'watchlists.quotes': ({ id }) => readQuoteRows(current(), clock, lists().get(id).symbols),
    'instruments.search': ({ text, limit }) => current().cache.instruments.search(text, limit),
  }
}
