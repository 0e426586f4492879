import { z } from 'zod'
import { Instant } from './values.ts'

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
