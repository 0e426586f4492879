import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  agrees,
  completePart,
  TruncationSide,
  likelySides,
  planTrial,
  provesSide,
  type ReceivedRows,
} from '#main/sync/history/truncation/truncation-side.ts'

const all = { from: 0, to: 1_000_000 }
/** Rows at these seconds. The id contains the index, so that rows of one second differ. */
const rowsAt = (...seconds: readonly number[]) =>
  seconds.map((second, i) => ({ id: `${second} ${i}`, at: second * 1_000 }))
const response = (rows: ReceivedRows['rows'], interval = all): ReceivedRows => ({ interval, rows })
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

test('the complete part of a truncated response ends before the second at which it was truncated', () => {
  expect(completePart('newest', response(rowsAt(500, 600, 700)))).toEqual({ from: 501_000, to: 1_000_000 })
  expect(completePart('oldest', response(rowsAt(500, 600, 700)))).toEqual({ from: 0, to: 700_000 })
  expect(completePart('newest', response(rowsAt(999, 999)))).toBeNull()
  expect(completePart('oldest', response(rowsAt(0, 0)))).toBeNull()
  expect(completePart('newest', response([]))).toBeNull()
})

test('if rows are dropped at one end, all rows of the complete part were received', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(999), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('newest' as const, 'oldest' as const),
      (seconds, cap, side) => {
        const allRows = rowsAt(...seconds.toSorted((a, b) => a - b))
        const kept = side === 'newest' ? allRows.slice(-cap) : allRows.slice(0, cap)
        const part = completePart(side, response(kept))
        const inPart = allRows.filter(({ at }) => part !== null && part.from <= at && at < part.to)
        expect(inPart.every((row) => kept.includes(row))).toBe(true)
      },
    ),
  )
})

test('the more probable side is first: if rows reach the newer end, the newest rows were kept', () => {
  expect(likelySides(response(rowsAt(...range(900, 90))))[0]).toBe('newest')
  expect(likelySides(response(rowsAt(...range(10, 90))))[0]).toBe('oldest')
})

test('a trial requests the part with 60 % of the rows; the rest is the other part', () => {
  const truncated = response(rowsAt(...range(800, 100)))
  expect(planTrial('newest', truncated)).toEqual({
    part: { from: 839_000, to: 1_000_000 },
    rest: { from: 0, to: 839_000 },
  })
  expect(planTrial('oldest', truncated)).toEqual({
    part: { from: 0, to: 861_000 },
    rest: { from: 861_000, to: 1_000_000 },
  })
  expect(planTrial('newest', response([]))).toBeNull()
})

test('a part with one row more or less than before does not agree', () => {
  const rows = rowsAt(...range(800, 100))
  const part = { from: 840_000, to: 1_000_000 }
  const overlap = rows.slice(40)
  expect(agrees(response(rows), response(overlap, part))).toBe(true)
  expect(agrees(response(rows), response(overlap.slice(1), part))).toBe(false)
  expect(agrees(response(rows), response([...overlap, { id: 'more', at: 990_000 }], part))).toBe(false)
  expect(agrees(response(rows.slice(-3)), response(rows.slice(-3), part))).toBe(false)
})

test('only dropped rows prove the side', () => {
  const rows = rowsAt(...range(800, 100))
  const truncated = response(rows)
  const rest = { from: 0, to: 840_000 }
  const older = rowsAt(...range(100, 50))
  expect(provesSide('newest', truncated, response([...older, ...rows.slice(0, 40)], rest))).toBe(true)
  expect(provesSide('newest', truncated, response(rows.slice(0, 40), rest))).toBe(false)
  // A row between the received rows: not only the oldest rows were dropped.
  const between = { id: 'between', at: 820_500 }
  expect(provesSide('newest', truncated, response([...older, ...rows.slice(0, 40), between], rest))).toBe(false)
})

test('after one unsorted response the side stays unknown, and this is reported once', () => {
  const side = new TruncationSide()
  side.note(response(rowsAt(3, 2, 2, 1)))
  side.note(response(rowsAt(1, 2, 3)))
  side.confirm('newest')
  expect([side.known, side.takeBroken()]).toEqual(['newest', false])
  side.note(response(rowsAt(1, 3, 2)))
  expect([side.known, side.isOpen, side.takeBroken(), side.takeBroken()]).toEqual([null, false, true, false])
  side.confirm('newest')
  expect(side.known).toBeNull()
})

test('after each failed trial the next one waits for more responses', () => {
  const side = new TruncationSide()
  const responsesUntilOpen = (): number => {
    for (let count = 0; count < 100; count++) {
      if (side.isOpen) return count
      side.note(response(rowsAt(1, 2)))
    }
    return Infinity
  }
  expect(responsesUntilOpen()).toBe(0)
  side.fail()
  expect(responsesUntilOpen()).toBe(6)
  side.fail()
  expect(responsesUntilOpen()).toBe(24)
})
