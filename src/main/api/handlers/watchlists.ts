import type { PriceLines } from '#shared/model/watchlist.ts'
import { maxPointDistanceMs } from '../../journal/recorded/downsampling.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { resolveSymbols } from '../pasted-names.ts'
import { readQuoteRows } from '../quote-rows.ts'

type WatchlistHandlers = Pick<Handlers, Extract<keyof Handlers, `watchlists.${string}`> | 'quotes.history'>

const sparklinePoints = 60
const chartPoints = 1_500

/** Watchlists and their quotes. */
export function createWatchlistHandlers({ current, clock, events }: HandlerContext): WatchlistHandlers {
  const lists = () => current().journal.watchlists

  async function readLines(symbols: readonly string[], from: number, maxPoints: number): Promise<PriceLines> {
    const until = clock.now()
    const lines = await current().journal.quotes.lines(symbols, from, until, maxPoints)
    const bucketMs = Math.max(0, until - from) / maxPoints
    return { from, until, maxGapMs: Math.ceil(Math.max(maxPointDistanceMs(from, until), 2 * bucketMs)), lines }
  }

  /** A change of the lists, and the event that says so. */
  const publishing =
    <P, R>(change: (params: P) => R) =>
    (params: P): R => {
      const outcome = change(params)
      events.publish('watchlists.changed')
      return outcome
    }
  const wakeJobs = (): void => {
    for (const job of ['reference', 'schedules', 'quotes'] as const) current().scheduler.wake(job, 'schedule')
  }
  return {
    'watchlists.list': () => lists().list(),
    'watchlists.create': publishing(({ name, symbols }) => {
      const list = lists().create(name, symbols)
      if (list.symbols.length > 0) wakeJobs()
      return list
    }),
    'watchlists.duplicate': publishing(({ id, name }) => lists().duplicate(id, name)),
    'watchlists.rename': publishing(({ id, name }) => lists().rename(id, name)),
    'watchlists.remove': publishing(({ id }) => lists().remove(id)),
    'watchlists.move': publishing(({ id, index }) => lists().move(id, index)),
    'watchlists.setColumns': publishing(({ id, columns }) => lists().setColumns(id, columns)),
    'watchlists.addSymbol': publishing(({ id, symbol }) => {
      lists().addSymbol(id, symbol)
      wakeJobs()
    }),
    'watchlists.addSymbols': publishing(({ id, symbols, index, section }) => {
      const outcome = lists().addSymbols(id, symbols, { index, section })
      wakeJobs()
      return outcome
    }),
    'watchlists.removeSymbol': publishing(({ id, symbol }) => lists().removeSymbol(id, symbol)),
    'watchlists.moveSymbol': publishing(({ id, symbol, index, section }) =>
      lists().moveSymbol(id, symbol, index, section),
    ),
    'watchlists.setTarget': publishing(({ id, symbol, price }) => lists().setTarget(id, symbol, price)),
    'watchlists.setSection': publishing(({ id, symbol, section }) => lists().setSection(id, symbol, section)),
    'watchlists.renameSection': publishing(({ id, section, to }) => lists().renameSection(id, section, to)),
    'watchlists.resolve': ({ text }) => resolveSymbols(text, current().cache),
    'watchlists.quotes': ({ id }) => readQuoteRows(current(), clock, lists().get(id).symbols),
    'watchlists.sparklines': ({ id, from }) => readLines(lists().get(id).symbols, from, sparklinePoints),
    'quotes.history': ({ symbol, from }) => readLines([symbol], from, chartPoints),
  }
}
