import { expect, test } from 'vitest'
import { joinEquity, netDeposits } from '#main/insight/history/equity-history.ts'
import { pastMoments } from '#main/insight/history/moments.ts'
import { decimalOf } from '#shared/decimal.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'

const maxGapMs = 20 * minuteMs
const derived = (days: number, equity: number | null) => ({
  ...{ at: days * dayMs, oldestPriceAt: null },
  equity: equity === null ? null : decimalOf(equity),
})
const recorded = (at: number, until: number, equity: number) => ({ at, until, equity: decimalOf(equity) })
const read = (points: ReturnType<typeof joinEquity>) =>
  points.map(({ at, equity, source, followsGap }) => [at / dayMs, equity, source, followsGap])

test('a recorded value replaces the derived one of the same day, and they join without a gap', () => {
  const spans = [recorded(2 * dayMs, 2.9 * dayMs, 30)]
  expect(read(joinEquity(spans, [derived(1, 10), derived(2, 20), derived(3, 99)], maxGapMs))).toEqual([
    [1, '10', 'derived', false],
    [2, '20', 'derived', false],
    [2, '30', 'recorded', false],
  ])
})

test('an unknown value makes a gap, and so does a time without a record', () => {
  const spans = [recorded(4.2 * dayMs, 4.3 * dayMs, 30), recorded(4.5 * dayMs, 4.6 * dayMs, 31)]
  expect(
    read(joinEquity(spans, [derived(1, 10), derived(2, null), derived(3, 20), derived(4, null)], maxGapMs)),
  ).toEqual([
    [1, '10', 'derived', false],
    [3, '20', 'derived', true],
    [4.2, '30', 'recorded', true],
    [4.5, '31', 'recorded', true],
  ])
})

test('net deposits are running sums with at most one point between two moments', () => {
  const flows = [0, 1, 8, 9, 30].map((days) => ({ at: days * dayMs, amount: decimalOf(days + 1) }))
  expect(netDeposits(flows, [7 * dayMs, 14 * dayMs])).toEqual([
    { at: dayMs, amount: '3' },
    { at: 9 * dayMs, amount: '22' },
    { at: 30 * dayMs, amount: '53' },
  ])
})

test('even forty years have fewer than 500 moments, each the end of a past UTC day', () => {
  const now = Date.UTC(2026, 4, 5, 13)
  for (const years of [0.1, 2, 7, 40]) {
    const moments = pastMoments(now - years * 365 * dayMs, now)
    expect(moments.length).toBeLessThan(500)
    expect(moments.at(-1)).toBe(Date.UTC(2026, 4, 5))
    expect(moments.every((at, index) => at % dayMs === 0 && at > (moments[index - 1] ?? -Infinity))).toBe(true)
  }
})
