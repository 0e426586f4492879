import { expect, test } from 'vitest'
import { sessionOf } from '#main/insight/day/session-start.ts'
import { dayMs, hourMs } from '#shared/durations.ts'

const friday = Date.UTC(2026, 10, 20)
const sunday = friday + 2 * dayMs + 12 * hourMs

test('a profit belongs to the day of the last price', () => {
  expect(sessionOf(friday + 15 * hourMs, sunday, 'MISX')).toEqual({ date: '2026-11-20', startsAt: friday })
})

test('without a price, or if the price is in the future or too old, a profit belongs to the day of the reading', () => {
  const today = { date: '2026-11-22', startsAt: friday + 2 * dayMs }
  expect(sessionOf(null, sunday, 'MISX')).toEqual(today)
  expect(sessionOf(sunday + hourMs, sunday, 'MISX')).toEqual(today)
  expect(sessionOf(sunday - 8 * dayMs, sunday, 'MISX')).toEqual(today)
})

test('a session has the day of its market: an evening in New York is after midnight in UTC', () => {
  const evening = friday + dayMs + hourMs / 2
  expect(sessionOf(evening, sunday, 'XNGS')).toEqual({ date: '2026-11-20', startsAt: friday + 5 * hourMs })
  expect(sessionOf(evening, sunday, '_CRYP')).toEqual({ date: '2026-11-21', startsAt: friday + dayMs })
  expect(sessionOf(friday - hourMs, sunday, 'XASX')).toEqual({ date: '2026-11-20', startsAt: friday - 10 * hourMs })
})
