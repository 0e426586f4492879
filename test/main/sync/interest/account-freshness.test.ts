import { expect, test } from 'vitest'
import { accountReadMs, accountStaleAt } from '../../../../src/main/sync/interest/account-freshness.ts'
import type { MarketState } from '../../../../src/shared/model/watchlist.ts'

const minute = 60_000
const readAt = 1_000 * minute
const open: MarketState = { state: 'open', changesAt: readAt + 60 * minute }
const unknown: MarketState = { state: 'unknown', changesAt: null }
const closed = (opensInMinutes: number | null): MarketState => ({
  state: 'closed',
  changesAt: opensInMinutes === null ? null : readAt + opensInMinutes * minute,
})
const staleMinutes = (markets: readonly MarketState[], isWindowVisible = true): number =>
  (accountStaleAt(readAt, markets, isWindowVisible) - readAt) / minute

test('an account that may trade is old after three minutes, one that holds nothing too', () => {
  for (const markets of [[open], [open, closed(null)], [unknown, closed(null)], []])
    expect(staleMinutes(markets)).toBe(3)
})

test('one whose markets are all closed is not old before it is to be read again, by who looks', () => {
  for (const isWindowVisible of [true, false]) {
    const readEvery = accountReadMs(true, isWindowVisible) / minute
    expect(readEvery).toBe(isWindowVisible ? 15 : 60)
    expect(staleMinutes([closed(null), closed(600)], isWindowVisible)).toBeGreaterThan(readEvery)
    expect(staleMinutes([closed(null), closed(600)], isWindowVisible)).toBeLessThan(2 * readEvery)
  }
})

test('where a market opens before that, a reading from before is old three minutes after', () => {
  expect(staleMinutes([closed(5), closed(600)])).toBe(8)
})
