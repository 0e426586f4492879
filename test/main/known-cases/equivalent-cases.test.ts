import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runKnownCase } from '#main/known-cases/known-cases.ts'
import { multiply, negate, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { seededRandom } from '../../fakes/random.ts'
import { dec } from '../cache/open-cache.ts'

// Each test changes the inputs of a known case; the result must stay the same, or change by the same factor.

type Flows = readonly (readonly [date: string, amount: Decimal])[]
interface Known {
  readonly id: string
  readonly kind: string
  readonly flows: Flows
  readonly windows: readonly { readonly begin: Decimal; readonly end: Decimal }[]
  readonly method: string
  readonly events: readonly (readonly [type: 'b' | 's' | 'split', first: Decimal, second: Decimal])[]
  readonly equity: Decimal
  readonly movingRequirement: Decimal
  readonly fixedRequirement: Decimal
  readonly signedValue: Decimal
}
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as Known[]
const casesOf = (kind: string): Known[] => cases.filter((known) => known.kind === kind)
const resultOf = (known: Known) => runKnownCase(known).result as Record<string, never>
const factors = ['0.000001', '7', '1000000000'].map(dec)

const rootsOf = (known: Known, flows: Flows = known.flows): number[] => resultOf({ ...known, flows })['roots'] ?? []

function expectRoots(known: Known, flows: Flows): void {
  const [roots, expected] = [rootsOf(known, flows), rootsOf(known)]
  expect(roots).toHaveLength(expected.length)
  for (const [index, root] of roots.entries())
    expect(Math.abs(root - expected[index]!)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected[index]!)))
}

function shuffled(flows: Flows): Flows {
  const draw = seededRandom(flows.length)
  return flows
    .map((flow) => ({ flow, order: draw() }))
    .sort((a, b) => a.order - b.order)
    .map(({ flow }) => flow)
}

describe.each(casesOf('xirr'))('the rates of case $id', (known) => {
  it('do not depend on the order of the flows', () => expectRoots(known, shuffled(known.flows)))

  it.each(factors)('do not depend on the unit of money: × %s', (factor) =>
    expectRoots(
      known,
      known.flows.map(([date, amount]) => [date, multiply(amount, factor)]),
    ),
  )

  it('are the same for flows of opposite sign', () =>
    expectRoots(
      known,
      known.flows.map(([date, amount]) => [date, negate(amount)]),
    ))

  it.each([-3_653, 1, 1_461])('do not depend on the date of the first flow: %i days later', (days) =>
    expectRoots(
      known,
      known.flows.map(([date, amount]) => [
        new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10),
        amount,
      ]),
    ),
  )

  it('are the same if each flow is given as two halves', () =>
    expectRoots(
      known,
      known.flows.flatMap(([date, amount]) => {
        const half = multiply(amount, dec('0.5'))
        return [[date, half] as const, [date, half] as const]
      }),
    ))
})

describe.each(casesOf('linked'))('the linked return of case $id', (known) => {
  it.each(factors)('does not depend on the unit of money: × %s', (factor) => {
    const windows = known.windows.map(({ begin, end }) => ({
      begin: multiply(begin, factor),
      end: multiply(end, factor),
    }))
    expect(resultOf({ ...known, windows })['total']).toBeCloseTo(resultOf(known)['total']!, 12)
  })
})

describe.each(casesOf('lots'))('the lots of case $id', (known) => {
  it.each(factors)('have cost and profit × %s if all money is multiplied by that factor', (factor) => {
    const events = known.events.map(
      ([type, first, second]) => [type, first, type === 'split' ? second : multiply(second, factor)] as const,
    )
    const [scaled, plain] = [resultOf({ ...known, events }), resultOf(known)]
    expect(scaled).toMatchObject({ quantity: plain['quantity'], unknown: plain['unknown'] })
    for (const name of ['cost', 'realised']) {
      const expected = multiply(plain[name]!, factor)
      // Parts of an average cost are rounded to the cent.
      if (known.method !== 'average') expect(scaled[name]).toBe(expected)
      else
        expect(Math.abs(Number(scaled[name]) - Number(expected))).toBeLessThanOrEqual(
          0.01 * Math.max(1, Number(factor)),
        )
    }
  })

  it('have the same cost if all pieces are doubled', () => {
    const two = dec('2')
    const events = known.events.map(
      ([type, first, second]) => [type, type === 'split' ? first : multiply(first, two), second] as const,
    )
    const [scaled, plain] = [resultOf({ ...known, events }), resultOf(known)]
    expect(scaled).toEqual({
      ...plain,
      ...{ quantity: multiply(plain['quantity']!, two), unknown: multiply(plain['unknown']!, two) },
    })
  })
})

describe.each(casesOf('margin'))('the margin distance of case $id', (known) => {
  it.each(factors)('does not depend on the unit of money: × %s', (factor) => {
    const scaled = resultOf({
      ...known,
      equity: multiply(known.equity, factor),
      movingRequirement: multiply(known.movingRequirement, factor),
      fixedRequirement: multiply(known.fixedRequirement, factor),
      signedValue: multiply(known.signedValue, factor),
    })
    expect(scaled['state']).toBe(resultOf(known)['state'])
    expect(scaled['shock']).toBeCloseTo(resultOf(known)['shock']!, 12)
  })
})
