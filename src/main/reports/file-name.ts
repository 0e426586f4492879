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

/** The media type and the suggested name in the response. */
interface FileHints {
  readonly mediaType: string | null
  readonly suggestedName: string | null
}

/**
 * The file name, made of account, form and range. The extension comes from the suggested name or the media type if it is
 * one of a document; otherwise it is `.bin`, so that opening the file never runs anything.
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
