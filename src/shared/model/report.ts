import { z } from 'zod'
import { AccountId, CalendarDate, Instant } from './values.ts'

export const ReportForm = z.enum(['REPORT_FORM_UNKNOWN', 'REPORT_FORM_SHORT', 'REPORT_FORM_LONG'])
export type ReportForm = z.infer<typeof ReportForm>

/** What the service says of a report. `url` is there on success only and wants the bearer. */
export const ReportInfo = z.object({
  id: z.string(),
  /** NOT_FOUND, PENDING, IN_PROGRESS, SUCCESS, ERROR, or as sent. */
  status: z.string(),
  beginAt: Instant.nullable(),
  endAt: Instant.nullable(),
  form: z.string(),
  accountId: z.string(),
  url: z.string().nullable(),
})
export type ReportInfo = z.infer<typeof ReportInfo>

/** The two forms a person can ask for. */
export const AskedForm = ReportForm.exclude(['REPORT_FORM_UNKNOWN'])
export type AskedForm = z.infer<typeof AskedForm>

/** A whole date, of the calendar that the service reads in UTC. */
export const WholeDate = CalendarDate.regex(/^\d{4}-\d{2}-\d{2}$/)
/** A calendar month: `2026-10`. */
export const Month = CalendarDate.regex(/^\d{4}-\d{2}$/)

/**
 * Where a report stands: to be asked for; being asked for; made by the service; on its way to the disk; held until the
 * person allows another origin; on the disk; ended without a file.
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

export const ReportFile = z.object({
  path: z.string(),
  bytes: z.int(),
  /** In lower-case hexadecimal. */
  sha256: z.string(),
  arrivedAt: Instant,
})
export type ReportFile = z.infer<typeof ReportFile>

/** A report that was asked for here, from the asking to the file, as the journal keeps it. */
export const Report = z.object({
  id: z.string(),
  accountId: AccountId,
  form: AskedForm,
  /** First and last day, both included. */
  beginOn: WholeDate,
  endOn: WholeDate,
  phase: ReportPhase,
  askedAt: Instant,
  /** The month for which a schedule asked; `null` when a person did. */
  scheduledFor: Month.nullable(),
  /** The service's name for it; `null` until the service took the request. */
  serviceId: z.string().nullable(),
  /** The service's last word on it, as sent, and since when. */
  status: z.string().nullable(),
  statusSince: Instant.nullable(),
  /** How often it was looked at since it was asked for, and when next. */
  looks: z.int(),
  nextLookAt: Instant.nullable(),
  /** Transfers that broke. */
  breaks: z.int(),
  /** Why it failed or waits, for a person. */
  reason: z.string().nullable(),
  /** The other origin at which the file lies, and the one that the person allowed. */
  elsewhere: z.string().nullable(),
  allowedOrigin: z.string().nullable(),
  file: ReportFile.nullable(),
})
export type Report = z.infer<typeof Report>

/** A report as the library shows it. */
export const ReportRow = Report.omit({ serviceId: true, allowedOrigin: true }).extend({
  /** Bytes on the disk so far, and in all where the service says; `null` while nothing is on its way. */
  progress: z.object({ bytes: z.int(), total: z.int().nullable() }).nullable(),
  /** Its file is no longer where it was put. */
  isMissing: z.boolean(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** Asks for the month gone by, month after month. */
export const ReportSchedule = z.object({
  accountId: AccountId,
  form: AskedForm,
  /** The last month that was asked for, or that lay behind when the schedule began. */
  askedThrough: Month,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>
