import type { TradingSession } from '#shared/model/instrument.ts'
import { marketAccess, micOf, type MarketAccess } from '../../insight/market/market-data-permission.ts'
import { knownSessions } from '../../insight/market/market-state.ts'
import type { SyncContext } from '../context.ts'

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
export class FactReader {
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
