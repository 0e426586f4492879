import { expect, test } from 'vitest'
import { marketWords } from '#renderer/lib/words/market-words.ts'
import { spanWords } from '#shared/text/format-time.ts'
import { day, hour, minute } from '../../fixtures/data.ts'

test('a duration shows its two largest units and is rounded up', () => {
  expect(
    [1, minute, minute + 1, hour, 2 * hour + 10 * minute, day, day - 1, day + minute, 3 * day + 4 * hour].map(
      spanWords,
    ),
  ).toEqual([
    '1\u00a0min',
    '1\u00a0min',
    '2\u00a0min',
    '1\u00a0h',
    '2\u00a0h 10\u00a0min',
    '1\u00a0d',
    '1\u00a0d',
    '1\u00a0d 1\u00a0h',
    '3\u00a0d 4\u00a0h',
  ])
})

test('a market shows when it opens or closes, unless its hours are unknown', () => {
  expect(marketWords({ state: 'closed', changesAt: 2 * hour + 10 * minute }, 0)).toBe(
    'closed, opens in 2\u00a0h 10\u00a0min',
  )
  expect(marketWords({ state: 'open', changesAt: 25 * minute }, 0)).toBe('open, closes in 25\u00a0min')
  expect(marketWords({ state: 'open', changesAt: 5 }, 10)).toBe('open')
  expect(marketWords({ state: 'closed', changesAt: null }, 0)).toBe('closed')
  expect(marketWords({ state: 'unknown', changesAt: 5 }, 0)).toBe('hours not known')
})

test('the brief form shows the next change; for an open market only in its last hour', () => {
  const brief = (state: 'open' | 'closed', changesAt: number) => marketWords({ state, changesAt }, 0, true)
  expect(brief('open', 3 * hour)).toBe('open')
  expect(brief('open', 20 * minute)).toBe('closes in 20\u00a0min')
  expect(brief('closed', 30 * hour)).toBe('opens in 1\u00a0d 6\u00a0h')
  expect(brief('closed', 10 * hour + minute)).toBe('opens in 11\u00a0h')
})
