import { expect, test } from 'vitest'
import { accountReadMs, accountStaleAt } from '../../../../src/main/sync/interest/account-age.ts'
import { Attention } from '../../../../src/main/sync/interest/attention.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import type { MarketState } from '../../../../src/shared/model/watchlist.ts'

function start() {
  const clock = new FakeClock()
  const notified = { count: 0 }
  return { clock, notified, attention: new Attention(clock, () => notified.count++) }
}

test('the symbols of visible windows are visible, each once', () => {
  const { attention } = start()
  attention.set('one', ['A@X', 'B@X'], true)
  attention.set('two', ['B@X', 'C@X'], true)
  attention.set('hidden', ['D@X'], false)
  expect([...attention.visibleSymbols]).toEqual(['A@X', 'B@X', 'C@X'])
  expect(attention.isWindowVisible).toBe(true)
})

test('the symbols of a hidden window are not visible', () => {
  const { attention } = start()
  attention.set('one', ['A@X'], true)
  attention.set('one', ['A@X'], false)
  expect(attention.visibleSymbols.size).toBe(0)
  expect(attention.isWindowVisible).toBe(false)
})

test('a window is dropped 45 s after its last report, and kept by repeated reports', async () => {
  const { clock, attention } = start()
  attention.set('gone', ['A@X'], true)
  attention.set('stays', ['B@X'], true)
  await clock.advance(44_999)
  expect([...attention.visibleSymbols]).toEqual(['A@X', 'B@X'])
  attention.set('stays', ['B@X'], true)
  await clock.advance(1)
  expect([...attention.visibleSymbols]).toEqual(['B@X'])
  await clock.advance(45_000)
  expect(attention.isWindowVisible).toBe(false)
})

test('a change is notified, a repetition is not', () => {
  const { attention, notified } = start()
  attention.set('one', ['A@X'], true)
  attention.set('one', ['A@X'], true)
  expect(notified.count).toBe(1)
  attention.set('one', ['A@X', 'B@X'], true)
  attention.set('one', ['A@X', 'B@X'], false)
  expect(notified.count).toBe(3)
})

test('a window that reports again after it was dropped is notified as a change', async () => {
  const { clock, attention, notified } = start()
  attention.set('one', ['A@X'], true)
  await clock.advance(60_000)
  attention.set('one', ['A@X'], true)
  expect(notified.count).toBe(2)
})

test('becoming visible is notified only if no window was visible before', async () => {
  const clock = new FakeClock()
  const received: boolean[] = []
  const attention = new Attention(clock, (becameVisible) => received.push(becameVisible))
  attention.set('one', ['A@X'], true)
  attention.set('two', ['B@X'], true)
  attention.set('one', ['A@X'], false)
  attention.set('two', ['B@X'], false)
  attention.set('one', ['A@X'], true)
  await clock.advance(60_000)
  attention.set('one', ['A@X'], true)
  expect(received).toEqual([true, false, false, false, true, true])
})

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
    const readEvery = accountReadMs(true, isWindowVisible) / minute
    expect(readEvery).toBe(isWindowVisible ? 15 : 60)
    expect(staleMinutes([closed(null), closed(600)], isWindowVisible)).toBeGreaterThan(readEvery)
    expect(staleMinutes([closed(null), closed(600)], isWindowVisible)).toBeLessThan(2 * readEvery)
  }
})

test('if a market opens earlier, the reading is stale three minutes after the opening', () => {
  expect(staleMinutes([closed(5), closed(600)])).toBe(8)
})
