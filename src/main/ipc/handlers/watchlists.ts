import type { PriceLines } from '../../../shared/model/watchlist.ts'
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

  const publishChange = (): void => events.publish('watchlists.changed')
  const wakeJobs = (): void => {
    for (const job of ['reference', 'schedules', 'quotes'] as const) current().scheduler.wake(job, 'schedule')
  }
  return {
    'watchlists.list': () => lists().list(),
    'watchlists.create'({ name, symbols }) {
      const list = lists().create(name, symbols)
      publishChange()
      if (list.symbols.length > 0) wakeJobs()
      return list
    },
    'watchlists.duplicate'({ id, name }) {
      const list = lists().duplicate(id, name)
      publishChange()
      return list
    },
    'watchlists.rename'({ id, name }) {
      lists().rename(id, name)
      publishChange()
    },
    'watchlists.remove'({ id }) {
      lists().remove(id)
      publishChange()
    },
    'watchlists.move'({ id, index }) {
      lists().move(id, index)
      publishChange()
    },
    'watchlists.setColumns'({ id, columns }) {
      lists().setColumns(id, columns)
      publishChange()
    },
    'watchlists.addSymbol'({ id, symbol }) {
      lists().addSymbol(id, symbol)
      publishChange()
      wakeJobs()
    },
    'watchlists.addSymbols'({ id, symbols, index }) {
      const outcome = lists().addSymbols(id, symbols, index)
      publishChange()
      wakeJobs()
      return outcome
    },
    'watchlists.removeSymbol'({ id, symbol }) {
      lists().removeSymbol(id, symbol)
      publishChange()
    },
    'watchlists.moveSymbol'({ id, symbol, index }) {
      lists().moveSymbol(id, symbol, index)
      publishChange()
    },
    'watchlists.setTarget'({ id, symbol, price }) {
      lists().setTarget(id, symbol, price)
      publishChange()
    },
    'watchlists.setSection'({ id, symbol, section }) {
      lists().setSection(id, symbol, section)
      publishChange()
    },
    'watchlists.renameSection'({ id, section, to }) {
      lists().renameSection(id, section, to)
      publishChange()
    },
    'watchlists.resolve': ({ text }) => resolveSymbols(text, current().cache),
    'watchlists.quotes': ({ id }) => readQuoteRows(current(), clock, lists().get(id).symbols),
    'watchlists.sparklines': ({ id, from }) => readLines(lists().get(id).symbols, from, sparklinePoints),
    'quotes.history': ({ symbol, from }) => readLines([symbol], from, chartPoints),
  }
}
