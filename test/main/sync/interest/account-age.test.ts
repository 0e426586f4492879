import { expect, test } from 'vitest'
import { accountReadMs, accountStaleAt } from '#main/sync/interest/account-age.ts'
import type { MarketState } from '#shared/model/watchlist.ts'

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

test('an account with an open or unknown market is stale after three minutes, and so is an empty one', () => {
  for (const markets of [[open], [open, closed(null)], [unknown, closed(null)], []])
    expect(staleMinutes(markets)).toBe(3)
})

test('an account with all markets closed is not stale before it is due, with or without a visible window', () => {
  for (const isWindowVisible of [true, false]) {
    const intervalMinutes = accountReadMs(true, isWindowVisible) / minute
    expect(intervalMinutes).toBe(isWindowVisible ? 15 : 60)
    expect(staleMinutes([closed(null), closed(600)], isWindowVisible)).toBeGreaterThan(intervalMinutes)
    expect(staleMinutes([closed(null), closed(600)], isWindowVisible)).toBeLessThan(2 * intervalMinutes)
  }
})

test('if a market opens earlier, the reading is stale three minutes after the opening', () => {
  expect(staleMinutes([closed(5), closed(600)])).toBe(8)
})
