import { buildEventRows } from '../../insight/event-rows.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readFacts } from '../../cache/instrument-facts.ts'

type ActivityHandlers = Pick<Handlers, 'transactions.recent' | 'events.list'>

/** Recent transactions and corporate events. */
export function createActivityHandlers({ current, clock }: HandlerContext): ActivityHandlers {
  return {
    'transactions.recent'({ accountId, limit }) {
      const { cache } = current()
      const { rows } = cache.transactions.page({ accountId, before: null, limit })
      const ids = accountId === null ? cache.accounts.list().map(({ account }) => account.id) : [accountId]
      const starts = ids.map((id) => cache.coverage.list(id).at(-1)?.from ?? null)
      const known = starts.filter((start) => start !== null)
      return {
        rows: [...rows],
        knownFrom: known.length === 0 || known.length < starts.length ? null : Math.max(...known),
      }
    },
    'events.list'({ accountId }) {
      const { cache } = current()
      const accounts = cache.accounts.list().filter(({ account }) => accountId === null || account.id === accountId)
      const held = [...new Set(accounts.flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol)))]
      const factsOf = readFacts(cache, held)
      const events = Map.groupBy(cache.corporateEvents.list(held), ({ symbol }) => symbol)
      const instruments = held.map((symbol) => {
        const own = events.get(symbol) ?? []
        return {
          symbol,
          name: factsOf(symbol).name,
          dividends: own.flatMap(({ kind, event }) => (kind === 'dividend' ? [event] : [])),
          bondEvents: own.flatMap(({ kind, event }) => (kind === 'bond' ? [event] : [])),
          splits: own.flatMap(({ kind, event }) => (kind === 'split' ? [event] : [])),
        }
      })
      return buildEventRows(instruments, new Date(clock.now()).toISOString().slice(0, 10))
    },
  }
}
