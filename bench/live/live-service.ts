import { packTransactions } from '#main/broker/wire/transaction.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { AppError } from '#shared/errors.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { emptyAccount, emptyQuote } from '../../test/fakes/empty-figures.ts'
import { detailsOf } from '../day/day-service.ts'
import { createSimulatedBroker, type Responses } from '../day/simulated-broker.ts'
import type { SimulatedClock } from '../freshness/simulated-clock.ts'
import { decimalOf, positionOf } from '../freshness/simulated-figures.ts'
import type { LiveMarket } from './live-market.ts'

const dayMs = 86_400_000
/** The maximum number of rows in a response, for any limit of the request. */
const rowsPerAnswer = 1_000
const pageCount = 20
const pageSize = 200

interface LiveServiceOptions {
  readonly clock: SimulatedClock
  readonly market: LiveMarket
  /** The positions of each account. */
  readonly accounts: ReadonlyMap<string, readonly string[]>
  /** Rows of each account, evenly spaced since `historySince` (UTC ms). */
  readonly transactionsPerDay: number
  readonly historySince: number
}

/** A service whose markets trade all day, with accounts, their history and a list of instruments. */
export function createLiveService(options: LiveServiceOptions) {
  const { clock, market, accounts } = options
  const empty = { rows: [], malformed: [], hasNext: false, isFull: false, received: 0, total: null }
  const instruments = market.instruments.map(({ symbol }): Instrument => {
    const { id, ticker, mic, isin, type, name } = detailsOf(symbol)
    return { symbol, id, ticker, mic, isin, type, name, isArchived: false }
  })
  const responses: Responses = {
    getQuote({ symbol }) {
      const { at, last, open, high, low, close, volume } = market.figures(symbol, clock.now())
      return {
        ...{ ...emptyQuote, symbol, at, last: decimalOf(last), open: decimalOf(open), high: decimalOf(high) },
        ...{ low: decimalOf(low), close: decimalOf(close), volume: decimalOf(volume) },
      }
    },
    getAccount: ({ accountId }) => ({
      ...{ ...emptyAccount, id: accountId, equity: decimalOf(1_000), openedAt: options.historySince },
      positions: (accounts.get(accountId) ?? []).map((symbol) =>
        positionOf(symbol, market.figures(symbol, clock.now()).last),
      ),
    }),
    getSchedule({ symbol }) {
      const midnight = clock.now() - (clock.now() % dayMs)
      return { symbol, sessions: [{ type: 'CORE_TRADING', startAt: midnight, endAt: midnight + dayMs }] }
    },
    getAsset: ({ symbol }) => ({ ...detailsOf(symbol), mic: symbol.split('@')[1] ?? '' }),
    getTradingParams: ({ symbol, accountId }) => ({
      ...{ symbol, accountId, isTradable: true, longable: null, shortable: null, longRiskRate: null },
      ...{ shortRiskRate: null, longCollateral: null, shortCollateral: null, longInitialMargin: null },
      ...{ shortInitialMargin: null, priceType: 'POSITIVE' },
    }),
    getOrderBook: () => ({ rows: [], malformed: [] }),
    getTrades: () => ({ rows: [], malformed: [] }),
    listOptions({ symbol }) {
      throw new AppError('not-found', `The simulated service has no options of ${symbol}`)
    },
    listOrders: () => ({ rows: [], malformed: [] }),
    listTransactions: ({ accountId, from, to, limit = rowsPerAnswer }) =>
      packTransactions({
        rows: listNewest(accountId, from, to, Math.min(limit, rowsPerAnswer), options),
        malformed: [],
      }),
    listPastDividends: () => empty,
    listPastBondEvents: () => empty,
    listFutureSplits: () => empty,
    listAllAssets({ cursor }) {
      const page = Number(cursor ?? 0)
      const listed = page === 0 ? instruments : []
      const others = Array.from({ length: pageSize }, (_, index) => otherInstrument(page * pageSize + index))
      const nextCursor = page + 1 < pageCount ? String(page + 1) : null
      return { content: pack([...listed, ...others]), malformed: [], nextCursor }
    },
    getUsage: () => ({ quotas: [] }),
  }
  return createSimulatedBroker({ clock, accountIds: [...accounts.keys()], responses })
}

function otherInstrument(index: number): Instrument {
  const ticker = `OTHER${index}`
  return {
    ...{ symbol: `${ticker}@MISX`, id: String(index + 1), ticker, mic: 'MISX', isin: '', type: 'BONDS', name: ticker },
    isArchived: false,
  }
}

/** The newest rows of an interval: one per `dayMs / transactionsPerDay`, with increasing ids. */
function listNewest(
  accountId: string,
  from: number,
  to: number,
  max: number,
  { transactionsPerDay, historySince, clock }: LiveServiceOptions,
): Transaction[] {
  const everyMs = Math.floor(dayMs / transactionsPerDay)
  const last = Math.ceil((Math.min(to, clock.now()) - historySince) / everyMs) - 1
  const first = Math.max(0, Math.ceil((from - historySince) / everyMs), last - max + 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const at = historySince + (last - index) * everyMs
    return {
      ...{ id: `${accountId}-${last - index}`, at, atText: new Date(at).toISOString() },
      ...{ category: 'DEPOSIT', name: 'Deposit', symbol: '', change: null, changeQuantity: null, trade: null },
    }
  })
}
