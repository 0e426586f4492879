import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { hasMarket } from '#shared/has-market.ts'
import { m } from '#shared/messages/messages.js'
import { TypedMaturity } from '#shared/model/bond.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import { Constituent, TradingParams } from '#shared/model/instrument.ts'
import { OrderBookRow, Trade } from '#shared/model/market.ts'
import { buildLadder } from '../../insight/market/book-ladder.ts'
import { marketAccess, micOf } from '../../insight/market/market-data-permission.ts'
import { knownSessions, marketState } from '../../insight/market/market-state.ts'
import { groupByStrike, suggestedRoots } from '../../insight/market/option-chain.ts'
import { downsamplePrices, newestTradesFirst } from '../../insight/market/recorded-trades.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import {
  keyOf,
  requestOf,
  type ChainRequest,
  type PartRequest,
  storedRows,
  type StoredRows,
} from '../../sync/instrument/part-troubles.ts'
import { accountFor } from '../../sync/instrument/read-details.ts'
import type { HandlerContext, OpenProfile } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readQuoteRows } from '../quote-rows.ts'
import { readMaturities } from '../read/read-maturities.ts'

type InstrumentListHandlers = Pick<Handlers, 'instruments.search' | 'instruments.state'>

/** The list of all instruments: its search and its age. */
export function createInstrumentListHandlers({ current }: HandlerContext): InstrumentListHandlers {
  return {
    'instruments.search'({ text, limit }) {
      const { cache, journal } = current()
      const held = cache.accounts.list().flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol))
      const watchlistSymbols = journal.watchlists.list().flatMap(({ symbols }) => symbols)
      return cache.instruments.search({ text, limit, held, watched: watchlistSymbols })
    },
    'instruments.state'() {
      const { instruments } = current().cache
      const { startedAt, received, wholeAt } = instruments.download.read()
      return { known: instruments.count(), wholeAt, received: startedAt === null ? null : received }
    },
  }
}

type InstrumentHandlers = Omit<
  Pick<Handlers, Extract<keyof Handlers, `instruments.${string}`> | 'quotes.list'>,
  'instruments.search' | 'instruments.state'
>

const jobName = 'instrument'
/** The maximum number of points of a line: more than the width of a chart. */
const maxPoints = 500

interface StoredPart<T> {
  readonly value: T
  readonly fetchedAt: number | null
}

