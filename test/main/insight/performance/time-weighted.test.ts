import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { linkDays, type FlowDay } from '#main/insight/performance/time-weighted.ts'
import { dayMs } from '#shared/durations.ts'

const from = 20_000 * dayMs
const at = (index: number): number => from + index * dayMs

/** A flow for each day: positive comes in, negative goes out; or a whole day. */
type Flow = number | FlowDay

const dayOf = (flow: Flow): FlowDay =>
  typeof flow === 'number'
    ? { parts: [{ in: Math.max(0, flow), out: Math.max(0, -flow), value: null }], lost: null }
    : flow

const link = (values: readonly (number | null)[], flows: readonly Flow[] = [], minCoveredShare = 0) =>
  linkDays(
    { from, values, flows: new Map(flows.flatMap((flow, day) => (flow === 0 ? [] : [[day, dayOf(flow)]]))) },
    minCoveredShare,
  )
const totalOf = (...params: Parameters<typeof link>) => link(...params)?.twr.total ?? null

it('what comes in counts from the start of its day, what goes out at its end', () => {
  expect(totalOf([100, 110, 231], [0, 100])).toBeCloseTo(1.1 * (231 / 210) - 1, 12)
  expect(totalOf([100, 110, 22], [0, -99])).toBeCloseTo(1.1 * ((22 + 99) / 110) - 1, 12)
})

it('a withdrawal of everything is no loss', () => {
  expect(totalOf([1000, 0], [-1080])).toBeCloseTo(0.08, 12)
  expect(totalOf([0, 1100, 0], [1000, -1089])).toBeCloseTo(0.089, 12)
  expect(totalOf([0, 0], [{ parts: [{ in: 1000, out: 800, value: null }], lost: null }])).toBeCloseTo(-0.2, 12)
})

it('a total loss is -100 %, and more than that has no return', () => {
  expect(totalOf([100, 0])).toBe(-1)
  expect(link([100, -50])?.twr).toMatchObject({ total: null, reason: 'not-positive', coveredShare: 0 })
})

it('a window of several days has its money-weighted return', () => {
  const twr = link([100, null, null, 242])?.twr
  expect(twr).toMatchObject({ coveredShare: 1, knownShare: 1 / 3, gaps: [] })
  expect(twr?.total).toBeCloseTo(1.42, 12)
  // 100 for two days and 50 for one day: 100 g² + 50 g = 176 gives g = 1.1 for a day.
  expect(totalOf([100, null, 176], [0, 50])).toBeCloseTo(1.1 ** 2 - 1, 9)
  // What goes out at the end of the first of two days: 100 g² - 50 g = 66 gives g = 1.1.
  expect(totalOf([100, null, 66], [-50])).toBeCloseTo(1.1 ** 2 - 1, 9)
  expect(totalOf([0, 1000, null, null, 0], [1000, 0, 0, -800])).toBeCloseTo(-0.2, 12)
})

it('flows that fit several returns leave none', () => {
  // 1000 x³ - 2300 x² + 1320 x = 0 holds for a daily factor x of 1.1 and of 1.2.
  const both: FlowDay = { parts: [{ in: 1000, out: 2300, value: null }], lost: null }
  expect(link([0, null, null, 0], [both, 0, 1320])?.twr).toMatchObject({ total: null, reason: 'no-rate' })
})

it('there is no growth before the first and after the last known value', () => {
  expect(link([null, 100, 150, null])?.twr).toEqual({
    ...{ total: 0.5, reason: null, coveredShare: 1 / 3, knownShare: 2 / 3, from: at(1), to: at(2) },
    gaps: [
      { from: at(0), to: at(1), reason: 'no-value' },
      { from: at(2), to: at(3), reason: 'no-value' },
    ],
  })
  expect(link([null, 100, null])).toBe(null)
  expect(link([null, 100, 150, null], [], 0.95)?.twr).toMatchObject({ total: null, reason: 'low-coverage' })
})

it('days without a holding do not count', () => {
  expect(link([0, 0, 0])?.twr).toMatchObject({ total: null, reason: 'nothing', gaps: [] })
  expect(link([0, 0, 100, 110, 0, 0], [0, 100, 0, -110], 0.95)?.twr).toMatchObject({ coveredShare: 1, gaps: [] })
})

it('nothing is linked over a base of zero or less', () => {
  const twr = link([0, 1000, -500, -500, 1500, 1650], [1000, 0, 0, 2000])?.twr
  expect(twr).toMatchObject({ total: null, reason: 'not-positive', coveredShare: 3 / 5 })
  expect(twr?.gaps).toEqual([{ from: at(1), to: at(3), reason: 'not-positive' }])
  // A charge before anything was invested is not part of the chain, but of the days.
  expect(link([0, -5, 95, 104.5], [0, 100])?.twr).toMatchObject({
    coveredShare: 2 / 3,
    gaps: [{ from: at(0), to: at(1) }],
  })
  expect(totalOf([0, -5, 95, 104.5], [0, 100])).toBeCloseTo(0.1, 12)
})

