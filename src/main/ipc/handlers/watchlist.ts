import type { PriceLines } from '../../../shared/model/watchlist.ts'
import { longestSilenceMs } from '../../journal/thinning.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readQuoteRows } from '../quote-rows.ts'
import { resolveSymbols } from './resolve-symbols.ts'

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
    return { from, until, maxGapMs: Math.ceil(Math.max(longestSilenceMs(from, until), 2 * bucketMs)), lines }
  }

  const announce = (): void => events.publish('watchlists.changed')
  const readWhatIsNew = (): void => {
    for (const job of ['reference', 'schedules', 'quotes']) current().scheduler.wake(job, 'schedule')
  }
  return {
    'watchlists.list': () => lists().list(),
    'watchlists.create'({ name, symbols }) {
      const list = lists().create(name, symbols)
      announce()
      if (list.symbols.length > 0) readWhatIsNew()
      return list
    },
    'watchlists.duplicate'({ id, name }) {
      const list = lists().duplicate(id, name)
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
    'watchlists.move'({ id, index }) {
      lists().move(id, index)
      announce()
    },
    'watchlists.setColumns'({ id, columns }) {
      lists().setColumns(id, columns)
      announce()
    },
    'watchlists.addSymbol'({ id, symbol }) {
      lists().addSymbol(id, symbol)
      announce()
      readWhatIsNew()
    },
    'watchlists.addSymbols'({ id, symbols, index }) {
      const outcome = lists().addSymbols(id, symbols, index)
      announce()
      readWhatIsNew()
      return outcome
    },
    'watchlists.removeSymbol'({ id, symbol }) {
      lists().removeSymbol(id, symbol)
      announce()
    },
    'watchlists.moveSymbol'({ id, symbol, index }) {
      lists().moveSymbol(id, symbol, index)
      announce()
    },
    'watchlists.resolve': ({ text }) => resolveSymbols(text, current().cache),
    'watchlists.quotes': ({ id }) => readQuoteRows(current(), clock, lists().get(id).symbols),
    'watchlists.sparklines': ({ id, from }) => readLines(lists().get(id).symbols, from, sparklinePoints),
    'quotes.history': ({ symbol, from }) => readLines([symbol], from, chartPoints),
  }
}
