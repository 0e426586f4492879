import { z } from 'zod'
import { AccountId, CalendarDate, Instant } from './values.ts'

/** A form of a report, as the service names it. */
export const ReportForm = z.enum(['REPORT_FORM_UNKNOWN', 'REPORT_FORM_SHORT', 'REPORT_FORM_LONG'])
export type ReportForm = z.infer<typeof ReportForm>

/** A report as the service describes it. `url` is present only after success; downloading it requires the token. */
export const ReportInfo = z.object({
  id: z.string(),
  /** As sent: NOT_FOUND, PENDING, IN_PROGRESS, SUCCESS, ERROR, or an unknown status. */
  status: z.string(),
  beginAt: Instant.nullable(),
  endAt: Instant.nullable(),
  form: z.string(),
  accountId: z.string(),
  url: z.string().nullable(),
})
export type ReportInfo = z.infer<typeof ReportInfo>

/** The forms that the user can request. */
export const RequestableForm = ReportForm.exclude(['REPORT_FORM_UNKNOWN'])
export type RequestableForm = z.infer<typeof RequestableForm>

/** A complete calendar date; the service interprets it in UTC. */
export const WholeDate = CalendarDate.regex(/^\d{4}-\d{2}-\d{2}$/)
/** A calendar month: `2026-10`. */
export const Month = CalendarDate.regex(/^\d{4}-\d{2}$/)

/**
 * The state of a report. `queued`: not requested yet; `sending`: the request is being sent; `making`: the service prepares it;
 * `receiving`: it is being downloaded; `elsewhere`: the file is on another origin, which the user must allow; `here`: downloaded;
 * `failed` and `cancelled`: ended without a file.
 */
export const ReportPhase = z.enum([
  'queued',
  'sending',
  'making',
  'receiving',
  'elsewhere',
  'here',
  'failed',
  'cancelled',
])
export type ReportPhase = z.infer<typeof ReportPhase>

/** The downloaded file of a report. */
export const ReportFile = z.object({
  path: z.string(),
  bytes: z.int(),
  /** Lower-case hexadecimal. */
  sha256: z.string(),
  arrivedAt: Instant,
})
export type ReportFile = z.infer<typeof ReportFile>

/** A report that was requested with Tidemark, as the journal stores it. */
export const Report = z.object({
  id: z.string(),
  accountId: AccountId,
  form: RequestableForm,
  /** First and last day, both included. */
  beginOn: WholeDate,
  endOn: WholeDate,
  phase: ReportPhase,
  requestedAt: Instant,
  /** The month for which a schedule requested it; `null` if the user requested it. */
  scheduledFor: Month.nullable(),
  /** The id of the service; `null` until it accepted the request. */
  serviceId: z.string().nullable(),
  /** The last status of the service, as sent, and since when it has had this status. */
  status: z.string().nullable(),
  statusSince: Instant.nullable(),
  /** How often its status was checked since the request, and when it is checked next. */
  polls: z.int(),
  nextPollAt: Instant.nullable(),
  /** The number of interrupted downloads. */
  breaks: z.int(),
  /** Why it failed or is waiting; a kept text (see `keepText`). */
  reason: z.string().nullable(),
  /** The other origin that has the file, and the origin that the user allowed. */
  elsewhere: z.string().nullable(),
  allowedOrigin: z.string().nullable(),
  file: ReportFile.nullable(),
})
export type Report = z.infer<typeof Report>

/** A row of the report library. */
export const ReportRow = Report.omit({ serviceId: true, allowedOrigin: true }).extend({
  /** Downloaded bytes, and the total if the service reports it; `null` unless it is being downloaded. */
  progress: z.object({ bytes: z.int(), total: z.int().nullable() }).nullable(),
  /** The file is no longer at its path. */
  isMissing: z.boolean(),
  /** Opening the file with the default program may run code, so the user must confirm it. */
  mayRun: z.boolean(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** The beginning of a report's file as it is shown: a page, plain text, or `none` for a type that has no preview. */
export const ReportPreview = z.object({
  form: z.enum(['html', 'text', 'none']),
  text: z.string(),
  /** Whether the file is longer than the preview. */
  isCut: z.boolean(),
})
export type ReportPreview = z.infer<typeof ReportPreview>

/** Requests the report of the previous month, every month. */
export const ReportSchedule = z.object({
  accountId: AccountId,
  form: RequestableForm,
  /** The last month that was requested, or the last one before the schedule was created. */
  requestedThrough: Month,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>
