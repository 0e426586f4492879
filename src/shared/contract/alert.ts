import { z } from 'zod'
import { AlertDraft, AlertPreview, AlertRow, NoticeRow } from '../model/alert.ts'
import { Instant } from '../model/values.ts'
import { nothing, request } from './request.ts'

const id = z.string().min(1).max(64)

/** Alerts: rules, what they would have done, and what was told. */
export const alertRequests = {
  /** Newest first. */
  'alerts.list': request(nothing, z.array(AlertRow)),
  /** Makes a rule with `null`, else replaces it; one that waits for something else now, or was off, is armed anew. */
  'alerts.save': request(z.strictObject({ id: id.nullable(), draft: AlertDraft }), AlertRow),
  'alerts.remove': request(z.strictObject({ id }), nothing),
  /** Silent until then, and armed for afterwards; `null` arms it now, also one that told what it had to tell. */
  'alerts.snooze': request(z.strictObject({ id, until: Instant.nullable() }), nothing),
  /** How the measure stands now, and when the rule would have fired in the recorded last 30 days. */
  'alerts.preview': request(z.strictObject({ draft: AlertDraft }), AlertPreview),
  /** What was told, newest first. */
  'notices.list': request(
    z.strictObject({ limit: z.int().min(1).max(500) }),
    z.object({ rows: z.array(NoticeRow), unread: z.int() }),
  ),
  /** Marks one as read, or all with `null`. */
  'notices.read': request(z.strictObject({ id: id.nullable() }), nothing),
}
