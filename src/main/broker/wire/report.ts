import { z } from 'zod'
import type { ReportInfo } from '#shared/model/report.ts'
import { decodeWhole } from './decode.ts'
import { id, instant, named, optionalId, statedText, text } from './fields.ts'

const requested = z.object({ report_id: id })

/** `POST /v1/report`: the id of the requested report. */
export const decodeReportId = (json: unknown): { readonly reportId: string } => ({
  reportId: decodeWhole(requested, json).report_id,
})

const info = z.object({
  info: z.object({
    report_id: optionalId,
    status: named('reportStatus'),
    date_range: z.object({ date_begin: instant, date_end: instant }).nullish(),
    report_form: text,
    account_id: optionalId,
    url: statedText,
  }),
})

/** `GET /v1/report/{report_id}/info`. */
export function decodeReportInfo(json: unknown, requested: { readonly reportId: string }): ReportInfo {
  const raw = decodeWhole(info, json).info
  return {
    id: requested.reportId,
    status: raw.status,
    beginAt: raw.date_range?.date_begin ?? null,
    endAt: raw.date_range?.date_end ?? null,
    form: raw.report_form,
    accountId: raw.account_id,
    url: raw.url,
  }
}
