import { z } from 'zod'
import { dayMs } from '../../../../shared/durations.ts'
import { FileReply, Refusal, type Call, type Route } from './route.ts'
import { maxReportDays } from '../../accounts/reports.ts'
import { accountOf, bodyOf, instantOf } from './inputs.ts'

const ReportBody = z.object({
  date_range: z.object({ date_begin: z.string(), date_end: z.string() }).optional(),
  report_form: z.enum(['REPORT_FORM_UNKNOWN', 'REPORT_FORM_SHORT', 'REPORT_FORM_LONG']).default('REPORT_FORM_UNKNOWN'),
  account_id: z.string().optional(),
})

/** Reports: request, status, download. */
export const reportRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/report', handle: request },
  {
    method: 'GET',
    path: '/v1/report/:report/info',
    handle: (call) => ({ info: call.world.reports.info(call.param('report'), call.origin) }),
  },
  {
    method: 'GET',
    path: '/v1/report/:report/file',
    handle: (call) => {
      const text = call.world.reports.file(call.param('report'))
      if (text === null) throw new Refusal(404, 'Report not found')
      return new FileReply('text/html; charset=utf-8', text)
    },
  },
]

/** The default range is the last 30 days. */
function request(call: Call): object {
  const { date_range: range, report_form: form, account_id: account } = bodyOf(call, ReportBody)
  const now = call.world.clock.now()
  const beginAt = range === undefined ? now - 30 * dayMs : instantOf(range.date_begin, 'date_begin')
  const endAt = range === undefined ? now : instantOf(range.date_end, 'date_end')
  if (beginAt > endAt) throw new Refusal(400, 'The date range is inverted')
  if (endAt - beginAt > maxReportDays * dayMs)
    throw new Refusal(400, `The date range is longer than ${maxReportDays} days`)
  const accountId = accountOf(call, account ?? call.world.accounts.ids[0] ?? '')
  return { report_id: call.world.reports.request({ accountId, beginAt, endAt, form }) }
}
