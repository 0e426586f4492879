import { expect, test } from 'vitest'
import { marketWords } from '../../../src/renderer/lib/market-words.ts'
import { spanWords } from '../../../src/shared/format-time.ts'
import { day, hour, minute } from '../fixtures/data.ts'

test('a stretch of time is told in its two largest units, never too short', () => {
  expect(
    [1, minute, minute + 1, hour, 2 * hour + 10 * minute, day, day - 1, day + minute, 3 * day + 4 * hour].map(
      spanWords,
    ),
  ).toEqual(['1 min', '1 min', '2 min', '1 h', '2 h 10 min', '1 d', '1 d', '1 d 1 h', '3 d 4 h'])
})

test('the market tells when it opens or closes, and nothing where its hours are not known', () => {
  expect(marketWords({ state: 'closed', changesAt: 2 * hour + 10 * minute }, 0)).toBe('closed, opens in 2 h 10 min')
  expect(marketWords({ state: 'open', changesAt: 25 * minute }, 0)).toBe('open, closes in 25 min')
  expect(marketWords({ state: 'open', changesAt: 5 }, 10)).toBe('open')
  expect(marketWords({ state: 'closed', changesAt: null }, 0)).toBe('closed')
  expect(marketWords({ state: 'unknown', changesAt: 5 }, 0)).toBe('hours not known')
})

test('in brief a market tells what is next, an open one only in its last hour', () => {
  const brief = (state: 'open' | 'closed', changesAt: number) => marketWords({ state, changesAt }, 0, true)
  expect(brief('open', 3 * hour)).toBe('open')
  expect(brief('open', 20 * minute)).toBe('closes in 20 min')
  expect(brief('closed', 30 * hour)).toBe('opens in 1 d 6 h')
  expect(brief('closed', 10 * hour + minute)).toBe('opens in 11 h')
})
