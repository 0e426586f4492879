import { expect, test } from 'vitest'
import { ResponseCap, type LongestResponse } from '#main/sync/history/truncation/response-cap.ts'
import { booked } from '../../../../fakes/history-service.ts'

function createCap(initial: LongestResponse = { longest: 0, isCap: false }) {
  const stored = { value: initial }
  const store = { read: () => stored.value, write: (value: LongestResponse) => void (stored.value = value) }
  return { stored, cap: new ResponseCap(1_000, store) }
}

const all = { from: 0, to: 100_000 }
const responseOf = (ids: readonly number[], interval = all) => ({
  interval,
  rows: ids.map((id) => booked(id, id * 1_000)),
  received: ids.length,
})

test('a response counts as complete after a longer one was received, also after a restart', () => {
  const { stored, cap } = createCap()
  cap.note('1', responseOf([1, 2]))
  expect(cap.isComplete(2)).toBe(false)
  expect(cap.isComplete(1)).toBe(true)
  expect(cap.isComplete(0)).toBe(true)
  cap.note('2', responseOf([1, 2, 3]))
  expect(cap.isComplete(2)).toBe(true)
  expect(stored.value).toEqual({ longest: 3, isCap: false })
  expect(createCap(stored.value).cap.isComplete(2)).toBe(true)
})

test('a row that is missing in a response of the longest length proves that it was truncated', () => {
  const { cap } = createCap()
  cap.note('1', responseOf([1, 2]))
  cap.note('1', responseOf([1], { from: 0, to: 2_000 }))
  cap.note('2', responseOf([5]))
  expect(cap.isKnown).toBe(false)
  expect(cap.isLikelyComplete(2)).toBe(true)
  cap.note('1', responseOf([4], { from: 3_000, to: 9_000 }))
  expect(cap.isKnown).toBe(true)
  expect(cap.isLikelyComplete(2)).toBe(false)
  expect(cap.capacity).toBe(2)
})

test('a response as long as the limit of the request never counts as complete', () => {
  const { cap } = createCap({ longest: 5_000, isCap: true })
  expect(cap.isComplete(1_000)).toBe(false)
  expect(cap.isComplete(999)).toBe(true)
})

test('if the service has sent more rows than requested, responses longer than the limit may be complete', () => {
  const { cap } = createCap({ longest: 1_200, isCap: true })
  expect([1_199, 1_001, 1_000, 999].map((received) => cap.isComplete(received))).toEqual([true, true, false, true])
  expect(cap.isComplete(1_200)).toBe(false)
})

test('a row that could not be read in that response and can be later is not missing in it', () => {
  for (const id of ['2', null]) {
    const { cap } = createCap()
    cap.note('1', { ...responseOf([1, 3]), lost: [{ id }], received: 3 })
    cap.note('1', responseOf([2], { from: 1_500, to: 2_500 }))
    expect(cap.isKnown).toBe(false)
  }
})
