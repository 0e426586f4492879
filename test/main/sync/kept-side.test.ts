import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  agrees,
  keptPart,
  KeptSide,
  likelySides,
  planTrial,
  provesCut,
  type SeenAnswer,
} from '../../../src/main/sync/kept-side.ts'

const all = { from: 0, to: 1_000_000 }
/** Rows at these seconds; the id tells the place, so that twins stay apart. */
const rowsAt = (...seconds: readonly number[]) =>
  seconds.map((second, i) => ({ id: `${second} ${i}`, at: second * 1_000 }))
const answer = (rows: SeenAnswer['rows'], interval = all): SeenAnswer => ({ interval, rows })
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

test('what is kept of a cut answer ends before the second in which it was cut', () => {
  expect(keptPart('newest', answer(rowsAt(500, 600, 700)))).toEqual({ from: 501_000, to: 1_000_000 })
  expect(keptPart('oldest', answer(rowsAt(500, 600, 700)))).toEqual({ from: 0, to: 700_000 })
  expect(keptPart('newest', answer(rowsAt(999, 999)))).toBeNull()
  expect(keptPart('oldest', answer(rowsAt(0, 0)))).toBeNull()
  expect(keptPart('newest', answer([]))).toBeNull()
})

test('whatever is cut at one end, all rows of the kept part are among those that came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(999), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('newest' as const, 'oldest' as const),
      (seconds, cap, side) => {
        const truth = rowsAt(...seconds.toSorted((a, b) => a - b))
        const kept = side === 'newest' ? truth.slice(-cap) : truth.slice(0, cap)
        const part = keptPart(side, answer(kept))
        const inPart = truth.filter(({ at }) => part !== null && part.from <= at && at < part.to)
        expect(inPart.every((row) => kept.includes(row))).toBe(true)
      },
    ),
  )
})

test('the likelier side is tried first: where rows reach the newer end, the newest were kept', () => {
  expect(likelySides(answer(rowsAt(...range(900, 90))))[0]).toBe('newest')
  expect(likelySides(answer(rowsAt(...range(10, 90))))[0]).toBe('oldest')
})

test('a trial asks for six tenths of the rows, and the rest is what lies beyond', () => {
  const cut = answer(rowsAt(...range(800, 100)))
  expect(planTrial('newest', cut)).toEqual({ part: { from: 839_000, to: 1_000_000 }, rest: { from: 0, to: 839_000 } })
  expect(planTrial('oldest', cut)).toEqual({ part: { from: 0, to: 861_000 }, rest: { from: 861_000, to: 1_000_000 } })
  expect(planTrial('newest', answer([]))).toBeNull()
})

test('a part that comes back with one row more or less does not agree', () => {
  const rows = rowsAt(...range(800, 100))
  const part = { from: 840_000, to: 1_000_000 }
  const again = rows.slice(40)
  expect(agrees(answer(rows), answer(again, part))).toBe(true)
  expect(agrees(answer(rows), answer(again.slice(1), part))).toBe(false)
  expect(agrees(answer(rows), answer([...again, { id: 'more', at: 990_000 }], part))).toBe(false)
  expect(agrees(answer(rows.slice(-3)), answer(rows.slice(-3), part))).toBe(false)
})

test('only rows that had been left out prove that there was a cut', () => {
  const rows = rowsAt(...range(800, 100))
  const cut = answer(rows)
  const rest = { from: 0, to: 840_000 }
  const older = rowsAt(...range(100, 50))
  expect(provesCut('newest', cut, answer([...older, ...rows.slice(0, 40)], rest))).toBe(true)
  expect(provesCut('newest', cut, answer(rows.slice(0, 40), rest))).toBe(false)
  // A row between those that came: then others than the oldest were left out too.
  const between = { id: 'between', at: 820_500 }
  expect(provesCut('newest', cut, answer([...older, ...rows.slice(0, 40), between], rest))).toBe(false)
})

test('one answer out of order ends the trust for good, and says so once', () => {
  const side = new KeptSide()
  side.note(answer(rowsAt(3, 2, 2, 1)))
  side.note(answer(rowsAt(1, 2, 3)))
  side.confirm('newest')
  expect([side.side, side.takeBroken()]).toEqual(['newest', false])
  side.note(answer(rowsAt(1, 3, 2)))
  expect([side.side, side.isOpen, side.takeBroken(), side.takeBroken()]).toEqual([null, false, true, false])
  side.confirm('newest')
  expect(side.side).toBeNull()
})

test('a trial that failed is not made again before some answers, and each time more of them', () => {
  const side = new KeptSide()
  const answersUntilOpen = (): number => {
    for (let count = 0; count < 100; count++) {
      if (side.isOpen) return count
      side.note(answer(rowsAt(1, 2)))
    }
    return Infinity
  }
  expect(answersUntilOpen()).toBe(0)
  side.fail()
  expect(answersUntilOpen()).toBe(6)
  side.fail()
  expect(answersUntilOpen()).toBe(24)
})
