import { expect, test } from 'vitest'
import { noteVisit, visitGapMs } from '../../../src/main/insight/visit.ts'
import { minuteMs } from '../../../src/shared/durations.ts'

const start = Date.UTC(2026, 10, 20, 9)

test('on the first visit nothing was missed', () => {
  expect(noteVisit(null, start)).toEqual({ since: null, seenAt: start })
})

test('a visit goes on while the person keeps looking', () => {
  const visit = { since: start - 90 * minuteMs, seenAt: start }
  expect(noteVisit(visit, start + visitGapMs)).toEqual({ since: visit.since, seenAt: start + visitGapMs })
})

test('after a pause a new visit begins, and what was missed begins at the end of the old one', () => {
  const later = start + visitGapMs + 1
  expect(noteVisit({ since: null, seenAt: start }, later)).toEqual({ since: start, seenAt: later })
})

test('a clock that was set back changes nothing', () => {
  expect(noteVisit({ since: null, seenAt: start }, start - minuteMs)).toEqual({ since: null, seenAt: start })
})
