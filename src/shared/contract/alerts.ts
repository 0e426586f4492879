import { z } from 'zod'
import { AlertDraft, AlertPreview, AlertRow, NoticeRow } from '../model/alert.ts'
import { Instant } from '../model/values.ts'
import { nothing, request } from './request.ts'

const id = z.string().min(1).max(64)

/** Alert rules, their preview, and the alert history. */
export const alertRequests = {
  /** Newest first. */
  'alerts.list': request(nothing, z.array(AlertRow)),
  /** Creates a rule (`id` of `null`) or replaces one. A rule with a new condition, or that was off, is armed again. */
  'alerts.save': request(z.strictObject({ id: id.nullable(), draft: AlertDraft }), AlertRow),
  'alerts.remove': request(z.strictObject({ id }), nothing),
  /** Snoozes a rule until an instant, after which it is armed; `null` arms it now, also a one-time rule that has fired. */
  'alerts.snooze': request(z.strictObject({ id, until: Instant.nullable() }), nothing),
  /** The current value, and when the rule would have fired in the last 30 days of recorded data. */
  'alerts.preview': request(z.strictObject({ draft: AlertDraft }), AlertPreview),
  /** The alert history, newest first. */
  'notices.list': request(
    z.strictObject({ limit: z.int().min(1).max(500) }),
    z.object({ rows: z.array(NoticeRow), unread: z.int() }),
  ),
  /** Marks one notice as read, or all of them (`null`). */
  'notices.read': request(z.strictObject({ id: id.nullable() }), nothing),
}
