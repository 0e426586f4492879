import { heldPositions } from '../../insight/account-summary.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type InstrumentListHandlers = Pick<Handlers, 'instruments.search' | 'instruments.state'>

/** The list of all instruments: the search over it, and how fresh it is. */
export function createInstrumentListHandlers({ current }: HandlerContext): InstrumentListHandlers {
  return {
    'instruments.search'({ text, limit }) {
      const { cache, journal } = current()
      const held = cache.accounts.list().flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol))
      const watched = journal.watchlists.list().flatMap(({ symbols }) => symbols)
      return cache.instruments.search({ text, limit, held, watched })
    },
    'instruments.state'() {
      const { instruments } = current().cache
      const { startedAt, received, wholeAt } = instruments.walk.read()
      return { known: instruments.count(), wholeAt, received: startedAt === null ? null : received }
    },
  }
}
