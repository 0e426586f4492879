import type { TradingSession } from '../../../shared/model/instrument.ts'
import { marketAccess, micOf, type MarketAccess } from '../../insight/market/market-data-permission.ts'
import { knownSessions } from '../../insight/market/market-state.ts'
import type { SyncContext } from '../context.ts'

/** The facts about an instrument that decide which of its parts are requested, and when. */
export interface InstrumentFacts {
  /** As sent; `null` if neither its details nor a list were read. */
  readonly type: string | null
  readonly sessions: readonly TradingSession[] | null
  readonly access: MarketAccess
}

/** Facts change seldom but are needed many times a second: they are read from the cache at most once in this time. */
const keptMs = 500

/** Reads facts from the cache. Call `forget` after reading from the service. */
export class FactReader {
  readonly #context: Pick<SyncContext, 'cache' | 'clock'>
  readonly #kept = new Map<string, InstrumentFacts>()
  #keptSince = -Infinity

  constructor(context: Pick<SyncContext, 'cache' | 'clock'>) {
    this.#context = context
  }

  read(symbol: string): InstrumentFacts {
    const now = this.#context.clock.monotonic()
    if (now - this.#keptSince >= keptMs) {
      this.#kept.clear()
      this.#keptSince = now
    }
    const facts = this.#kept.get(symbol) ?? this.#readFromCache(symbol)
    this.#kept.set(symbol, facts)
    return facts
  }

  forget(): void {
    this.#kept.clear()
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
