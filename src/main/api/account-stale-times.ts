import { hasMarket } from '#shared/has-market.ts'
import type { Cache } from '../cache/cache.ts'
import type { StoredAccount } from '../cache/tables/accounts.ts'
import { knownSessions, marketState } from '../insight/market/market-state.ts'
import { heldPositions } from '../insight/portfolio/account-summary.ts'
import { accountStaleAt } from '../sync/interest/account-age.ts'

/**
 * The time at which the reading of each account becomes stale, UTC ms by account id. It depends on the markets of the
 * positions; one that the service states without a market does not trade.
 */
export function readStaleTimes(
  accounts: readonly StoredAccount[],
  {
    cache,
    isWindowVisible,
    now,
  }: { readonly cache: Pick<Cache, 'schedules'>; readonly isWindowVisible: boolean; readonly now: number },
): ReadonlyMap<string, number> {
  const heldBy = new Map(
    accounts.map(({ account }) => [
      account.id,
      heldPositions(account)
        .map(({ symbol }) => symbol)
        .filter(hasMarket),
    ]),
  )
  const allHeld = [...new Set([...heldBy.values()].flat())]
  const stored = cache.schedules.getMany(allHeld)
  const marketBy = new Map(stored.map((schedule) => [schedule.symbol, marketState(knownSessions(schedule), now)]))
  return new Map(
    accounts.map(({ account, fetchedAt }) => {
      const held = heldBy.get(account.id) ?? []
      // An account without positions uses the markets of all positions.
      const markets = (held.length > 0 ? held : allHeld).map((symbol) => marketBy.get(symbol) ?? marketState(null, now))
      return [account.id, accountStaleAt(fetchedAt, markets, isWindowVisible)]
    }),
  )
}
