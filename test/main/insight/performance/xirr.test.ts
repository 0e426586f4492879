import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxRate, minRate, xirr, type Flow } from '#main/insight/performance/xirr.ts'
import type { Decimal } from '#shared/decimal.ts'

const dayMs = 86_400_000
const dateOf = (day: number): string => new Date(Date.UTC(2000, 0, 1) + day * dayMs).toISOString().slice(0, 10)
const flowsOf = (flows: readonly (readonly [number, number])[]): Flow[] =>
  flows.map(([day, cents]) => ({ date: dateOf(day), amount: (cents / 100).toFixed(2) as Decimal }))

/** The present value at x = ln(1 + rate), and the sum of the absolute values of its terms. */
function presentValue(flows: readonly (readonly [number, number])[], x: number) {
  const first = Math.min(...flows.map(([day]) => day))
  const terms = flows.map(([day, cents]) => cents * Math.exp((-x * (day - first)) / 365))
  return { value: terms.reduce((a, b) => a + b, 0), size: terms.reduce((a, b) => a + Math.abs(b), 0) }
}

const anyFlows = fc.array(fc.tuple(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: -500_000, max: 500_000 })), {
  minLength: 2,
  maxLength: 24,
})

describe('xirr', () => {
  it('finds a root in every step of a fine grid in which the present value changes its sign', () => {
    fc.assert(
      fc.property(anyFlows, (flows) => {
        const roots = xirr(flowsOf(flows)).map((rate) => Math.log1p(rate))
        const steps = 4_000
        const [low, high] = [Math.log1p(minRate), Math.log1p(maxRate)]
        let before = presentValue(flows, low)
        for (let step = 1; step <= steps; step++) {
          const at = low + ((high - low) * step) / steps
          const now = presentValue(flows, at)
          const isClear = Math.abs(now.value) > now.size * 1e-9 && Math.abs(before.value) > before.size * 1e-9
          if (isClear && Math.sign(now.value) !== Math.sign(before.value)) {
            const from = at - (high - low) / steps
            expect(roots.some((root) => root >= from - 1e-9 && root <= at + 1e-9)).toBe(true)
          }
          before = now
        }
      }),
    )
  })

  it('returns only rates at which the present value is zero, ascending', () => {
    fc.assert(
      fc.property(anyFlows, (flows) => {
        const roots = xirr(flowsOf(flows))
        expect(roots).toEqual([...roots].sort((a, b) => a - b))
        for (const root of roots) {
          const { value, size } = presentValue(flows, Math.log1p(root))
          expect(Math.abs(value)).toBeLessThanOrEqual(size * 1e-7)
        }
      }),
    )
  })

  it('finds no rate if the flows cancel on every date or all have the same sign', () => {
    expect(xirr([])).toEqual([])
    expect(
      xirr(
        flowsOf([
          [0, -100],
          [0, 100],
        ]),
      ),
    ).toEqual([])
    expect(
      xirr(
        flowsOf([
          [0, -100],
          [9, -1],
        ]),
      ),
    ).toEqual([])
  })
})
