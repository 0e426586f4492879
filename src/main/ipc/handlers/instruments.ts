import { AppError } from '../../../shared/errors.ts'
import { z } from 'zod'
import { Constituent, TradingParams } from '../../../shared/model/instrument.ts'
import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import { OrderBookRow, Trade } from '../../../shared/model/market.ts'
import { buildLadder } from '../../insight/market/book-ladder.ts'
import { marketAccess, micOf } from '../../insight/market/market-data-permission.ts'
import { knownSessions, marketState } from '../../insight/market/market-state.ts'
import { groupByStrike, suggestedRoots } from '../../insight/market/option-chain.ts'
import { downsamplePrices } from '../../insight/market/downsample-prices.ts'
import { newestTradesFirst } from '../../insight/market/trade-order.ts'
import { keptRows } from '../../sync/instrument/kept-rows.ts'
import { paramsAccount } from '../../sync/instrument/params-account.ts'
import { keyOf, requestOf, type PartRequest } from '../../sync/instrument/part-request.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readQuoteRows } from '../quote-rows.ts'

type InstrumentHandlers = Omit<
  Pick<Handlers, Extract<keyof Handlers, `instruments.${string}`> | 'quotes.list'>,
  'instruments.search' | 'instruments.state'
>

const jobName = 'instrument'
/** More points than a chart is wide. */
const maxPoints = 500

interface StoredPart<T> {
  readonly value: T
  readonly fetchedAt: number | null
}

/** One instrument with its parts, from the cache; and `follow`, by which a window says that it shows the instrument. */
export function createInstrumentHandlers({
  current,
  clock,
}: Pick<HandlerContext, 'current' | 'clock'>): InstrumentHandlers {
  /** A part in the form of the contract: its value and the state of its reading. */
  function part<T>(request: PartRequest, read: StoredPart<T> | null) {
    const { instruments, scheduler } = current()
    const standing = instruments.standing(request)
    const isAsking = scheduler.states.some(({ name, phase }) => name === jobName && phase !== 'stopped')
    return {
      value: read?.value ?? null,
      fetchedAt: read?.fetchedAt ?? null,
      problem: standing.problem,
      isForbidden: standing.isForbidden,
      isAsked: isAsking && standing.isAsked,
      nextAt: isAsking ? standing.nextAt : null,
    }
  }

  const stored = <T>(request: PartRequest, schema: z.ZodType<T>) =>
    current().cache.instrumentParts.get(keyOf(request), schema)

  function readType(symbol: string): string | null {
    const { instrumentDetails, instruments } = current().cache
    return instrumentDetails.get(symbol)?.details.type ?? instruments.get(symbol)?.type ?? null
  }

  return {
    'instruments.read'({ symbol, accountId }) {
      checkSymbol(symbol)
      const { cache } = current()
      const listed = cache.instruments.get(symbol)
      const details = cache.instrumentDetails.get(symbol)
      const schedule = cache.schedules.get(symbol)
      const events = cache.corporateEvents.list([symbol])
      const access = marketAccess(cache.sessionDetails.get()?.details.permissions ?? [], micOf(symbol))
      const params = { ...requestOf(symbol, 'params'), accountId: paramsAccount(cache, accountId) }
      const eventPart = <T>(name: InstrumentPart, kind: (typeof events)[number]['kind'], value: T[]) => {
        const fetchedAt = cache.corporateEvents.fetchedAt(symbol, kind)
        return part(requestOf(symbol, name), fetchedAt === null ? null : { value, fetchedAt })
      }
      return {
        symbol,
        listed,
        details: part(
          requestOf(symbol, 'details'),
          details && { value: details.details, fetchedAt: details.fetchedAt },
        ),
        params: part(params, stored(params, TradingParams)),
        schedule: part(
          requestOf(symbol, 'schedule'),
          schedule && { value: [...schedule.sessions], fetchedAt: schedule.fetchedAt },
        ),
        market: marketState(schedule && knownSessions(schedule), clock.now()),
        dividends: eventPart(
          'dividends',
          'dividend',
          events.flatMap(({ kind, event }) => (kind === 'dividend' ? [event] : [])),
        ),
        bondEvents: eventPart(
          'bond-events',
          'bond',
          events.flatMap(({ kind, event }) => (kind === 'bond' ? [event] : [])),
        ),
        splits: eventPart(
          'splits',
          'split',
          events.flatMap(({ kind, event }) => (kind === 'split' ? [event] : [])),
        ),
        delayMinutes: access.delayMinutes,
        quoteLevel: access.quoteLevel,
        parts: [...current().instruments.partsOf(symbol)],
      }
    },
    'instruments.book'({ symbol }) {
      checkSymbol(symbol)
      const request = requestOf(symbol, 'book')
      const read = stored(request, keptRows(OrderBookRow))
      return part(request, read && { ...read, value: buildLadder(read.value.rows, read.value.leftOut) })
    },
    'instruments.trades'({ symbol }) {
      checkSymbol(symbol)
      const request = requestOf(symbol, 'trades')
      const read = stored(request, keptRows(Trade))
      if (read === null) return part(request, read)
      const { rows, leftOut } = read.value
      return part(request, { ...read, value: { trades: newestTradesFirst(rows), leftOut } })
    },
    'instruments.constituents'({ symbol }) {
      checkSymbol(symbol)
      const request = requestOf(symbol, 'constituents')
      return part(request, stored(request, z.array(Constituent)))
    },
    async 'instruments.chain'({ symbol, root, expiration }) {
      checkSymbol(symbol)
      const { chains } = current().instruments
      const chain = await chains.read(symbol, { root, expiration })
      const request = { ...requestOf(symbol, 'options'), chain: { root, expiration } }
      if (chain === null) return part(request, null)
      const { contracts, fetchedAt, expiries } = chain
      const roots = chains.roots(symbol, suggestedRoots(readType(symbol)))
      const value = {
        expiration: chain.expiration,
        expiries: [...expiries],
        roots: [...roots],
        ...groupByStrike(contracts ?? []),
      }
      // Grouping thousands of options and checking them against the contract take some milliseconds each: in two steps.
      await new Promise((resolve) => setImmediate(resolve))
      return part(request, { value, fetchedAt })
    },
    'instruments.prices'({ symbol, from }) {
      checkSymbol(symbol)
      return downsamplePrices(current().journal.quotes.history(symbol, from, clock.now() + 1), maxPoints)
    },
    'instruments.follow'({ viewId, again, ...focus }) {
      checkSymbol(focus.symbol)
      const { instruments, scheduler } = current()
      if (instruments.follow(viewId, focus, again)) scheduler.wake(jobName, again ? 'person' : 'schedule')
    },
    'quotes.list': ({ symbols }) => readQuoteRows(current(), clock, symbols),
  }
}

/** Throws `invalid` for a text that is no symbol, before a request is sent with it. */
function checkSymbol(symbol: string): void {
  if (/^[^@]+@[^@]+$/.test(symbol)) return
  throw new AppError(
    'invalid',
    `"${symbol}" does not name an instrument: write ticker@mic, the ticker and the code of its market, such as SBER@MISX`,
  )
}
