import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCurves, type EquitySpan, drawPositions } from '#main/insight/portfolio/curves.ts'
import { d, makeDetails } from '../make.ts'

describe('equity curve', () => {
  const span = (at: number, until: number, equity: number): EquitySpan => ({ at, until, equity: d(`${equity}`) })

  test('the sum of one curve is the curve itself, and the sum of no curves is empty', () => {
    const curve = [span(0, 10, 1), span(500, 600, 2)]
    expect(addCurves([curve], 5)).toEqual(curve)
    expect(addCurves([], 5)).toEqual([])
  })

  test('two curves are added at every time at which either changes', () => {
    expect(addCurves([[span(0, 100, 1)], [span(0, 40, 10), span(50, 100, 20)]], 15)).toEqual([
      span(0, 40, 11),
      span(50, 100, 21),
    ])
  })

  test('there is no sum before the value of every account is known', () => {
    expect(addCurves([[span(0, 100, 1)], [span(60, 100, 10)]], 5)).toEqual([span(60, 100, 11)])
  })

  test('there is no sum while an account has had no reading for longer than the maximum gap', () => {
    const rare = [span(0, 10, 1), span(100, 110, 2)]
    const frequent = [span(0, 5, 10), span(20, 25, 11), span(60, 65, 12), span(100, 110, 13)]
    expect(addCurves([rare, frequent], 15).map(({ at }) => at)).toEqual([0, 20, 100])
  })

  test('an account that was never recorded leaves the sum unknown', () => {
    expect(addCurves([[span(0, 100, 1)], []], 15)).toEqual([])
  })

  test('for all curves, each point is the sum of the last reading of each account within the gap', () => {
    const curve = fc
      .uniqueArray(fc.nat(200), { maxLength: 8 })
      .chain((starts) =>
        fc.tuple(fc.constant(starts.toSorted((a, b) => a - b)), fc.array(fc.nat(30), { minLength: 8, maxLength: 8 })),
      )
      .map(([starts, lengths]) =>
        starts.map((at, i) => span(at, Math.min(at + (lengths[i] ?? 0), starts[i + 1] ?? Infinity), at + i)),
      )
    fc.assert(
      fc.property(fc.array(curve, { minLength: 2, maxLength: 4 }), fc.nat(40), (curves, gap) => {
        const lastOf = (own: readonly EquitySpan[], at: number) => {
          const last = own.filter((candidate) => candidate.at <= at).at(-1)
          return last !== undefined && at <= last.until + gap ? last : null
        }
        const points = addCurves(curves, gap)
        for (const moment of new Set(curves.flat().map(({ at }) => at))) {
          const readings = curves.map((own) => lastOf(own, moment))
          const point = points.find(({ at }) => at === moment)
          expect(point !== undefined).toBe(readings.every((reading) => reading !== null))
          if (point === undefined) continue
          expect(Number(point.equity)).toBe(readings.reduce((total, reading) => total + Number(reading?.equity), 0))
          expect(point.until).toBeGreaterThanOrEqual(point.at)
        }
      }),
    )
  })
})

describe('position curve', () => {
  const span = (over: Partial<Parameters<typeof drawPositions>[0][number]> = {}) => ({
    accountId: 'A',
    at: 1,
    until: 2,
    quantity: d('10'),
    averagePrice: d('9'),
    price: d('101.5'),
    ...over,
  })
  const values = (spans: Parameters<typeof drawPositions>[0], details: Parameters<typeof drawPositions>[1]) =>
    drawPositions(spans, details).map(({ points }) => points.map(({ value }) => value))

  test('the value of a holding is quantity × price at that time, and 0 after it is sold', () => {
    const spans = [span(), span({ at: 3, quantity: d('0'), price: null }), span({ at: 4, price: null })]
    expect(values(spans, makeDetails())).toEqual([['1015', '0', null]])
    expect(values([span({ quantity: null })], makeDetails())).toEqual([[null]])
  })

  test('a bond is valued in percent of its face value, in the currency of the face value', () => {
    const bond = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB' })
    expect(drawPositions([span()], bond)).toMatchObject([{ currency: 'RUB', points: [{ value: '10150' }] }])
  })

  test('a position without a value or reference data has null values and a note with the reason', () => {
    const gone = span({ quantity: d('0'), price: null })
    const [future] = drawPositions([span(), gone], makeDetails({ type: 'FUTURES', marginCurrency: 'USD' }))
    expect(future).toMatchObject({
      valueNote: { code: 'future' },
      points: [{ value: null }, { value: null }],
    })
    const [unknown] = drawPositions([gone], null)
    expect(unknown).toMatchObject({
      currency: null,
      valueNote: { code: 'no-reference-data' },
      points: [{ value: null }],
    })
  })
})
