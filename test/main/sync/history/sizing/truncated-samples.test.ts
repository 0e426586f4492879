import { expect, test } from 'vitest'
import { TruncatedSamples, sampledShare } from '#main/sync/history/sizing/truncated-samples.ts'

/** A pseudo-random number from 0 to 1 that depends only on the index. */
const scattered = (i: number): number => (Math.imul(i + 1, 2_654_435_761) >>> 8) / 2 ** 24
const all = { from: 0, to: 4_000_000 }
/** 900 rows in four bursts of different length, with long pauses between. */
const bursts = Array.from({ length: 900 }, (_, i) => {
  const burst = [0, 0, 1, 1, 1, 2, 3, 3, 3][i % 9] ?? 0
  return 1_000_000 * burst + Math.floor(scattered(i) * 1_000 * 60 * (burst + 1))
})
/** One row in three, at random. */
const sample = bursts.filter((_, i) => scattered(7_919 * i) < 1 / 3)
const within = (from: number, to: number) => bursts.filter((at) => from <= at && at < to)

test('there is no estimate for intervals without a sample', () => {
  const samples = new TruncatedSamples()
  expect(samples.reachBack(all.to, 100)).toBeNull()
  samples.add(all, [], 100, null)
  samples.add(all, [5], 17, null)
  expect(samples.reachBack(all.to, 100)).toBeNull()
  samples.add(all, sample, bursts.length, null)
  expect(samples.reachBack(all.to + 1, 100)).toBeNull()
})

test('with bursts and pauses the intervals give nearly full responses that are seldom truncated', () => {
  const samples = new TruncatedSamples()
  samples.add(all, sample, bursts.length, null)
  const filled: number[] = []
  for (let to = all.to; filled.length < 40;) {
    const estimate = samples.reachBack(to, 100)
    if (estimate === null || estimate.isEnd) break
    const { from } = estimate
    filled.push(within(from, to).length)
    samples.learn({ from, to }, within(from, to).length)
    to = from
  }
  expect(filled.length).toBeGreaterThan(7)
  expect(filled.reduce((a, b) => a + b, 0) / filled.length).toBeGreaterThan(65)
  expect(filled.filter((rows) => rows > 100).length).toBeLessThanOrEqual(filled.length / 5)
})

test('found rows have more weight than the assumed rate, and are compared with the forecast', () => {
  const samples = new TruncatedSamples()
  const times = Array.from({ length: 200 }, (_, i) => i * 20_000)
  samples.add(all, times, 400, 300)
  const before = samples.reachBack(all.to, 100)
  // The samples assumed two rows for each sampled row, and the response has five.
  expect(samples.learn({ from: 2_000_000, to: all.to }, 500)).toEqual([])
  const after = samples.reachBack(2_000_000, 100)
  expect(all.to - (before?.from ?? 0)).toBeGreaterThan(1.5 * (2_000_000 - (after?.from ?? 0)))
  const [ratio] = samples.learn({ from: 0, to: 2_000_000 }, 500)
  expect(ratio).toBeGreaterThan(900 / 300)
  expect(ratio).toBeLessThan(1_000 / 300)
  expect(samples.reachBack(all.to, 100)).toBeNull()
})

test('the end of the samples is reported with the rows expected so far', () => {
  const samples = new TruncatedSamples()
  samples.add({ from: 3_000_000, to: all.to }, [3_100_000, 3_500_000], 4, null)
  expect(samples.reachBack(all.to, 100)).toMatchObject({ from: 3_000_000, isEnd: true })
  samples.add({ from: 2_000_000, to: 3_000_000 }, [2_000_500], 2, null)
  const estimate = samples.reachBack(all.to, 100)
  expect(estimate).toMatchObject({ from: 2_000_000, isEnd: true })
  expect(estimate?.rows).toBeCloseTo(6)
})

test('an interval starts at the whole second after the first row that may be too many', () => {
  const samples = new TruncatedSamples()
  samples.add(all, [3_999_999, 3_999_500, 1_234_567], 30, null)
  expect(samples.reachBack(all.to, 3)).toMatchObject({ from: 4_000_000, isEnd: false })
  expect(samples.reachBack(all.to, 40)?.from).toBe(1_235_000)
})

test('a sparse sample has a lower target than a dense one', () => {
  const shares = [1.1, 2, 4, 8].map((rate) => sampledShare(rate, 100))
  shares.slice(1).forEach((share, i) => expect(share).toBeLessThan(shares[i] ?? 0))
  expect(shares[0]).toBeLessThan(1)
  expect(sampledShare(4, 1_000)).toBeGreaterThan(sampledShare(4, 100))
})
