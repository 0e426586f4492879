import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import type { Reading } from '#main/profile/reading/open-reading.ts'
import { withoutAnyHidden } from '#shared/clean-text.ts'
import { AppError } from '#shared/errors.ts'
import type { AssistantAmounts } from '#shared/model/app/settings.ts'
import { Report } from '#shared/model/report.ts'
import { shownValue } from '../answer/shown-answer.ts'
import { maxAnswerBytes } from '../answer/size.ts'

/** The fields of a report for an assistant: no path, no address, no internals of the service. */
const ReportFacts = Report.pick({
  id: true,
  accountId: true,
  form: true,
  beginOn: true,
  endOn: true,
  phase: true,
  requestedAt: true,
})

const textTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
}

interface ReportEntry {
  readonly id: string
  readonly facts: unknown
  /** The media type of the file; `null` if it is not text. */
  readonly mediaType: string | null
  readonly bytes: number | null
}

/** The reports of the profile, newest request first. */
export const listReports = (reading: Reading): ReportEntry[] => reading.profile.journal.reports.list().map(entryOf)

function entryOf(report: Report): ReportEntry {
  return {
    id: report.id,
    facts: shownValue(ReportFacts, report, { amounts: 'shown', publicPaths: [] }),
    mediaType: report.file === null ? null : (textTypes[extname(report.file.path).toLowerCase()] ?? null),
    bytes: report.file?.bytes ?? null,
  }
}

/**
 * The text of a report's file, or the fields of the report with the reason why the text is missing. A file cannot be shown in
 * part, so it is returned only if amounts are shown. Throws `not-found`.
 */
export function readReport(
  reading: Reading,
  id: string,
  amounts: AssistantAmounts,
): { mimeType: string; text: string } {
  const report = reading.profile.journal.reports.get(id)
  if (report === null) throw new AppError('not-found', 'There is no such report.')
  const entry = entryOf(report)
  const only = (why: string) => ({
    mimeType: 'application/json',
    text: JSON.stringify({ report: entry.facts, bytes: entry.bytes, why }),
  })
  if (report.file === null) return only('It is not downloaded.')
  if (entry.mediaType === null) return only('Its file is not text.')
  if (amounts !== 'shown') return only('Its file holds amounts, which are not shown to assistants as they are.')
  const text = readSmallText(report.file.path)
  if (text === null) return only(`Its file is missing or has more than ${maxAnswerBytes} bytes.`)
  return { mimeType: entry.mediaType, text: plainLines(text) }
}

function readSmallText(path: string): string | null {
  try {
    const info = statSync(path)
    if (!info.isFile() || info.size > maxAnswerBytes) return null
    const file = openSync(path, 'r')
    try {
      return readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/** Keeps line breaks and tabs. Removes other control characters and invisible characters. */
const plainLines = (text: string): string =>
  withoutAnyHidden(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => (char === '\n' || char === '\t' ? char : ''))
