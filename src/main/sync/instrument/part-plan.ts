import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { hasMarket } from '#shared/has-market.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import type { TradingSession } from '#shared/model/instrument.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import { partsOfAnyType, partsOfType } from '../../insight/instrument-parts.ts'
import { isPartForbidden, marketAccess, micOf, type MarketAccess } from '../../insight/market/market-data-permission.ts'
import { lastClose, marketState, knownSessions } from '../../insight/market/market-state.ts'
import type { SyncContext } from '../context.ts'
import type { PartReader } from './part-reader.ts'
import { idOf, requestOf, type PartRequest, type PartTroubles } from './part-troubles.ts'
import { accountFor } from './read-details.ts'
import { type InstrumentFocus, isLive, liveIntervalMs, type LivePart } from './views.ts'

/** The facts about an instrument that decide which of its parts are requested, and when. */
interface InstrumentFacts {
  /** As sent; `null` if neither its details nor a list were read. */
  readonly type: string | null
  readonly sessions: readonly TradingSession[] | null
  readonly access: MarketAccess
}

/** Facts change seldom but are needed many times a second: they are read from the cache at most once in this time. */
const freshMs = 500

/** Reads facts from the cache. Call `forget` after reading from the service. */
class FactReader {
  readonly #context: Pick<SyncContext, 'cache' | 'clock'>
  readonly #cached = new Map<string, InstrumentFacts>()
  #cachedSince = -Infinity

  constructor(context: Pick<SyncContext, 'cache' | 'clock'>) {
    this.#context = context
  }

  read(symbol: string): InstrumentFacts {
    const now = this.#context.clock.monotonic()
    if (now - this.#cachedSince >= freshMs) {
      this.#cached.clear()
      this.#cachedSince = now
    }
    const facts = this.#cached.get(symbol) ?? this.#readFromCache(symbol)
    this.#cached.set(symbol, facts)
    return facts
  }

  forget(): void {
    this.#cached.clear()
  }

  #readFromCache(symbol: string): InstrumentFacts {
    const { instrumentDetails, instruments, schedules, sessionDetails } = this.#context.cache
    const schedule = schedules.get(symbol)
    return {
      type: instrumentDetails.get(symbol)?.details.type ?? instruments.get(symbol)?.type ?? null,
      sessions: schedule && knownSessions(schedule),
      access: marketAccess(sessionDetails.get()?.details.permissions ?? [], micOf(symbol)),
    }
  }
}

/** When a part is to be requested. */
export interface PlannedPart {
  readonly request: PartRequest
  /** UTC ms. A past time means now; `Infinity` means never again. */
  readonly dueAt: number
  /** `user`: the user waits for it; `held`: no window shows it yet. */
  readonly purpose: Purpose
}

/** A schedule covers today and tomorrow. One that does not cover the present is requested as often as the schedules job does. */
const scheduleMs = 12 * hourMs
const emptyScheduleMs = 15 * minuteMs
/** The pause between two requests for further expiries, which the user does not wait for. */
const probeEveryMs = 1_500

/** Decides which parts of the instruments on screen are read, and when. Reads the cache. */
export class PartPlan {
  readonly #context: SyncContext
  readonly #reader: Pick<PartReader, 'fetchedAt' | 'chains'>
  readonly #troubles: PartTroubles
  readonly #facts: FactReader

  constructor(context: SyncContext, reader: Pick<PartReader, 'fetchedAt' | 'chains'>, troubles: PartTroubles) {
    this.#context = context
    this.#reader = reader
    this.#troubles = troubles
    this.#facts = new FactReader(context)
  }

  /** Call after reading from the service: the inputs of the plan may have changed. */
  refresh(): void {
    this.#facts.forget()
  }

