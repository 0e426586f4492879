import { expect, test } from 'vitest'
import {
  allDays,
  planHistory,
  rereadingPeriods,
  rereadingPauseMs,
  type AccountHistory,
} from '#main/sync/history/plan.ts'
import { dayMs } from '#shared/durations.ts'

const now = Date.UTC(2026, 2, 2)
const earliest = now - 9_000 * dayMs
const beginsAt = now - 1_000 * dayMs
const completeHistory: AccountHistory = {
  covered: [{ from: earliest, to: now }],
  gaps: [],
  missingIn: null,
  rereadings: rereadingPeriods.map(({ days }) => ({ days, dueAt: now + dayMs, reachedAt: null })),
  beginsAt,
  oldestDay: beginsAt,
  opensAt: null,
  isWrongGap: () => false,
}
const plan = (changes: Partial<AccountHistory>) => planHistory({ ...completeHistory, ...changes }, earliest, now, now)
const due = (...days: number[]) =>
  completeHistory.rereadings.map((rereading) =>
    days.includes(rereading.days) ? { ...rereading, dueAt: now } : rereading,
  )

test('unread intervals come first, the newest one first', () => {
  const covered = [
    { from: earliest, to: earliest + dayMs },
    { from: earliest + 2 * dayMs, to: now - 5 * dayMs },
    { from: now - 4 * dayMs, to: now },
  ]
  expect(plan({ covered, rereadings: due(30) })).toMatchObject({
    kind: 'unread',
    interval: { from: now - 5 * dayMs, to: now - 4 * dayMs },
  })
})

test('the stated opening of an account is used until a much older row is stored', () => {
  const opensAt = now - 400 * dayMs
  const covered = [{ from: now - 600 * dayMs, to: now }]
  const unreadBefore = (oldestDay: number) => plan({ covered, opensAt, oldestDay, beginsAt: null })
  expect(unreadBefore(opensAt + dayMs)).toMatchObject({ kind: 'unread', isBeforeOpening: true })
  expect(unreadBefore(opensAt - 100 * dayMs)).toMatchObject({ kind: 'unread', isBeforeOpening: false })
})

test('everything before the oldest day is read once more before that day counts as the beginning', () => {
  expect(plan({ beginsAt: null })).toEqual({ kind: 'beginning', interval: { from: earliest, to: beginsAt } })
})

test('nothing is planned when everything is covered and nothing is due', () => {
  expect(plan({})).toBeNull()
})

test('if several re-readings are due, the longest starts, because it includes the shorter ones', () => {
  expect(plan({ rereadings: due(30, 365) })).toMatchObject({
    kind: 'rereading',
    rereading: { days: 365 },
    interval: { from: now - 365 * dayMs, to: now },
  })
})

test('a short re-reading goes before a long one in progress', () => {
  const rereadings = due(30).map((rereading) =>
    rereading.days === allDays ? { ...rereading, reachedAt: now - 500 * dayMs } : rereading,
  )
  expect(plan({ rereadings })).toMatchObject({ rereading: { days: 30 } })
})

test('the re-reading of the whole history goes back to the beginning, and then reads all earlier time in one interval', () => {
  const at = (reachedAt: number) =>
    plan({
      rereadings: completeHistory.rereadings.map((rereading) =>
        rereading.days === allDays ? { ...rereading, reachedAt } : rereading,
      ),
    })
  expect(at(beginsAt + dayMs)).toMatchObject({
    interval: { from: beginsAt, to: beginsAt + dayMs },
    isBeforeOpening: false,
  })
  expect(at(beginsAt)).toMatchObject({ interval: { from: earliest, to: beginsAt }, isBeforeOpening: true })
  expect(at(earliest)).toMatchObject({ interval: { from: earliest, to: earliest } })
})

test('a re-reading that the file of an older version does not have is due', () => {
  expect(plan({ rereadings: completeHistory.rereadings.filter(({ days }) => days !== allDays) })).toMatchObject({
    kind: 'rereading',
    rereading: { days: allDays, reachedAt: null },
  })
})

test('the more requests a re-reading takes, the later the next one is due, within bounds', () => {
  expect(rereadingPauseMs(30, 1)).toBe(5 * 60_000)
  expect(rereadingPauseMs(30, 20)).toBe(100 * 60_000)
  expect(rereadingPauseMs(30, 5_000)).toBe(dayMs)
  expect(rereadingPauseMs(365, 1)).toBe(30 * 60_000)
  expect(rereadingPauseMs(allDays, 1)).toBe(120 * 60_000)
  expect(rereadingPauseMs(allDays, 1e6)).toBe(28 * dayMs)
})
