import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

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
      const { startedAt, received, wholeAt } = instruments.walk.read()
      return { known: instruments.count(), wholeAt, received: startedAt === null ? null : received }
    },
  }
}
