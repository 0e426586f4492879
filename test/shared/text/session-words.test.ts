import { expect, test } from 'vitest'
import { sessionWords, sessionsNote, splitSessions } from '#shared/text/session-words.ts'
import { dec } from '../../renderer/fixtures/data.ts'

const writeDate = (date: string): string => `on ${date}`
const session = (day: string, count: number, names: string[] = []) => ({ day, count, amount: dec('1'), names })

test('the session of a profit is named: today, a weekday of the last week, or a date', () => {
  expect(sessionWords('2026-11-22', '2026-11-22', writeDate)).toBe('since the previous close')
  expect(sessionWords('2026-11-20', '2026-11-22', writeDate)).toBe('Friday’s session')
  expect(sessionWords('2026-11-15', '2026-11-22', writeDate)).toBe('on 2026-11-15’s session')
})

test('the session of most instruments is the main session; other sessions are beside it', () => {
  const [friday, sunday] = [session('2026-11-20', 12), session('2026-11-22', 1)]
  expect(splitSessions([sunday, friday])).toEqual({ main: friday, beside: [sunday] })
  expect(splitSessions([])).toEqual({ main: null, beside: [] })
})

test('sessions are noted only if one of them is not of today', () => {
  const [friday, sunday] = [session('2026-11-20', 12), session('2026-11-22', 1, ['Bitcoin'])]
  const noteOf = (...sessions: (typeof friday)[]) => sessionsNote(sessions, '2026-11-22', writeDate)
  expect(noteOf(sunday)).toBeNull()
  expect(noteOf()).toBeNull()
  expect(noteOf(friday)).toBe('Friday’s session')
  expect(noteOf(sunday, friday)).toBe('Friday’s session; today (Bitcoin)')
  expect(noteOf({ ...sunday, count: 2 }, friday)).toBe('Friday’s session; today')
})
