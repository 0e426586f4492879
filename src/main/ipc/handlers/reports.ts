import { AppError } from '../../../shared/errors.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import type { HostFiles } from '../host-files.ts'

type ReportHandlers = Pick<Handlers, Extract<keyof Handlers, `reports.${string}`>>

/** Reports: asking, following, and the library of what arrived. */
export function createReportHandlers({ current, files }: HandlerContext): ReportHandlers {
  const onDesktop = (): HostFiles => {
    if (files === null) throw new AppError('invalid', 'Here the browser downloads the file: choose Download.')
    return files
  }
  return {
    'reports.list': () => current().reports.list(),
    'reports.request': ({ inParts, ...asked }) => current().reports.request(asked, inParts),
    'reports.tryAgain': ({ id }) => current().reports.tryAgain(id),
    'reports.cancel': ({ id }) => current().reports.cancel(id),
    'reports.allowElsewhere': ({ id, origin }) => current().reports.allowElsewhere(id, origin),
    'reports.remove': ({ id }) => current().reports.remove(id),
    'reports.find': ({ id }) => current().reports.findFile(id),
    'reports.open': ({ id }) => onDesktop().open(current().reports.filePath(id)),
    'reports.showInFolder': ({ id }) => onDesktop().showInFolder(current().reports.filePath(id)),
    'reports.saveAs': async ({ id }) => ({ path: await onDesktop().saveAs(current().reports.filePath(id)) }),
    'reports.schedules': () => current().reports.schedules(),
    'reports.schedule': ({ accountId, form }) => current().reports.schedule(accountId, form),
  }
}
