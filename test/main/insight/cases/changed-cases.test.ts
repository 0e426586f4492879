import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runKnownCase } from '../../../../src/main/known-cases.ts'
import { multiply, negate, type Decimal } from '../../../../src/shared/decimal.ts'
import { dayMs } from '../../../../src/shared/durations.ts'
import { seededRandom } from '../../../fakes/random.ts'
import { dec } from '../../cache/open-cache.ts'

// The same case told in another way: what follows from it must be the same, or scaled with it.

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
const of = (kind: string): Known[] => cases.filter((known) => known.kind === kind)
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
    .map((flow) => ({ flow, place: draw() }))
    .sort((a, b) => a.place - b.place)
    .map(({ flow }) => flow)
}

describe.each(of('xirr'))('the rates of $id', (known) => {
  it('do not depend on the order of the flows', () => expectRoots(known, shuffled(known.flows)))

  it.each(factors)('do not depend on the unit of money: × %s', (factor) =>
    expectRoots(
      known,
      known.flows.map(([date, amount]) => [date, multiply(amount, factor)]),
    ),
  )

  it('are those of the other side of the same flows', () =>
    expectRoots(
      known,
      known.flows.map(([date, amount]) => [date, negate(amount)]),
    ))

  it.each([-3_653, 1, 1_461])('do not depend on when the flows begin: %i days later', (days) =>
    expectRoots(
      known,
      known.flows.map(([date, amount]) => [
        new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10),
        amount,
      ]),
    ),
  )

  it('stay where a flow is stated in two halves', () =>
    expectRoots(
      known,
      known.flows.flatMap(([date, amount]) => {
        const half = multiply(amount, dec('0.5'))
        return [[date, half] as const, [date, half] as const]
      }),
    ))
})

describe.each(of('linked'))('the linked return of $id', (known) => {
  it.each(factors)('does not depend on the unit of money: × %s', (factor) => {
    const windows = known.windows.map(({ begin, end }) => ({
      begin: multiply(begin, factor),
      end: multiply(end, factor),
    }))
    expect(resultOf({ ...known, windows })['total']).toBeCloseTo(resultOf(known)['total']!, 12)
  })
})

describe.each(of('lots'))('the lots of $id', (known) => {
  it.each(factors)('cost and earn × %s where all money is', (factor) => {
    const events = known.events.map(
      ([type, first, second]) => [type, first, type === 'split' ? second : multiply(second, factor)] as const,
    )
    const [scaled, plain] = [resultOf({ ...known, events }), resultOf(known)]
    expect(scaled).toMatchObject({ quantity: plain['quantity'], unknown: plain['unknown'] })
    for (const name of ['cost', 'realised']) {
      const expected = multiply(plain[name]!, factor)
      // A share of an average cost is rounded to the cent.
      if (known.method !== 'average') expect(scaled[name]).toBe(expected)
      else
        expect(Math.abs(Number(scaled[name]) - Number(expected))).toBeLessThanOrEqual(
          0.01 * Math.max(1, Number(factor)),
        )
    }
  })

  it('stay where all pieces are split in two', () => {
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

describe.each(of('margin'))('the distance of $id', (known) => {
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
