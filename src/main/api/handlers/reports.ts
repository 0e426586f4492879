import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { mayRun } from '../../reports/context.ts'
import { previewReport } from '../../reports/preview.ts'
import type { HandlerContext, HostFiles } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { saveAs } from '../save-as.ts'

type ReportHandlers = Pick<Handlers, Extract<keyof Handlers, `reports.${string}`>>

/** Requests of reports, and the library of their files. */
export function createReportHandlers({ current, files }: HandlerContext): ReportHandlers {
  const requireDesktop = (): HostFiles => {
    if (files === null) throw new AppError('invalid', m.errors_in_the_browser_use_download_instead())
    return files
  }
  return {
    'reports.list': () => current().reports.list(),
    'reports.request': ({ inParts, ...report }) => current().reports.request(report, inParts),
    'reports.tryAgain': ({ id }) => current().reports.tryAgain(id),
    'reports.cancel': ({ id }) => current().reports.cancel(id),
    'reports.allowElsewhere': ({ id, origin }) => current().reports.allowElsewhere(id, origin),
    'reports.remove': ({ id }) => current().reports.remove(id),
    'reports.preview': ({ id }) => previewReport(current().reports.filePath(id)),
    'reports.find': ({ id }) => current().reports.findFile(id),
    'reports.open'({ id, isConfirmed = false }) {
      const path = current().reports.filePath(id)
      if (mayRun(path) && !isConfirmed) throw new AppError('invalid', m.errors_this_file_may_run_a_program_confirm())
      return requireDesktop().open(path)
    },
    'reports.showInFolder': ({ id }) => requireDesktop().showInFolder(current().reports.filePath(id)),
    'reports.saveAs': async ({ id }) => ({ path: await saveAs(requireDesktop(), current().reports.filePath(id)) }),
    'reports.schedules': () => current().reports.schedules(),
    'reports.schedule': ({ accountId, form }) => current().reports.schedule(accountId, form),
  }
}
