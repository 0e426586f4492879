import type { TradingSession } from '../../shared/model/instrument.ts'
import type { MarketState } from '../../shared/model/watchlist.ts'
import { heldPositions } from '../insight/account-summary.ts'
import { marketState } from '../insight/market-state.ts'
import type { SyncContext } from './context.ts'

/** An instrument that somebody cares about, and whether it trades now. */
export interface Followed {
  readonly symbol: string
  readonly isHeld: boolean
  readonly isVisible: boolean
  readonly sessions: readonly TradingSession[] | null
  readonly market: MarketState
}

type Sources = Pick<SyncContext, 'cache' | 'journal' | 'attention' | 'clock'>

/** Every instrument that is on screen, held or watched, each once, in that order of importance. */
export function readFollowed({ cache, journal, attention, clock }: Sources): Followed[] {
  const visible = attention.visibleSymbols
  const held = new Set(cache.accounts.list().flatMap(({ account }) => heldPositions(account).map((p) => p.symbol)))
  const watched = journal.watchlists.list().flatMap((list) => list.symbols)
  const symbols = [...new Set([...visible, ...held, ...watched])]
  const schedules = new Map(cache.schedules.getMany(symbols).map((schedule) => [schedule.symbol, schedule.sessions]))
  const now = clock.now()
  return symbols.map((symbol) => {
    const sessions = schedules.get(symbol) ?? null
    return {
      symbol,
      isHeld: held.has(symbol),
      isVisible: visible.has(symbol),
      sessions,
      market: marketState(sessions, now),
    }
  })
}

/** Whether anything followed trades now, or may: an unknown schedule counts as open. */
export const mayTrade = (sources: Sources): boolean =>
  readFollowed(sources).some(({ market }) => market.state !== 'closed')
