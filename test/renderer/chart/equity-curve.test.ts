import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCurve, isAlone, summariseCurve, type Curve } from '#renderer/chart/equity-curve.ts'
import { dec } from '../fixtures/data.ts'

const curve = (points: [at: number, until: number, equity: string][], maxGapMs = 10): Curve => ({
  points: points.map(([at, until, equity]) => ({ at, until, equity: dec(equity) })),
  maxGapMs,
})
const drawn = (recorded: Curve) => drawCurve(recorded).map(({ x, y }) => [x, y])

test('a value is drawn over the whole period in which it was recorded', () => {
  expect(drawn(curve([[100, 140, '5']]))).toEqual([
    [100, 5],
    [140, 5],
  ])
})

test('a pause of up to the maximum gap is bridged, a longer one breaks the line', () => {
  expect(
    drawn(
      curve([
        [0, 0, '1'],
        [10, 10, '2'],
        [21, 21, '3'],
      ]),
    ),
  ).toEqual([
    [0, 1],
    [10, 2],
    [21, null],
    [21, 3],
  ])
})

test('when points mark their gaps, only those gaps break the line; derived points are marked', () => {
  const points = [
    { at: 0, until: 0, equity: dec('1'), source: 'derived' as const, followsGap: false },
    { at: 700, until: 700, equity: dec('2'), source: 'derived' as const, followsGap: false },
    { at: 800, until: 801, equity: dec('3'), source: 'recorded' as const, followsGap: true },
  ]
  expect(drawCurve({ points, maxGapMs: 10 }).map(({ x, y, isDerived }) => [x, y, isDerived ?? null])).toEqual([
    ...[
      [0, 1, true],
      [700, 2, true],
      [800, null, null],
    ],
    ...[
      [800, 3, false],
      [801, 3, false],
    ],
  ])
  expect(summariseCurve({ points, maxGapMs: 10 })?.gaps).toBe(1)
})

test('a gap is measured from the end of a period, not from its start', () => {
  expect(
    drawn(
      curve([
        [0, 100, '1'],
        [105, 105, '2'],
      ]),
    ).some(([, y]) => y === null),
  ).toBe(false)
})

test('a point between two gaps is isolated; a point at the end of a line is not', () => {
  const points = drawCurve(
    curve([
      [0, 0, '1'],
      [50, 50, '2'],
      [100, 105, '3'],
    ]),
  )
  expect(points.map((_, index) => isAlone(points, index))).toEqual([true, false, true, false, false, false])
})

test('an empty record has no summary', () => {
  expect(summariseCurve(curve([]))).toBeNull()
  expect(drawCurve(curve([]))).toEqual([])
})

test('the summary is exact and contains low, high and number of gaps', () => {
  const summary = summariseCurve(
    curve([
      [0, 5, '1000000000000000000.01'],
      [6, 6, '999999999999999999.99'],
      [90, 95, '1000000000000000000.03'],
    ]),
  )
  expect(summary).toEqual({
    from: 0,
    until: 95,
    first: '1000000000000000000.01',
    last: '1000000000000000000.03',
    low: '999999999999999999.99',
    high: '1000000000000000000.03',
    change: '0.02',
    changePercent: '0',
    gaps: 1,
  })
})

test('the change in percent is unknown when the first value is zero or negative', () => {
  expect(
    summariseCurve(
      curve([
        [0, 0, '0'],
        [1, 1, '5'],
      ]),
    )?.changePercent,
  ).toBeNull()
  expect(
    summariseCurve(
      curve([
        [0, 0, '-5'],
        [1, 1, '5'],
      ]),
    )?.changePercent,
  ).toBeNull()
})

test('thinning a long record keeps its extremes and gaps', () => {
  const reading = fc.tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 0, max: 8 }),
    fc.integer({ min: 0, max: 999 }),
  )
  fc.assert(
    fc.property(fc.array(reading, { minLength: 50, maxLength: 400 }), (readings) => {
      let at = 0
      const recorded = curve(
        readings.map(([pause, seen, equity]) => {
          at += pause
          const from = at
          at += seen
          return [from, at, String(equity)]
        }),
      )
      const whole = drawCurve(recorded, Infinity)
      const thinned = drawCurve(recorded, 40)
      const figures = (points: typeof whole) => points.flatMap(({ y }) => (y === null ? [] : [y]))
      expect(Math.max(...figures(thinned))).toBe(Math.max(...figures(whole)))
      expect(Math.min(...figures(thinned))).toBe(Math.min(...figures(whole)))
      expect(thinned.filter(({ y }) => y === null)).toEqual(whole.filter(({ y }) => y === null))
      expect(thinned.length).toBeLessThanOrEqual(whole.length)
      expect(thinned.map(({ x }) => x)).toEqual(thinned.map(({ x }) => x).toSorted((a, b) => a - b))
    }),
    { numRuns: 60 },
  )
})

test('a year of points is thinned to a few thousand', () => {
  const points = Array.from({ length: 200_000 }, (_, index) => ({
    at: index * 5,
    until: index * 5,
    equity: dec(String(index % 97)),
  }))
  expect(drawCurve({ points, maxGapMs: 10 }, 4000).length).toBeLessThanOrEqual(4100)
})
