import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReportLibrary } from '#main/journal/reports.ts'
import { planPoll } from '#main/reports/report-polling.ts'
import type { Report } from '#shared/model/report.ts'
import { openTestJournal } from '../journal/open-journal.ts'

const hourMs = 3_600_000
const requestedAt = Date.UTC(2026, 10, 21, 8)
const report: Report = {
  ...{ id: 'r', accountId: '1900001', form: 'REPORT_FORM_LONG', beginOn: '2026-10-01', endOn: '2026-10-31' },
  ...{ phase: 'making', requestedAt, scheduledFor: null, serviceId: 's', status: 'PENDING', statusSince: null },
  ...{ polls: 9, nextPollAt: null, breaks: 0, reason: null, elsewhere: null, allowedOrigin: null, file: null },
}

test('the next poll is at a whole millisecond, so that the stored report can be read again', () => {
  const library = createReportLibrary(openTestJournal())
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -hourMs, max: 24 * hourMs }), (polls, waitedMs) => {
      library.put([{ ...report, polls, nextPollAt: planPoll({ polls, requestedAt }, requestedAt + waitedMs) }])
      const stored = library.get('r')
      expect(stored).not.toBeNull()
      expect(stored?.nextPollAt).toBe(planPoll({ polls, requestedAt }, requestedAt + waitedMs))
    }),
  )
})

test('a report that an earlier version stored with a fraction of a millisecond is read', () => {
  const library = createReportLibrary(openTestJournal())
  library.put([{ ...report, nextPollAt: requestedAt + 0.75 }])
  expect(library.get('r')?.nextPollAt).toBe(requestedAt + 1)
})