  /** Whether the token's permissions exclude the part: then it is never requested. */
  isForbidden({ symbol, part }: PartRequest): boolean {
    return isPartForbidden(part, this.#facts.read(symbol).access.quoteLevel)
  }

  /** The parts that a window shows and that this type of instrument has. */
  requestsOf(focus: InstrumentFocus): readonly PartRequest[] {
    const { symbol } = focus
    const possible = this.#requestableParts(symbol)
    return focus.parts
      .filter((part) => possible.includes(part))
      .flatMap((part): PartRequest[] => {
        if (part === 'options') return focus.chain === null ? [] : [{ ...requestOf(symbol, part), chain: focus.chain }]
        if (part !== 'params') return [requestOf(symbol, part)]
        const accountId = focus.accountId ?? accountFor(this.#context.cache, symbol)
        return accountId === null ? [] : [{ ...requestOf(symbol, part), accountId }]
      })
  }

  /** The parts to read of the instruments on screen, most urgent first: parts that the user waits for, then by due time. */
  plannedParts(visible: readonly InstrumentFocus[], requestedIds: ReadonlySet<string>): readonly PlannedPart[] {
    const shown = this.#allowed(visible.flatMap((focus) => this.requestsOf(focus)))
    const searched = this.#allowed(visible.flatMap((focus) => this.#searchOf(focus)))
    const live = [...shown.values()].flatMap(({ part }) => (isLive(part) ? [part] : []))
    const plannedParts = [...shown].map(([id, request]) => this.#planPart(request, requestedIds.has(id), live))
    const others = [...searched].filter(([id]) => !shown.has(id)).map(([, request]) => this.#planSearch(request))
    return [...plannedParts, ...others].sort((a, b) => priorityOf(a) - priorityOf(b) || a.dueAt - b.dueAt)
  }

  /** Each request once, by id, without forbidden parts. */
  #allowed(requests: readonly PartRequest[]): ReadonlyMap<string, PartRequest> {
    return new Map(requests.filter((request) => !this.isForbidden(request)).map((request) => [idOf(request), request]))
  }

  #planPart(request: PartRequest, isRequested: boolean, live: readonly LivePart[]): PlannedPart {
    if (isRequested) return { request, dueAt: this.#context.clock.now(), purpose: 'user' }
    const id = idOf(request)
    const fetchedAt = this.#reader.fetchedAt(request)
    const isFirst = fetchedAt === null && !this.#troubles.hasFailed(id)
    const staleAt = fetchedAt === null ? this.#context.clock.now() : this.#staleAt(request, fetchedAt, live)
    return { request, dueAt: Math.max(this.#troubles.until(id), staleAt), purpose: isFirst ? 'user' : 'visible' }
  }

  #planSearch(request: PartRequest): PlannedPart {
    const now = this.#context.clock.now()
    const { symbol, chain } = request
    const fetchedAt = this.#reader.fetchedAt(request)
    const searchedAt = this.#reader.chains.searchedAt(symbol, chain?.root ?? null)
    const afterLast = searchedAt === null ? now : Math.min(now, searchedAt) + probeEveryMs
    const dueAt = fetchedAt === null || fetchedAt > now ? afterLast : fetchedAt + dayMs
    return { request, dueAt: Math.max(this.#troubles.until(idOf(request)), dueAt), purpose: 'held' }
  }

  #staleAt({ symbol, part }: PartRequest, fetchedAt: number, onScreen: readonly LivePart[]): number {
    const now = this.#context.clock.now()
    // The reading is in the future because the clock was set back.
    if (fetchedAt > now) return now
    const market = this.#market(symbol)
    if (part === 'schedule') return fetchedAt + (market.state === 'unknown' ? emptyScheduleMs : scheduleMs)
    if (!isLive(part)) return fetchedAt + dayMs
    if (market.state === 'closed') return this.#afterClose(symbol, market, fetchedAt)
    const { delayMinutes } = this.#facts.read(symbol).access
    const budget = this.#context.readBudget()
    return fetchedAt + liveIntervalMs(part, { budget, onScreen, market, delayMinutes })
  }

  /** When to read a part of a closed market: once after the close, then when the market opens. UTC ms. */
  #afterClose(symbol: string, market: MarketState, fetchedAt: number): number {
    const now = this.#context.clock.now()
    const closedAt = lastClose(this.#facts.read(symbol).sessions, now)
    return closedAt !== null && fetchedAt < closedAt ? now : (market.changesAt ?? Infinity)
  }

  /** The parts of an instrument, by its type; none without a market. An instrument that neither the service nor a list knows has only its details, which show the error. */
  partsOf(symbol: string): readonly InstrumentPart[] {
    if (!hasMarket(symbol)) return []
    const type = this.#facts.read(symbol).type
    const isUnknown = type === null && this.#troubles.isRefused(idOf(requestOf(symbol, 'details')))
    return isUnknown ? ['details'] : partsOfType(type)
  }

  /** Until the type is known, only the parts that every instrument has are requested. */
  #requestableParts(symbol: string): readonly InstrumentPart[] {
    const parts = this.partsOf(symbol)
    return this.#facts.read(symbol).type === null ? parts.filter((part) => partsOfAnyType.includes(part)) : parts
  }

  /** Requests that search for expiries: the nearest expiry, then the next probe. */
  #searchOf({ symbol, parts, chain }: InstrumentFocus): PartRequest[] {
    if (chain === null || !parts.includes('options') || !this.#requestableParts(symbol).includes('options')) return []
    const { root } = chain
    const probe = this.#reader.chains.nextProbe(symbol, root)
    return [null, ...(probe === null ? [] : [probe])].map((expiration) => ({
      ...requestOf(symbol, 'options'),
      chain: { root, expiration },
    }))
  }

  #market(symbol: string): MarketState {
    return marketState(this.#facts.read(symbol).sessions, this.#context.clock.now())
  }
}

const priorityOf = ({ purpose }: PlannedPart): number => purposes.indexOf(purpose)
const purposes: readonly Purpose[] = ['user', 'visible', 'held']
