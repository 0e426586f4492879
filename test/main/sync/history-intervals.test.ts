import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerLengths, type LongestAnswer } from '../../../src/main/sync/answer-lengths.ts'
import { HistoryPace } from '../../../src/main/sync/history-pace.ts'
import { subtract } from '../../../src/main/sync/intervals.ts'
import { booked } from '../../fakes/history-service.ts'

const interval = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => ({ from, to: from + length }))

test('what is left of an interval is what lies in it and in none of the parts, newest first', () => {
  fc.assert(
    fc.property(interval, fc.array(interval, { maxLength: 8 }), (whole, parts) => {
      const left = subtract(whole, parts)
      const isIn = (at: number) => (one: { from: number; to: number }) => one.from <= at && at < one.to
      for (let at = 0; at < 100; at++)
        expect(left.filter(isIn(at)).length).toBe(isIn(at)(whole) && !parts.some(isIn(at)) ? 1 : 0)
      left.forEach((one, i) => expect(one.to).toBeLessThan(left[i - 1]?.from ?? Infinity))
    }),
  )
})

function keepLengths(initial: LongestAnswer = { longest: 0, isCap: false }) {
  const kept = { value: initial }
  const store = { read: () => kept.value, write: (value: LongestAnswer) => void (kept.value = value) }
  return { kept, lengths: new AnswerLengths(1_000, store) }
}
const answerOf = (...ids: number[]) => ({ rows: ids.map((id) => booked(id, id * 1_000)), received: ids.length })
const all = { from: 0, to: 100_000 }

test('an answer is whole when a longer one was seen, and that is kept', () => {
  const { kept, lengths } = keepLengths()
  lengths.note('1', all, answerOf(1, 2))
  expect(lengths.isWhole(2)).toBe(false)
  expect(lengths.isWhole(1)).toBe(true)
  expect(lengths.isWhole(0)).toBe(true)
  lengths.note('2', all, answerOf(1, 2, 3))
  expect(lengths.isWhole(2)).toBe(true)
  expect(kept.value).toEqual({ longest: 3, isCap: false })
  expect(keepLengths(kept.value).lengths.isWhole(2)).toBe(true)
})

test('a row that an answer of the longest length lacked proves that it was cut', () => {
  const { lengths } = keepLengths()
  lengths.note('1', all, answerOf(1, 2))
  lengths.note('1', { from: 0, to: 2_000 }, answerOf(1))
  lengths.note('2', all, answerOf(5))
  expect(lengths.isCap).toBe(false)
  expect(lengths.isLikelyWhole(2)).toBe(true)
  lengths.note('1', { from: 3_000, to: 9_000 }, answerOf(4))
  expect(lengths.isCap).toBe(true)
  expect(lengths.isLikelyWhole(2)).toBe(false)
  expect(lengths.capacity).toBe(2)
})

test('an answer as long as the limit is never taken as whole', () => {
  const { lengths } = keepLengths({ longest: 5_000, isCap: true })
  expect(lengths.isWhole(1_000)).toBe(false)
  expect(lengths.isWhole(999)).toBe(true)
})

test('where the service was seen to send more than it was asked for, longer answers than the limit may be whole', () => {
  const { lengths } = keepLengths({ longest: 1_200, isCap: true })
  expect([1_199, 1_001, 1_000, 999].map((received) => lengths.isWhole(received))).toEqual([true, true, false, true])
  expect(lengths.isWhole(1_200)).toBe(false)
})

test('whatever came before, each cut makes the next interval narrower, down to one second', () => {
  const anyAnswer = fc.record({ isWhole: fc.boolean(), times: fc.array(fc.nat(1_000_000_000), { maxLength: 50 }) })
  fc.assert(
    fc.property(fc.array(anyAnswer, { maxLength: 20 }), fc.integer({ min: 2, max: 10_000_000 }), (answers, seconds) => {
      const pace = new HistoryPace()
      const stretch = { from: 0, to: seconds * 1_000 }
      for (const { isWhole, times } of answers) {
        const part = pace.choose(stretch, 100)
        const inside = times.map((at) => part.from + Math.floor((at % (part.to - part.from)) / 1_000) * 1_000)
        if (isWhole) pace.noteWhole(part, inside)
        else pace.noteCut(part, inside, 100)
      }
      let cuts = 0
      for (let part = pace.choose(stretch, 100); part.to - part.from > 1_000; part = pace.choose(stretch, 100)) {
        expect(part.to).toBe(stretch.to)
        expect(part.from % 1_000).toBe(0)
        pace.noteCut(part, [part.from, part.to - 1_000], 100)
        expect(++cuts).toBeLessThan(30)
      }
    }),
  )
})