it('a loss of more than there was is never left out', () => {
  const values = [100, ...Array.from({ length: 300 }, () => 110), -50]
  expect(link(values, [], 0.95)?.twr).toMatchObject({ total: null, reason: 'not-positive', coveredShare: 300 / 301 })
})

it('nothing is linked over money of unknown kind, and the index does not continue after it', () => {
  const lost: FlowDay = { parts: [{ in: 0, out: 0, value: null }], lost: 'unknown-money' }
  const found = link([100, 100, 10, 10], [0, lost])
  expect(found?.twr).toMatchObject({ total: null, reason: 'unknown-money', coveredShare: 2 / 3 })
  expect(found?.twr.gaps).toEqual([{ from: at(1), to: at(2), reason: 'unknown-money' }])
  expect(found).toMatchObject({ points: [], drawdown: null, volatility: null })
})

it('money that comes after everything was sold belongs to the holding before', () => {
  expect(totalOf([1000, 0, 0, 0], [-1100, 0, -50])).toBeCloseTo(0.15, 12)
  expect(totalOf([1000, 0, 0, 50, 55], [-1100])).toBeCloseTo(1.15 * 1.1 - 1, 12)
  expect(
    link([1000, ...Array.from({ length: 60 }, () => 0)], [-1100, ...Array.from({ length: 58 }, () => 0), -50])?.twr
      .gaps,
  ).toMatchObject([{ reason: 'not-positive' }])
})

it('drawdown and volatility need 60 covered days, and a drawdown is measured from the last peak', () => {
  const values = Array.from({ length: 62 }, (_, index) => 100 + index)
  expect(link(values.slice(0, 60))).toMatchObject({ drawdown: null, volatility: null, coveredDays: 59 })
  const found = link([...values, 80.5])
  expect(found?.drawdown).toMatchObject({ share: -0.5, peakAt: at(61), lowAt: at(62) })
  expect(found?.volatility).toBeGreaterThan(0)
})

it('a rounding error of floats is no drawdown', () => {
  const values = Array.from({ length: 80 }, (_, index) => (index % 2 === 0 ? 0.3 : 0.1 + 0.2))
  expect(link(values)).toMatchObject({ drawdown: null, twr: { total: 0 } })
})

const amount = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100)
/** The growth of a day, and the flow at its start; the value is known on every day. */
const days = fc.array(
  fc.record({ growth: fc.integer({ min: 500, max: 2000 }).map((per) => per / 1000), flow: fc.option(amount) }),
  { minLength: 1, maxLength: 30 },
)

/** The values of days on which flows come in at the start, and the growth without flows. */
function grow(begin: number, all: readonly { growth: number; flow: number | null }[]) {
  const values = [begin]
  for (const { growth, flow } of all) values.push(((values.at(-1) ?? 0) + (flow ?? 0)) * growth)
  return { values, growth: all.reduce((total, each) => total * each.growth, 1) }
}

test('a flow of any size does not change the return where the value at the flow is known', () => {
  fc.assert(
    fc.property(amount, days, (begin, all) => {
      const { values, growth } = grow(begin, all)
      const flows = all.map(({ flow }) => flow ?? 0)
      expect(totalOf(values, flows)).toBeCloseTo(growth - 1, 6)
    }),
  )
})

test('a withdrawal of any size at a known value within the day does not change the return', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 1000 }), (begin, perMille) => {
      const [middle, out] = [begin * 1.2, begin * 1.2 * (perMille / 1000)]
      const parts = [
        { in: 0, out, value: middle - out },
        { in: 0, out: 0, value: null },
      ]
      const growth = perMille === 1000 ? 1.2 : 1.2 * 0.9
      expect(totalOf([begin, (middle - out) * 0.9], [{ parts, lost: null }])).toBeCloseTo(growth - 1, 9)
    }),
  )
})

test('a period that is cut at a day with a known value links to the whole', () => {
  fc.assert(
    fc.property(amount, days, fc.nat(29), (begin, all, at) => {
      const cut = Math.min(at, all.length)
      const { values } = grow(begin, all)
      const flows = all.map(({ flow }) => flow ?? 0)
      const [first, second] = [
        totalOf(values.slice(0, cut + 1), flows.slice(0, cut)) ?? 0,
        totalOf(values.slice(cut), flows.slice(cut)) ?? 0,
      ]
      expect((1 + first) * (1 + second) - 1).toBeCloseTo(totalOf(values, flows) ?? Number.NaN, 6)
    }),
  )
})

test('the scale of all amounts does not matter', () => {
  fc.assert(
    fc.property(amount, days, fc.constantFrom(1e-6, 0.5, 1e9), (begin, all, scale) => {
      const { values } = grow(begin, all)
      const known = values.map((value, index) => (index % 3 === 1 && index < values.length - 1 ? null : value))
      const flows = all.map(({ flow }) => flow ?? 0)
      const scaled = totalOf(
        known.map((value) => (value === null ? null : value * scale)),
        flows.map((flow) => flow * scale),
      )
      const plain = totalOf(known, flows)
      if (plain === null) expect(scaled).toBe(null)
      else expect(scaled).toBeCloseTo(plain, 6)
    }),
  )
})
