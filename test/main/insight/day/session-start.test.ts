import { expect, test } from 'vitest'
import { sessionDate, sessionStart } from '../../../../src/main/insight/day/session-start.ts'
import { dayMs, hourMs } from '../../../../src/shared/durations.ts'

const friday = Date.UTC(2026, 10, 20)
const sunday = friday + 2 * dayMs + 12 * hourMs

test('a profit belongs to the day of the last price', () => {
  expect(sessionStart(friday + 15 * hourMs, sunday)).toBe(friday)
})

test('without a price, or if the price is in the future or too old, a profit belongs to the day of the reading', () => {
  const today = friday + 2 * dayMs
  expect(sessionStart(null, sunday)).toBe(today)
  expect(sessionStart(sunday + hourMs, sunday)).toBe(today)
  expect(sessionStart(sunday - 8 * dayMs, sunday)).toBe(today)
})

test('a session has the local date of its market: an evening in New York is after midnight in UTC', () => {
  const evening = friday + dayMs + hourMs / 2
  expect(sessionDate(evening, sunday, 'XNGS')).toBe('2026-11-20')
  expect(sessionDate(evening, sunday, '_CRYP')).toBe('2026-11-21')
  expect(sessionDate(friday - hourMs, sunday, 'XASX')).toBe('2026-11-20')
})
