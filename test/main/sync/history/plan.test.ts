import { expect, test } from 'vitest'
import {
  allDays,
  planHistory,
  rereadingKinds,
  rereadingPauseMs,
  type HistoryStanding,
} from '../../../src/main/sync/history-plan.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 2, 2)
const floor = now - 9_000 * dayMs
const beginsAt = now - 1_000 * dayMs
const whole: HistoryStanding = {
  covered: [{ from: floor, to: now }],
  gaps: [],
  rereadings: rereadingKinds.map(({ days }) => ({ days, dueAt: now + dayMs, reachedAt: null })),
  beginsAt,
  oldestDay: beginsAt,
  opensAt: null,
  isWrongGap: () => false,
}
const plan = (changes: Partial<HistoryStanding>) => planHistory({ ...whole, ...changes }, floor, now, now)
const due = (...days: number[]) =>
  whole.rereadings.map((one) => (days.includes(one.days) ? { ...one, dueAt: now } : one))

test('holes come first, the newest before the others', () => {
  const covered = [
    { from: floor, to: floor + dayMs },
    { from: floor + 2 * dayMs, to: now - 5 * dayMs },
    { from: now - 4 * dayMs, to: now },
  ]
  expect(plan({ covered, rereadings: due(30) })).toMatchObject({
    kind: 'hole',
    stretch: { from: now - 5 * dayMs, to: now - 4 * dayMs },
  })
})

test('what an account says of its opening is believed until a row from long before it came', () => {
  const opensAt = now - 400 * dayMs
  const covered = [{ from: now - 600 * dayMs, to: now }]
  const holeOf = (oldestDay: number) => plan({ covered, opensAt, oldestDay, beginsAt: null })
  expect(holeOf(opensAt + dayMs)).toMatchObject({ kind: 'hole', isBeforeOpening: true })
  expect(holeOf(opensAt - 100 * dayMs)).toMatchObject({ kind: 'hole', isBeforeOpening: false })
})

test('before it counts as the beginning, all that lies behind the oldest day is read once more', () => {
  expect(plan({ beginsAt: null })).toEqual({ kind: 'beginning', stretch: { from: floor, to: beginsAt } })
})

test('with all of it here and nothing due there is nothing to do', () => {
  expect(plan({})).toBeNull()
})

test('of re-readings that fall due together the longest begins: it reads what the shorter ones would', () => {
  expect(plan({ rereadings: due(30, 365) })).toMatchObject({
    kind: 'rereading',
    rereading: { days: 365 },
    stretch: { from: now - 365 * dayMs, to: now },
  })
})

test('a short one goes before a long one that is under way', () => {
  const rereadings = due(30).map((one) => (one.days === allDays ? { ...one, reachedAt: now - 500 * dayMs } : one))
  expect(plan({ rereadings })).toMatchObject({ rereading: { days: 30 } })
})

test('that of all there is reads to the beginning, then what lies before it at once', () => {
  const at = (reachedAt: number) =>
    plan({ rereadings: whole.rereadings.map((one) => (one.days === allDays ? { ...one, reachedAt } : one)) })
  expect(at(beginsAt + dayMs)).toMatchObject({
    stretch: { from: beginsAt, to: beginsAt + dayMs },
    isBeforeOpening: false,
  })
  expect(at(beginsAt)).toMatchObject({ stretch: { from: floor, to: beginsAt }, isBeforeOpening: true })
  expect(at(floor)).toMatchObject({ stretch: { from: floor, to: floor } })
})

test('a file from before there was a re-reading of all lacks it: then it is due', () => {
  expect(plan({ rereadings: whole.rereadings.filter(({ days }) => days !== allDays) })).toMatchObject({
    kind: 'rereading',
    rereading: { days: allDays, reachedAt: null },
  })
})

test('what takes many requests is read again the more seldom, within its bounds', () => {
  expect(rereadingPauseMs(30, 1)).toBe(5 * 60_000)
  expect(rereadingPauseMs(30, 20)).toBe(100 * 60_000)
  expect(rereadingPauseMs(30, 5_000)).toBe(dayMs)
  expect(rereadingPauseMs(365, 1)).toBe(30 * 60_000)
  expect(rereadingPauseMs(allDays, 1)).toBe(120 * 60_000)
  expect(rereadingPauseMs(allDays, 1e6)).toBe(28 * dayMs)
})
