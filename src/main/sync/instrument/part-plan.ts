import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts'
import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { Purpose } from '../../../shared/model/usage.ts'
import type { MarketState } from '../../../shared/model/watchlist.ts'
import { partsOfAnyType, partsOfType } from '../../insight/instrument-parts.ts'
import { isPartForbidden } from '../../insight/market/market-data-permission.ts'
import { lastClose, marketState } from '../../insight/market/market-state.ts'
import type { SyncContext } from '../context.ts'
import { FactReader } from './facts.ts'
import { paramsAccount } from './params-account.ts'
import { isLive, liveIntervalMs, type LivePart } from './pace.ts'
import type { PartReader } from './part-reader.ts'
import { idOf, requestOf, type PartRequest } from './part-request.ts'
import type { PartTroubles } from './part-troubles.ts'
import type { InstrumentFocus } from './views.ts'

/** When a part is to be requested. */
export interface PlannedPart {
  readonly request: PartRequest
  /** UTC ms; in the past is now, `Infinity` is not again. */
  readonly dueAt: number
  /** `person`: a person waits for it; `held`: no window shows it yet. */
  readonly purpose: Purpose
}

/** A schedule covers today and tomorrow. One that does not cover the present is requested as often as the schedules job does. */
const scheduleMs = 12 * hourMs
const emptyScheduleMs = 15 * minuteMs
/** Between two requests for further expiries: nobody waits for them. */
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

  /** Call when something was read: the inputs of the plan may have changed. */
  refresh(): void {
    this.#facts.forget()
  }

  /** Whether the token's permissions rule the part out: it is never requested. */
  isForbidden({ symbol, part }: PartRequest): boolean {
    return isPartForbidden(part, this.#facts.of(symbol).access.quoteLevel)
  }

  /** The parts that a window shows, as far as this type of instrument has them. */
  requestsOf(focus: InstrumentFocus): readonly PartRequest[] {
    const { symbol } = focus
    const possible = this.#askableParts(symbol)
    return focus.parts
      .filter((part) => possible.includes(part))
      .flatMap((part): PartRequest[] => {
        if (part === 'options') return focus.chain === null ? [] : [{ ...requestOf(symbol, part), chain: focus.chain }]
        if (part !== 'params') return [requestOf(symbol, part)]
        const accountId = paramsAccount(this.#context.cache, focus.accountId)
        return accountId === null ? [] : [{ ...requestOf(symbol, part), accountId }]
      })
  }

  /** The parts to read of what is on screen, most urgent first: what a person waits for, then what is due longest. */
  plannedParts(visible: readonly InstrumentFocus[], wanted: ReadonlySet<string>): readonly PlannedPart[] {
    const shown = this.#allowed(visible.flatMap((focus) => this.requestsOf(focus)))
    const searched = this.#allowed(visible.flatMap((focus) => this.#searchOf(focus)))
    const live = [...shown.values()].flatMap(({ part }) => (isLive(part) ? [part] : []))
    const plannedParts = [...shown].map(([id, request]) => this.#planPart(request, wanted.has(id), live))
    const others = [...searched].filter(([id]) => !shown.has(id)).map(([, request]) => this.#planSearch(request))
    return [...plannedParts, ...others].sort((a, b) => rank(a) - rank(b) || a.dueAt - b.dueAt)
  }

  /** Each once, by id, without what the permissions rule out. */
  #allowed(requests: readonly PartRequest[]): ReadonlyMap<string, PartRequest> {
    return new Map(requests.filter((request) => !this.isForbidden(request)).map((request) => [idOf(request), request]))
  }

  #planPart(request: PartRequest, isWanted: boolean, live: readonly LivePart[]): PlannedPart {
    if (isWanted) return { request, dueAt: this.#context.clock.now(), purpose: 'person' }
    const id = idOf(request)
    const fetchedAt = this.#reader.fetchedAt(request)
    const isFirst = fetchedAt === null && !this.#troubles.hasFailed(id)
    const staleAt = fetchedAt === null ? this.#context.clock.now() : this.#staleAt(request, fetchedAt, live)
    return { request, dueAt: Math.max(this.#troubles.until(id), staleAt), purpose: isFirst ? 'person' : 'visible' }
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
    // A reading in the future means that the clock was set back.
    if (fetchedAt > now) return now
    const market = this.#market(symbol)
    if (part === 'schedule') return fetchedAt + (market.state === 'unknown' ? emptyScheduleMs : scheduleMs)
    if (!isLive(part)) return fetchedAt + dayMs
    if (market.state === 'closed') return this.#closingLook(symbol, market, fetchedAt)
    const { delayMinutes } = this.#facts.of(symbol).access
    const budget = this.#context.readBudget()
    return fetchedAt + liveIntervalMs(part, { budget, onScreen, market, delayMinutes })
  }

  /** One reading after the close, and the next when the market opens. */
  #closingLook(symbol: string, market: MarketState, fetchedAt: number): number {
    const now = this.#context.clock.now()
    const closedAt = lastClose(this.#facts.of(symbol).sessions, now)
    return closedAt !== null && fetchedAt < closedAt ? now : (market.changesAt ?? Infinity)
  }

  /** The parts of an instrument: those of its type; of one that the service does not know, and no list knows, no more than the response that says so. */
  partsOf(symbol: string): readonly InstrumentPart[] {
    const type = this.#facts.of(symbol).type
    const isUnknown = type === null && this.#troubles.isRefused(idOf(requestOf(symbol, 'details')))
    return isUnknown ? ['details'] : partsOfType(type)
  }

  /** Until the type is known, only the parts that every instrument has are requested. */
  #askableParts(symbol: string): readonly InstrumentPart[] {
    const parts = this.partsOf(symbol)
    return this.#facts.of(symbol).type === null ? parts.filter((part) => partsOfAnyType.includes(part)) : parts
  }

  /** Requests that find expiries which are not on screen: the nearest, then the next probe of the search. */
  #searchOf({ symbol, parts, chain }: InstrumentFocus): PartRequest[] {
    if (chain === null || !parts.includes('options') || !this.#askableParts(symbol).includes('options')) return []
    const { root } = chain
    const probe = this.#reader.chains.nextProbe(symbol, root)
    return [null, ...(probe === null ? [] : [probe])].map((expiration) => ({
      ...requestOf(symbol, 'options'),
      chain: { root, expiration },
    }))
  }

  #market(symbol: string): MarketState {
    return marketState(this.#facts.of(symbol).sessions, this.#context.clock.now())
  }
}

const rank = ({ purpose }: PlannedPart): number => purposes.indexOf(purpose)
const purposes: readonly Purpose[] = ['person', 'visible', 'held']
