import type { Outputs } from '#main/broker/endpoints.ts'
import { packTransactions } from '#main/broker/wire/transaction.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { AppError } from '#shared/errors.ts'
import type { TradingSession } from '#shared/model/instrument.ts'
import { emptyAccount, emptyQuote } from '../../test/fakes/empty-figures.ts'
import { createRandom, drawNormal } from '../freshness/random.ts'
import type { SimulatedClock } from '../freshness/simulated-clock.ts'
import { decimalOf, positionOf } from '../freshness/simulated-figures.ts'
import { createSimulatedBroker, type Responses } from './simulated-broker.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
interface DayOptions {
  readonly clock: SimulatedClock
  /** The positions of each account. */
  readonly accounts: ReadonlyMap<string, readonly string[]>
  /** The sessions that a schedule requested at this time contains. */
  readonly sessionsAt: (now: number) => readonly TradingSession[]
}

/** A service that responds to all requests of the jobs and counts them, behind the real budget. */
export function createDayService({ clock, accounts, sessionsAt }: DayOptions) {
  const random = createRandom(7, 'prices of the day')
  const prices = new Map<string, { price: number; at: number }>()

  function tradedPrice(symbol: string): { price: number; at: number } {
    const now = clock.now()
    const last = prices.get(symbol) ?? { price: 100, at: now }
    const isOpen = sessionsAt(now).some(
      ({ type, startAt, endAt }) => type !== 'CLOSED' && startAt <= now && now < endAt,
    )
    const elapsed = isOpen ? (now - last.at) / minuteMs : 0
    const price = last.price * Math.exp(0.001 * Math.sqrt(elapsed) * drawNormal(random))
    const traded = elapsed > 0 ? { price, at: now } : last
    prices.set(symbol, traded)
    return traded
  }

  const empty = { rows: [], malformed: [], hasNext: false, isFull: false, received: 0, total: null }
  const responses: Responses = {
    getQuote({ symbol }) {
      const { price, at } = tradedPrice(symbol)
      return { ...emptyQuote, symbol, at, last: decimalOf(price) }
    },
    getAccount: ({ accountId }) => ({
      ...emptyAccount,
      id: accountId,
      equity: decimalOf(1_000),
      positions: (accounts.get(accountId) ?? []).map((symbol) => positionOf(symbol, tradedPrice(symbol).price)),
    }),
    getSchedule({ symbol }) {
      if (symbol.endsWith('@NONE')) throw new AppError('not-found', 'The simulated service has no hours of this market')
      return { symbol, sessions: [...sessionsAt(clock.now())] }
    },
    getAsset: ({ symbol }) => detailsOf(symbol),
    listOrders: () => ({ rows: [], malformed: [] }),
    listTransactions: () => packTransactions({ rows: [], malformed: [] }),
    listPastDividends: () => empty,
    listPastBondEvents: () => empty,
    listFutureSplits: () => empty,
    listAllAssets: () => ({ content: pack([]), malformed: [], nextCursor: null }),
    getUsage: () => ({ quotas: [] }),
  }

  return createSimulatedBroker({ clock, accountIds: [...accounts.keys()], responses })
}

/** Reference data of a share. */
export const detailsOf = (symbol: string): Outputs['getAsset'] => ({
  ...{ symbol, id: symbol, ticker: symbol, mic: 'MISX', isin: '', type: 'EQUITIES', name: symbol, board: 'TQBR' },
  ...{ decimals: 2, minStep: null, lotSize: null, expirationDate: null, quoteCurrency: null, contractSize: null },
  ...{ strike: null, faceValue: null, faceCurrency: null },
})

/** The current day as the service sends it: trading from 7:00 to 16:00 UTC, closed before and after, and on weekends. */
export function sessionsOfDay(now: number): readonly TradingSession[] {
  const midnight = now - (now % dayMs)
  const at = (hour: number): number => midnight + hour * hourMs
  if ([0, 6].includes(new Date(midnight).getUTCDay())) return [{ type: 'CLOSED', startAt: at(0), endAt: at(24) }]
  return [
    { type: 'CLOSED', startAt: at(0), endAt: at(7) },
    { type: 'CORE_TRADING', startAt: at(7), endAt: at(16) },
    { type: 'CLOSED', startAt: at(16), endAt: at(24) },
  ]
}
