import { z } from 'zod'
import { AskedForm, ReportRow, ReportSchedule, WholeDate } from '../model/report.ts'
import { AccountId } from '../model/values.ts'
import { nothing, request } from './request.ts'

const ofReport = z.strictObject({ id: z.string().min(1).max(64) })

/** Reports: asking, following, and the library of what arrived. */
export const reportRequests = {
  /** Newest first. */
  'reports.list': request(nothing, z.array(ReportRow)),
  /** Refused when the dates are not in order or in the future; a range over 92 days is asked for in parts, if allowed. */
  'reports.request': request(
    z.strictObject({
      accountId: AccountId,
      form: AskedForm,
      beginOn: WholeDate,
      endOn: WholeDate,
      inParts: z.boolean(),
    }),
    z.array(ReportRow),
  ),
  /** Asks the service anew for one that failed or was cancelled. */
  'reports.tryAgain': request(ofReport, nothing),
  /** Stops following or receiving; what the service makes of it is left alone. */
  'reports.cancel': request(ofReport, nothing),
  /** The person's word that the file may be fetched from the other origin, without the token. */
  'reports.allowElsewhere': request(ofReport.extend({ origin: z.string().max(300) }), nothing),
  /** Takes it out of the library, its file too. */
  'reports.remove': request(ofReport, nothing),
  /** Looks for a file that was moved: by size and hash, in the report folder. Throws `not-found`. */
  'reports.find': request(ofReport, ReportRow),
  /** Desktop alone: with the program of the system, in its folder, or copied to where the person says. */
  'reports.open': request(ofReport, nothing),
  'reports.showInFolder': request(ofReport, nothing),
  'reports.saveAs': request(ofReport, z.object({ path: z.string().nullable() })),
  'reports.schedules': request(nothing, z.array(ReportSchedule)),
  /** `null` ends the schedule of this account. */
  'reports.schedule': request(
    z.strictObject({ accountId: AccountId, form: AskedForm.nullable() }),
    z.array(ReportSchedule),
  ),
}
