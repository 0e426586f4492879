import { z } from 'zod'
import { ReportPreview, RequestableForm, ReportRow, ReportSchedule, WholeDate } from '../model/report.ts'
import { AccountId } from '../model/values.ts'
import { nothing, request } from './request.ts'

const ReportId = z.strictObject({ id: z.string().min(1).max(64) })

/** Requesting reports, schedules, and the report library. */
export const reportRequests = {
  /** Newest first. */
  'reports.list': request(nothing, z.array(ReportRow)),
  /** Throws `invalid` if the dates are out of order or in the future, or if the range is over 92 days without `inParts`. */
  'reports.request': request(
    z.strictObject({
      accountId: AccountId,
      form: RequestableForm,
      beginOn: WholeDate,
      endOn: WholeDate,
      inParts: z.boolean(),
    }),
    z.array(ReportRow),
  ),
  /** Requests a failed or cancelled report again. */
  'reports.tryAgain': request(ReportId, nothing),
  /** Stops waiting for the report or downloading it; the service may still prepare it. */
  'reports.cancel': request(ReportId, nothing),
  /** Allows the download from another origin. The request to that origin does not contain the token. */
  'reports.allowElsewhere': request(ReportId.extend({ origin: z.string().max(300) }), nothing),
  /** Removes the report from the library and deletes its file. */
  'reports.remove': request(ReportId, nothing),
  /** The beginning of a downloaded report, to be shown as text. Throws `not-found`. */
  'reports.preview': request(ReportId, ReportPreview),
  /** Searches the report folder for a moved file, by size and hash. Throws `not-found`. */
  'reports.find': request(ReportId, ReportRow),
  /**
   * Desktop only: opens the file, shows it in its folder, or copies it to a chosen path (`null` if the user cancels). A
   * file that can run code is opened only with `isConfirmed`.
   */
  'reports.open': request(ReportId.extend({ isConfirmed: z.boolean().optional() }), nothing),
  'reports.showInFolder': request(ReportId, nothing),
  'reports.saveAs': request(ReportId, z.object({ path: z.string().nullable() })),
  'reports.schedules': request(nothing, z.array(ReportSchedule)),
  /** Sets the schedule of an account; a form of `null` ends it. */
  'reports.schedule': request(
    z.strictObject({ accountId: AccountId, form: RequestableForm.nullable() }),
    z.array(ReportSchedule),
  ),
}
