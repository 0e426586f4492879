import { extname } from 'node:path'
import type { Report } from '../../shared/model/report.ts'

const extensions: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/xml': '.xml',
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/json': '.json',
  'application/zip': '.zip',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
}
const known = new Set(Object.values(extensions))

/** What an answer says of its file: the media type, and the name it suggests. */
interface FileHints {
  readonly mediaType: string | null
  readonly suggestedName: string | null
}

/**
 * The file's name from account, form and range. The ending is the one that the service suggests or that its media type
 * means, if it is one of a document; what is neither is `.bin`, so that nothing is started by opening it.
 */
export function nameFile(report: Pick<Report, 'accountId' | 'form' | 'beginOn' | 'endOn'>, hints: FileHints): string {
  const form = report.form === 'REPORT_FORM_SHORT' ? 'short' : 'full'
  const account = report.accountId.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)
  return `report-${account}-${form}-${report.beginOn}-${report.endOn}${extensionOf(hints)}`
}

function extensionOf({ mediaType, suggestedName }: FileHints): string {
  const suggested = extname(suggestedName ?? '').toLowerCase()
  if (known.has(suggested)) return suggested
  return extensions[(mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''] ?? '.bin'
}
