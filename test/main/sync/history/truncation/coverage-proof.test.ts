import { expect, test } from 'vitest'
import { classify } from '#main/sync/history/truncation/classify-response.ts'
import { ResponseCap } from '#main/sync/history/truncation/response-cap.ts'

const interval = { from: 0, to: 100_000 }
/** A response with one row per second, from second 10 of the interval on. */
const responseOf = (received: number) => ({
  interval,
  rows: Array.from({ length: received }, (_, i) => ({ id: String(i), at: (10 + i) * 1_000 })),
  received,
})
const capOf = (longest: number, isCap: boolean) =>
  new ResponseCap(1_000, { read: () => ({ longest, isCap }), write: () => undefined })
const unknown = { cap: capOf(20, true), side: null, isRestStored: false }

test('an empty response is complete with any cap', () => {
  expect(classify(responseOf(0), { ...unknown, cap: capOf(0, false) })).toEqual({ kind: 'whole', covered: interval })
})

test('a response shorter than the longest is provisional', () => {
  expect(classify(responseOf(19), unknown)).toEqual({ kind: 'provisional', covered: interval })
})

test('a response as long as the longest is truncated, and covers nothing while the kept rows are unknown', () => {
  expect(classify(responseOf(20), unknown)).toEqual({ kind: 'truncated', covered: null })
})

test('a truncated response covers the part whose rows the service keeps', () => {
  expect(classify(responseOf(20), { ...unknown, side: 'oldest' })).toEqual({
    kind: 'truncated',
    covered: { from: 0, to: 29_000 },
  })
  expect(classify(responseOf(20), { ...unknown, side: 'newest' })).toEqual({
    kind: 'truncated',
    covered: { from: 11_000, to: 100_000 },
  })
})

test('a short response of the longest length is provisional once the rest is stored, unless its length is the cap', () => {
  const restStored = { ...unknown, isRestStored: true }
  expect(classify(responseOf(20), { ...restStored, cap: capOf(20, false) }).kind).toBe('provisional')
  expect(classify(responseOf(50), { ...restStored, cap: capOf(50, false) }).kind).toBe('truncated')
  expect(classify(responseOf(20), restStored).kind).toBe('truncated')
})
