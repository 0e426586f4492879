import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planQuotes, type QuoteNeed } from '../../../src/main/sync/quote-plan.ts'

const need = (over: Partial<QuoteNeed> = {}): QuoteNeed => ({
  symbol: 'A@X',
  isVisible: true,
  market: 'open',
  closedAt: null,
  askedAt: null,
  ...over,
})
const now = 1_000_000

test('what was never asked for is due at once, whatever its market', () => {
  for (const market of ['open', 'closed', 'unknown'] as const)
    expect(planQuotes([need({ market })], now, 120).due).toEqual(['A@X'])
})

test.each([
  ['open', true, 5_000],
  ['open', false, 60_000],
  ['unknown', true, 60_000],
  ['unknown', false, 300_000],
] as const)('an %s market, visible %s, is asked every %d ms', (market, isVisible, intervalMs) => {
  const asked = need({ market, isVisible, askedAt: now })
  expect(planQuotes([asked], now, 120)).toEqual({ due: [], nextDelayMs: intervalMs })
  expect(planQuotes([asked], now + intervalMs - 1, 120)).toEqual({ due: [], nextDelayMs: 1 })
  expect(planQuotes([asked], now + intervalMs, 120).due).toEqual(['A@X'])
})

test('a closed market gets one look a minute after its close, and no more', () => {
  const closed = need({ market: 'closed', closedAt: now, askedAt: now - 3_000 })
  expect(planQuotes([closed], now, 120)).toEqual({ due: [], nextDelayMs: 60_000 })
  expect(planQuotes([closed], now + 60_000, 120).due).toEqual(['A@X'])
  const looked = { ...closed, askedAt: now + 60_000 }
  expect(planQuotes([looked], now + 86_400_000, 120)).toEqual({ due: [], nextDelayMs: null })
})

test('a closed market whose close is not known is left alone once asked', () => {
  expect(planQuotes([need({ market: 'closed', askedAt: 5 })], now, 120)).toEqual({ due: [], nextDelayMs: null })
})

test('a clock that was set back does not keep a quote from being asked for', () => {
  expect(planQuotes([need({ askedAt: now + 3_600_000 })], now, 120).due).toEqual(['A@X'])
})

test('nothing followed is nothing to do', () => {
  expect(planQuotes([], now, 120)).toEqual({ due: [], nextDelayMs: null })
})

test('what is on screen is asked before any backlog of what is hidden', () => {
  const hidden = Array.from({ length: 500 }, (_, i) =>
    need({ symbol: `H${i}@X`, isVisible: false, askedAt: i % 2 ? null : 0 }),
  )
  const visible = need({ symbol: 'V@X', askedAt: now - 30_000 })
  expect(planQuotes([...hidden, visible], now, 120).due[0]).toBe('V@X')
})

test('of equal standing the most overdue comes first', () => {
  const needs = [
    need({ symbol: 'B@X', askedAt: now - 10_000 }),
    need({ symbol: 'A@X', askedAt: now - 20_000 }),
    need({ symbol: 'N@X' }),
  ]
  expect(planQuotes(needs, now, 120).due).toEqual(['N@X', 'A@X', 'B@X'])
})

const anyNeeds = fc.array(
  fc.record({
    isVisible: fc.boolean(),
    market: fc.constantFrom('open' as const, 'unknown' as const, 'closed' as const),
  }),
  { minLength: 1, maxLength: 120 },
)

test('however many are followed, no more than perMinute are asked on the average, and none is left out', () => {
  fc.assert(
    fc.property(anyNeeds, fc.integer({ min: 10, max: 120 }), (kinds, perMinute) => {
      const askedAt = kinds.map((): number | null => null)
      const counts = kinds.map(() => 0)
      const minutes = 60
      for (let at = 0; at < minutes * 60_000;) {
        const needs = kinds.map((kind, i) =>
          need({ ...kind, symbol: `${i}`, askedAt: askedAt[i] ?? null, closedAt: kind.market === 'closed' ? 0 : null }),
        )
        const { due, nextDelayMs } = planQuotes(needs, at, perMinute)
        for (const symbol of due) {
          askedAt[Number(symbol)] = at
          counts[Number(symbol)]!++
        }
        if (due.length > 0) continue
        if (nextDelayMs === null) break
        expect(nextDelayMs).toBeGreaterThan(0)
        at += nextDelayMs
      }
      // Each one's first asking, and the closing look, come on top of the cadence.
      expect(counts.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(perMinute * minutes + 2 * kinds.length)
      kinds.forEach(({ market }, i) =>
        market === 'closed' ? expect(counts[i]).toBe(2) : expect(counts[i]).toBeGreaterThan(1),
      )
    }),
    { numRuns: 20 },
  )
})
