import type { EventRow } from '#shared/model/transaction/transaction.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import { buildEventRows } from '../../insight/event-rows.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { OpenProfile } from '../context.ts'

/** Past and future dividends, coupons, offers and splits of the instruments that these accounts hold. `now`: UTC ms. */
export function readEvents(
  { cache }: Pick<OpenProfile, 'cache'>,
  accounts: readonly StoredAccount[],
  now: number,
): EventRow[] {
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
  return buildEventRows(instruments, new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length))
}
