import { createBudget } from '../../src/main/broker/budget.ts'
import type { Broker, Operation } from '../../src/main/broker/client.ts'
import type { Inputs, Outputs } from '../../src/main/broker/endpoints.ts'
import { packTransactions } from '../../src/main/broker/wire/transaction.ts'
import { pack } from '../../src/main/threads/packed.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { TradingSession } from '../../src/shared/model/instrument.ts'
import type { SessionDetails } from '../../src/shared/model/session.ts'
import type { Purpose } from '../../src/shared/model/usage.ts'
import { createRandom, drawNormal } from '../freshness/random.ts'
import type { SimulatedClock } from '../freshness/simulated-clock.ts'
import { decimalOf, emptyAccount, emptyQuote, positionOf } from '../freshness/simulated-service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Each way of a request. */
const wayMs = 50
const sessionLifeMs = 15 * minuteMs

/** A request that reached the service. `at` is UTC ms. */
export interface Arrival {
  readonly at: number
  readonly endpoint: Operation | 'openSession' | 'readSession'
  readonly purpose: Purpose
  /** The instrument that was asked for. */
  readonly symbol: string | null
}

interface DayOptions {
  readonly clock: SimulatedClock
  /** What each account holds. */
  readonly accounts: ReadonlyMap<string, readonly string[]>
  /** What a schedule says when it is asked for at this time. */
  readonly sessionsAt: (now: number) => readonly TradingSession[]
}

type Answers = { readonly [N in Operation]?: (input: Inputs[N]) => Outputs[N] }

/** A service that answers whatever the jobs ask, and counts it; the real budget stands before it. */
export function createDayService({ clock, accounts, sessionsAt }: DayOptions) {
  const arrivals: Arrival[] = []
  const budget = createBudget({ clock })
  const random = createRandom(7, 'prices of the day')
  const prices = new Map<string, { price: number; at: number }>()
  let session: SessionDetails | null = null

  function tradedPrice(symbol: string): { price: number; at: number } {
    const now = clock.now()
    const last = prices.get(symbol) ?? { price: 100, at: now }
    const isOpen = sessionsAt(now).some((one) => one.type !== 'CLOSED' && one.startAt <= now && now < one.endAt)
    const elapsed = isOpen ? (now - last.at) / minuteMs : 0
    const price = last.price * Math.exp(0.001 * Math.sqrt(elapsed) * drawNormal(random))
    const traded = elapsed > 0 ? { price, at: now } : last
    prices.set(symbol, traded)
    return traded
  }

  async function travel(
    endpoint: Arrival['endpoint'],
    purpose: Purpose,
    signal?: AbortSignal,
    symbol: string | null = null,
  ): Promise<void> {
    const lease = await budget.acquire(purpose, endpoint, signal)
    await new Promise<void>((resolve) => void clock.after(wayMs, resolve))
    arrivals.push({ at: clock.now(), endpoint, purpose, symbol })
    await new Promise<void>((resolve) => void clock.after(wayMs, resolve))
    lease.release()
  }

  let renewal: Promise<SessionDetails> | null = null
  const renewSession = ({ purpose }: { purpose: Purpose }): Promise<SessionDetails> =>
    (renewal ??= openSession(purpose).finally(() => (renewal = null)))

  async function openSession(purpose: Purpose): Promise<SessionDetails> {
    await travel('openSession', purpose)
    await travel('readSession', purpose)
    session = {
      ...{ createdAt: clock.now(), expiresAt: clock.now() + sessionLifeMs, permissions: [], isReadOnly: true },
      accountIds: [...accounts.keys()],
    }
    return session
  }

  const empty = { rows: [], malformed: [], hasNext: false, received: 0, total: null }
  const answers: Answers = {
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
      if (symbol.endsWith('@NONE'))
        throw new AppError('not-found', 'The service of the day knows no hours of this market')
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

  const broker: Broker = {
    async call(name, input, { purpose, signal }) {
      const answer = answers[name]
      if (answer === undefined) throw new AppError('invalid', `The service of the day knows no ${name}`)
      // As the real client does: a token that has ended is renewed by whoever needs one.
      if (session === null || (session.expiresAt ?? 0) <= clock.now()) await renewSession({ purpose: 'person' })
      await travel(name, purpose, signal, 'symbol' in input ? input.symbol : null)
      return answer(input)
    },
    openFile: () => Promise.reject(new AppError('invalid', 'The service of the day sends no files')),
    session: () => session,
    renewSession,
    forget: () => (session = null),
    close: () => Promise.resolve(),
  }
  return { broker, budget, arrivals }
}

const detailsOf = (symbol: string): Outputs['getAsset'] => ({
  ...{ symbol, id: symbol, ticker: symbol, mic: 'MISX', isin: '', type: 'EQUITIES', name: symbol, board: 'TQBR' },
  ...{ decimals: 2, minStep: null, lotSize: null, expirationDate: null, quoteCurrency: null, contractSize: null },
  ...{ strike: null, faceValue: null, faceCurrency: null },
})

/** The present day, as the service tells it: trading from 7 to 16 o'clock UTC, closed before and after; a weekend closed. */
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
