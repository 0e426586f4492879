import type { StoredAccount } from '../cache/accounts.ts'
import type { Cache } from '../cache/cache.ts'
import { heldPositions } from '../insight/account-summary.ts'
import { knownSessions, marketState } from '../insight/market-state.ts'
import { accountStaleAt } from '../sync/account-age.ts'

/** From when on each account's reading is older than it should be, UTC ms by account id. Reads the schedules of what is held. */
export function readStaleTimes(
  accounts: readonly StoredAccount[],
  {
    cache,
    isWatched,
    now,
  }: { readonly cache: Pick<Cache, 'schedules'>; readonly isWatched: boolean; readonly now: number },
): ReadonlyMap<string, number> {
  const heldBy = new Map(
    accounts.map(({ account }) => [account.id, heldPositions(account).map(({ symbol }) => symbol)]),
  )
  const allHeld = [...new Set([...heldBy.values()].flat())]
  const stored = cache.schedules.getMany(allHeld)
  const marketBy = new Map(stored.map((schedule) => [schedule.symbol, marketState(knownSessions(schedule), now)]))
  return new Map(
    accounts.map(({ account, fetchedAt }) => {
      const held = heldBy.get(account.id) ?? []
      // One that holds nothing rests when all others do.
      const markets = (held.length > 0 ? held : allHeld).map((symbol) => marketBy.get(symbol) ?? marketState(null, now))
      return [account.id, accountStaleAt(fetchedAt, markets, isWatched)]
    }),
  )
}