/** A part in the form of the contract: its value and the state of its reading. */
function withStanding<T>({ instruments, scheduler }: OpenProfile, request: PartRequest, read: StoredPart<T> | null) {
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

function readStored<T>({ cache }: OpenProfile, request: PartRequest, schema: z.ZodType<T>): StoredPart<T> | null {
  return cache.instrumentParts.get(keyOf(request), schema)
}

function readInstrument(profile: OpenProfile, symbol: string, accountId: string | null, now: number) {
  const { cache } = profile
  const details = cache.instrumentDetails.get(symbol)
  const schedule = cache.schedules.get(symbol)
  const access = marketAccess(cache.sessionDetails.get()?.details.permissions ?? [], micOf(symbol))
  const params = { ...requestOf(symbol, 'params'), accountId: accountId ?? accountFor(cache, symbol) }
  const detailsPart = details && { value: details.details, fetchedAt: details.fetchedAt }
  const schedulePart = schedule && { value: [...schedule.sessions], fetchedAt: schedule.fetchedAt }
  return {
    symbol,
    listed: cache.instruments.get(symbol),
    details: withStanding(profile, requestOf(symbol, 'details'), detailsPart),
    params: withStanding(profile, params, readStored(profile, params, TradingParams)),
    schedule: withStanding(profile, requestOf(symbol, 'schedule'), schedulePart),
    market: marketState(schedule && knownSessions(schedule), now),
    maturity: readMaturities(profile, [symbol], new Map(details && [[symbol, details.details]])).get(symbol) ?? null,
    typedMaturity: profile.journal.bondTerms.maturityOf(symbol),
    ...readEvents(profile, symbol),
    delayMinutes: access.delayMinutes,
    quoteLevel: access.quoteLevel,
    parts: [...profile.instruments.partsOf(symbol)],
  }
}

function readEvents(profile: OpenProfile, symbol: string) {
  const { corporateEvents } = profile.cache
  const events = corporateEvents.list([symbol])
  const eventPart = <T>(name: InstrumentPart, kind: (typeof events)[number]['kind'], value: T[]) => {
    const fetchedAt = corporateEvents.fetchedAt(symbol, kind)
    return withStanding(profile, requestOf(symbol, name), fetchedAt === null ? null : { value, fetchedAt })
  }
  const dividends = events.flatMap(({ kind, event }) => (kind === 'dividend' ? [event] : []))
  const bondEvents = events.flatMap(({ kind, event }) => (kind === 'bond' ? [event] : []))
  const splits = events.flatMap(({ kind, event }) => (kind === 'split' ? [event] : []))
  return {
    dividends: eventPart('dividends', 'dividend', dividends),
    bondEvents: eventPart('bond-events', 'bond', bondEvents),
    splits: eventPart('splits', 'split', splits),
  }
}

async function readChain(profile: OpenProfile, symbol: string, { root, expiration }: ChainRequest) {
  const { chains } = profile.instruments
  const chain = await chains.read(symbol, { root, expiration })
  const request = { ...requestOf(symbol, 'options'), chain: { root, expiration } }
  if (chain === null) return withStanding<never>(profile, request, null)
  const { contracts, fetchedAt, expiries } = chain
  const roots = chains.roots(symbol, suggestedRoots(readType(profile, symbol)))
  const value = {
    expiration: chain.expiration,
    expiries: [...expiries],
    roots: [...roots],
    ...groupByStrike(contracts ?? []),
  }
  // Grouping thousands of options takes some milliseconds, and checking them against the contract too, so other work runs in
  // between.
  await new Promise((resolve) => setImmediate(resolve))
  return withStanding(profile, request, { value, fetchedAt })
}

const readType = ({ cache }: OpenProfile, symbol: string): string | null =>
  cache.instrumentDetails.get(symbol)?.details.type ?? cache.instruments.get(symbol)?.type ?? null

function readTrades(profile: OpenProfile, symbol: string) {
  const request = requestOf(symbol, 'trades')
  const read = readStored(profile, request, storedRows(Trade))
  const ordered = ({ rows, leftOut }: StoredRows<Trade>) => ({ trades: newestTradesFirst(rows), leftOut })
  return withStanding(profile, request, read && { ...read, value: ordered(read.value) })
}

function readBook(profile: OpenProfile, symbol: string) {
  const request = requestOf(symbol, 'book')
  const read = readStored(profile, request, storedRows(OrderBookRow))
  return withStanding(profile, request, read && { ...read, value: buildLadder(read.value.rows, read.value.leftOut) })
}

/** One instrument with its parts from the cache, and `follow`, with which a window reports that it shows the instrument. */
export function createInstrumentHandlers({
  current,
  clock,
  events,
}: Pick<HandlerContext, 'current' | 'clock' | 'events'>): InstrumentHandlers {
  return {
    'instruments.read': ({ symbol, accountId }) =>
      readInstrument(current(), checkSymbol(symbol), accountId, clock.now()),
    'instruments.book': ({ symbol }) => readBook(current(), checkSymbol(symbol)),
    'instruments.trades': ({ symbol }) => readTrades(current(), checkSymbol(symbol)),
    'instruments.constituents'({ symbol }) {
      const request = requestOf(checkSymbol(symbol), 'constituents')
      return withStanding(current(), request, readStored(current(), request, z.array(Constituent)))
    },
    'instruments.chain': ({ symbol, ...chain }) => readChain(current(), checkSymbol(symbol), chain),
    'instruments.prices': ({ symbol, from }) =>
      downsamplePrices(current().journal.quotes.history(checkSymbol(symbol), from, clock.now() + 1), maxPoints),
    'instruments.follow'({ viewId, again, ...focus }) {
      checkSymbol(focus.symbol)
      const { instruments, scheduler } = current()
      if (instruments.follow(viewId, focus, again)) scheduler.wake(jobName, again ? 'user' : 'schedule')
    },
    'instruments.setMaturity'({ symbol, maturesOn }) {
      const { bondTerms } = current().journal
      const type = readType(current(), checkSymbol(symbol))
      if (maturesOn === null) bondTerms.remove(symbol)
      else if (type && type !== 'BONDS') throw new AppError('invalid', m.errors_only_a_bond_matures({ symbol }))
      else bondTerms.put({ symbol, maturesOn: checkMaturity(maturesOn), changedAt: clock.now() })
      events.publish('events.changed')
    },
    'quotes.list': ({ symbols }) => readQuoteRows(current(), clock, symbols),
  }
}

/** Returns the symbol. Throws `invalid` for a text that is no symbol, so that no request is sent with it. */
function checkSymbol(symbol: string): string {
  if (hasMarket(symbol)) return symbol
  throw new AppError('invalid', m.errors_symbol_does_not_name_an_instrument_write({ symbol }))
}

/** Returns the date. Throws `invalid` for a text that is not a date of these years. */
function checkMaturity(text: string): string {
  if (TypedMaturity.safeParse(text).success) return text
  throw new AppError('invalid', m.errors_not_a_maturity({ text }))
}
