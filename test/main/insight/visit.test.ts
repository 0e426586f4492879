import { expect, test } from 'vitest'
import { noteVisit, visitGapMs } from '#main/insight/visit.ts'
import { minuteMs } from '#shared/durations.ts'

const start = Date.UTC(2026, 10, 20, 9)

test('the first visit has no missed period', () => {
  expect(noteVisit(null, start)).toEqual({ since: null, seenAt: start })
})

test('a visit continues while the user keeps using the app', () => {
  const visit = { since: start - 90 * minuteMs, seenAt: start }
  expect(noteVisit(visit, start + visitGapMs)).toEqual({ since: visit.since, seenAt: start + visitGapMs })
})

test('after a pause a new visit begins, and its missed period starts at the end of the last visit', () => {
  const later = start + visitGapMs + 1
  expect(noteVisit({ since: null, seenAt: start }, later)).toEqual({ since: start, seenAt: later })
})

test('a clock that is set back changes nothing', () => {
  expect(noteVisit({ since: null, seenAt: start }, start - minuteMs)).toEqual({ since: null, seenAt: start })
})
